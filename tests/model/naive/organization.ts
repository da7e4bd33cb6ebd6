// The people, groups and channels of the naive model, without history or periods.

import { isSameTopic, type Topic } from './message.ts';

/** Who may see a channel, and how much of its history later subscribers see. */
export type Privacy = 'public' | 'private' | 'protected';

export interface NaiveChannel {
  readonly subscribers: Set<number>;
  readonly muted: Set<number>;
  privacy: Privacy;
  isArchived: boolean;
}

/** A topic policy: muted, unmuted or followed. */
export type TopicPolicy = 1 | 2 | 3;

/** When notices about resolved topics are read from the start. */
export type NoticePolicy = 'always' | 'except_followed' | 'never';

interface ChosenPolicy {
  readonly person: number;
  readonly conversation: Topic;
  readonly policy: TopicPolicy;
}

export class NaiveOrganization {
  readonly people: readonly number[];
  readonly inactive = new Set<number>();
  readonly guests = new Set<number>();
  readonly channels = new Map<number, NaiveChannel>();
  /** Members of the group that messages mention, and of one that may be nested in it. */
  readonly crew = new Set<number>();
  readonly squad = new Set<number>();
  isSquadInCrew = false;
  /** `muter muted`. */
  readonly mutedPeople = new Set<string>();
  /** `person word`. */
  readonly alertWords = new Set<string>();
  /** Only explicit choices. */
  readonly noticePolicies = new Map<number, NoticePolicy>();
  #policies: ChosenPolicy[] = [];

  constructor(people: readonly number[]) {
    this.people = people;
  }

  get active(): number[] {
    return this.people.filter((person) => !this.inactive.has(person));
  }

  /** Everyone whom a mention of the group reaches. */
  get mentionedByGroup(): Set<number> {
    return new Set([...this.crew, ...(this.isSquadInCrew ? this.squad : [])]);
  }

  addChannel(id: number, privacy: Privacy, subscribers: readonly number[]): void {
    const channel = { privacy, subscribers: new Set(subscribers), muted: new Set<number>() };
    this.channels.set(id, { ...channel, isArchived: false });
  }

  isSubscribed(person: number, channel: number): boolean {
    return this.channels.get(channel)?.subscribers.has(person) ?? false;
  }

  /** A pinned topic would name itself to subscribers who received none of its messages. */
  canHavePinnedTopics(channel: number): boolean {
    const found = this.channels.get(channel);
    return found !== undefined && !found.isArchived && found.privacy !== 'protected';
  }

  isArchived(channel: number): boolean {
    return this.channels.get(channel)?.isArchived ?? false;
  }

  /** Whether an account may see a channel at all. */
  maySee(person: number, channel: number): boolean {
    const found = this.channels.get(channel);
    if (!found) return false;
    return found.subscribers.has(person) || (found.privacy === 'public' && !this.guests.has(person));
  }

  watchesFor(person: number, words: readonly string[]): boolean {
    return words.some((word) => this.alertWords.has(`${person} ${word}`));
  }

  // --- topics ----------------------------------------------------------------------------------------------

  policy(person: number, conversation: Topic): TopicPolicy | undefined {
    return this.#policies.find((one) => one.person === person && isSameTopic(one.conversation, conversation))
      ?.policy;
  }

  /** An account's topic policies, as texts. */
  policiesOf(person: number): string[] {
    return this.#policies
      .filter((one) => one.person === person)
      .map(
        ({ conversation, policy }) => `${conversation.channel} ${conversation.topic.toLowerCase()} ${policy}`,
      )
      .sort();
  }

  setPolicy(person: number, conversation: Topic, policy: TopicPolicy | undefined): void {
    this.#policies = this.#policies.filter(
      (one) => one.person !== person || !isSameTopic(one.conversation, conversation),
    );
    if (policy) this.#policies.push({ person, conversation, policy });
  }

  /** A whole topic moves; `joins` is true if the target already had messages. */
  movePolicies(from: Topic, to: Topic, joins: boolean): void {
    for (const person of this.people) {
      const movedPolicy = this.policy(person, from);
      const existing = this.policy(person, to);
      this.setPolicy(person, from, undefined);
      if (!this.maySee(person, to.channel)) continue;
      if (joins) this.setPolicy(person, to, moreVisible(movedPolicy, existing));
      else if (movedPolicy) this.setPolicy(person, to, movedPolicy);
    }
  }

  /** Whether a notice about a resolved topic is read for an account from the start. */
  readsNotices(person: number, conversation: Topic): boolean {
    const noticePolicy = this.noticePolicies.get(person) ?? 'except_followed';
    return (
      noticePolicy === 'always' ||
      (noticePolicy === 'except_followed' && this.policy(person, conversation) !== 3)
    );
  }

  isTopicMuted(person: number, conversation: Topic): boolean {
    const policy = this.policy(person, conversation);
    if (policy) return policy === 1;
    return this.channels.get(conversation.channel)?.muted.has(person) ?? false;
  }
}

function moreVisible(a: TopicPolicy | undefined, b: TopicPolicy | undefined): TopicPolicy | undefined {
  const visibility = (policy: TopicPolicy | undefined) => (policy === 1 ? -1 : (policy ?? 0));
  return visibility(a) > visibility(b) ? a : b;
}
