// What is pinned for everyone in the naive model.

import { isSameTopic, type Topic } from './message.ts';

export class NaivePins {
  /** The ids of pinned messages. */
  readonly messages = new Set<number>();
  /** The ids of messages about whose pinning a notice was posted. */
  readonly withNotice = new Set<number>();
  #topics: Topic[] = [];

  isTopicPinned(topic: Topic): boolean {
    return this.#topics.some((one) => isSameTopic(one, topic));
  }

  pinTopic(topic: Topic): void {
    this.#topics.push(topic);
  }

  unpinTopic(topic: Topic): void {
    this.#topics = this.#topics.filter((one) => !isSameTopic(one, topic));
  }

  unpinTopicsIn(channel: number): void {
    this.#topics = this.#topics.filter((one) => one.channel !== channel);
  }

  /** A whole topic moves. @param canBePinned whether the channel at the target can have pinned topics */
  moveTopic(from: Topic, to: Topic, canBePinned: boolean): void {
    if (!this.isTopicPinned(from)) return;
    this.unpinTopic(from);
    if (canBePinned && !this.isTopicPinned(to)) this.pinTopic(to);
  }

  /** The pinned topics of a channel, as texts. */
  topicsIn(channel: number): string[] {
    return this.#topics
      .filter((one) => one.channel === channel)
      .map(({ topic }) => `${channel} ${topic.toLowerCase()}`)
      .sort();
  }
}
