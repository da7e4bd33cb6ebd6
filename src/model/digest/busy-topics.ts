// Finds the most active recent topics for digests. It counts messages per topic and selects a few topics of
// each channel, by number of senders and by number of messages. (As in the reference server: the hot conversations of
// its digest.)

import { limits } from '../../api-contract/limits.ts';

/** How active a topic was. */
export interface BusyTopic {
  readonly conversationId: number;
  readonly channelId: number;
  readonly messages: number;
  readonly senders: number;
}

/** The columns of a message that are counted. */
export interface CountedMessage {
  readonly conversation_id: number;
  readonly channel_id: number;
  readonly sender_id: number;
}

type Order = (one: BusyTopic, other: BusyTopic) => number;

/** Most senders first, then most messages, then newest. */
export const bySenders: Order = (one, other) =>
  other.senders - one.senders || other.messages - one.messages || other.conversationId - one.conversationId;

/** Most messages first, then most senders, then newest. */
export const byMessages: Order = (one, other) =>
  other.messages - one.messages || other.senders - one.senders || other.conversationId - one.conversationId;

interface TopicTally {
  readonly channelId: number;
  readonly senders: Set<number>;
  messages: number;
}

export class TopicCounts {
  readonly #topics = new Map<number, TopicTally>();

  add({ conversation_id, channel_id, sender_id }: CountedMessage): void {
    const existing = this.#topics.get(conversation_id);
    const tally = existing ?? { channelId: channel_id, senders: new Set<number>(), messages: 0 };
    if (!existing) this.#topics.set(conversation_id, tally);
    tally.messages++;
    tally.senders.add(sender_id);
  }

  /** The most active topics of each channel: a limited number by senders, and as many by messages. */
  mostActive(): Map<number, readonly BusyTopic[]> {
    const topics = [...this.#topics].map(([conversationId, { channelId, senders, messages }]) => ({
      conversationId,
      channelId,
      messages,
      senders: senders.size,
    }));
    const result = new Map<number, readonly BusyTopic[]>();
    for (const [channelId, channelTopics] of Map.groupBy(topics, (topic) => topic.channelId)) {
      const top = (order: Order) => channelTopics.toSorted(order).slice(0, limits.digestTopicsPerChannel);
      result.set(channelId, [...new Set([...top(bySenders), ...top(byMessages)])]);
    }
    return result;
  }
}
