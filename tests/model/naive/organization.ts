// The people, groups and channels of the naive model, as they are now: no history, no periods.

import { isSameTopic, type Topic } from './message.ts';

/** Who may see a channel, and how much of its history whoever comes later sees. */
export type Privacy = 'public' | 'private' | 'protected';

export interface NaiveChannel {
  readonly subscribers: Set<number>;
  readonly muted: Set<number>;
  privacy: Privacy;
  isArchived: boolean;
}

/** What a person chose for a topic: hidden, shown in a muted channel, or followed. */
export type TopicPolicy = 1 | 2 | 3;

/** What a person chose for notices that a topic was resolved. */
export type NoticePolicy = 'always' | 'except_followed' | 'never';

interface ChosenPolicy {
  readonly person: number;
  readonly place: Topic;
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
  /** Of those who chose one. */
  readonly noticePolicies = new Map<number, NoticePolicy>();
  #policies: ChosenPolicy[] = [];

  constructor(people: readonly number[]) {
    this.people = people;
  }

  get active(): number[] {
    return this.people.filter((person) => !this.inactive.has(person));
  }

  /** Everybody whom a mention of the group means. */
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

  isArchived(channel: number): boolean {
    return this.channels.get(channel)?.isArchived ?? false;
  }

  /** Whether a person may look into a channel at all. */
  mayEnter(person: number, channel: number): boolean {
    const known = this.channels.get(channel);
    if (!known) return false;
    return known.subscribers.has(person) || (known.privacy === 'public' && !this.guests.has(person));
  }

  watchesFor(person: number, words: readonly string[]): boolean {
    return words.some((word) => this.alertWords.has(`${person} ${word}`));
  }

  // --- topics ----------------------------------------------------------------------------------------------

  policy(person: number, place: Topic): TopicPolicy | undefined {
    return this.#policies.find((one) => one.person === person && isSameTopic(one.place, place))?.policy;
  }

  /** What a person chose for topics, as texts. */
  policiesOf(person: number): string[] {
    return this.#policies
      .filter((one) => one.person === person)
      .map(({ place, policy }) => `${place.channel} ${place.topic.toLowerCase()} ${policy}`)
      .sort();
  }

  setPolicy(person: number, place: Topic, policy: TopicPolicy | undefined): void {
    this.#policies = this.#policies.filter((one) => one.person !== person || !isSameTopic(one.place, place));
    if (policy) this.#policies.push({ person, place, policy });
  }

  /** A whole topic goes elsewhere; `joins` says that there were messages at the new place. */
  movePolicies(from: Topic, to: Topic, joins: boolean): void {
    for (const person of this.people) {
      const moved = this.policy(person, from);
      const present = this.policy(person, to);
      this.setPolicy(person, from, undefined);
      if (!this.mayEnter(person, to.channel)) continue;
      if (joins) this.setPolicy(person, to, moreVisible(moved, present));
      else if (moved) this.setPolicy(person, to, moved);
    }
  }

  /** Whether a notice that a topic was resolved is read for a person from the start. */
  readsNotices(person: number, place: Topic): boolean {
    const chosen = this.noticePolicies.get(person) ?? 'except_followed';
    return chosen === 'always' || (chosen === 'except_followed' && this.policy(person, place) !== 3);
  }

  isTopicMuted(person: number, place: Topic): boolean {
    const policy = this.policy(person, place);
    if (policy) return policy === 1;
    return this.channels.get(place.channel)?.muted.has(person) ?? false;
  }
}

function moreVisible(a: TopicPolicy | undefined, b: TopicPolicy | undefined): TopicPolicy | undefined {
  const visibility = (policy: TopicPolicy | undefined) => (policy === 1 ? -1 : (policy ?? 0));
  return visibility(a) > visibility(b) ? a : b;
}
