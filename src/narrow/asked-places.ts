// The places that the terms of a narrow leave: channels, and the conversations that terms single out. Questions about
// places are answered without a look at messages.

import type { Channel } from '../model/channels/channel.ts';
import { VisibilityPolicy } from '../model/user-topics/policy.ts';
import type { Asker } from '../queries/asker.ts';
import type { Reader } from '../storage/session.ts';
import {
  type ConversationSpan,
  chosenSpans,
  conversationPlaces,
  directSpan,
  directSpans,
  resolvedSpans,
  topicSpans,
} from '../stores/conversations/lists.ts';
import type { Muting } from '../stores/subscriptions/muting-store.ts';
import { isAboutPlace, isInSet, type PlaceTest } from './place-tests.ts';
import { OwnChannels } from './scope.ts';
import type { Term } from './term.ts';
import type { WantedTerms } from './wanted-terms.ts';

/** What places are asked for by. */
export interface AskedBy {
  readonly reader: Reader;
  readonly searcher: Asker;
  readonly terms: WantedTerms;
  readonly muting: Muting;
  /** Of all terms that are about places. */
  readonly placeTests: readonly PlaceTest[];
  /** Whether only the person's own history is searched. */
  readonly isOwn: boolean;
}

/** The places of one narrow. */
export class AskedPlaces {
  readonly #by: AskedBy;
  readonly #home: Term | undefined;
  readonly #tests: readonly ((channel: Channel) => boolean)[];
  #channelIds: readonly number[] | undefined;
  readonly ownChannels: OwnChannels;

  constructor(by: AskedBy) {
    this.#by = by;
    this.#home = by.terms.all.find(({ kind }) => kind === 'home');
    this.#tests = by.terms.all.flatMap((term): ((channel: Channel) => boolean)[] => {
      if (term.kind === 'channel') return [({ id }) => (id === term.channelId) !== term.negated];
      if (term.kind === 'channels') return [(channel) => isInSet(channel, term.which) !== term.negated];
      return [];
    });
    this.ownChannels = new OwnChannels(by.searcher);
  }

  /** Whether messages of a channel can be asked for, as far as the terms go. */
  readonly isWanted = (channelId: number): boolean => {
    const channel = this.#by.searcher.state.channels.get(channelId);
    return channel !== undefined && this.#tests.every((test) => test(channel));
  };

  /** The channels that messages can stand in, by the terms and the history that is searched. */
  get channelIds(): readonly number[] {
    const { searcher, terms, isOwn } = this.#by;
    const only = terms.wanted('channel');
    this.#channelIds ??= [...(only ? [only.channelId] : searcher.state.channels.keys())].filter(
      (id) => this.isWanted(id) && (!isOwn || this.ownChannels.has(id)),
    );
    return this.#channelIds;
  }

  /** Whether messages of channels alone are asked for. */
  get isInChannels(): boolean {
    const { terms } = this.#by;
    const kinds = ['channel', 'channels', 'topic'] as const;
    return terms.excludesDirect || kinds.some((kind) => terms.wanted(kind));
  }

  /** Whether a channel is muted, or not, as the terms want it: whether the whole of it may be asked for, not single topics. */
  readonly isMutedAsWanted = (channelId: number): boolean =>
    !this.#home || this.#by.muting.mutedChannels.has(channelId) === this.#home.negated;

  /** Whether the whole of an own channel may be asked for. */
  isWantedWhole(channelId: number): boolean {
    return this.isWanted(channelId) && this.ownChannels.has(channelId) && this.isMutedAsWanted(channelId);
  }

  /** The topics that are muted, or not, apart from their channels, where the terms want either. */
  async topicsApart(): Promise<ConversationSpan[]> {
    const { reader, searcher } = this.#by;
    if (!this.#home || !searcher.account) return [];
    const { muted, unmuted, followed } = VisibilityPolicy;
    const policies = this.#home.negated ? [muted] : [unmuted, followed];
    return chosenSpans(reader, searcher.account.id, policies, this.isWanted);
  }

  /** The resolved topics. */
  async resolved(): Promise<ConversationSpan[]> {
    const channels = new Set(this.channelIds);
    return resolvedSpans(this.#by.reader, (id) => channels.has(id));
  }

  /** The conversations that terms single out and that all terms ask for; undefined when none singles any out. */
  async conversations(): Promise<readonly ConversationSpan[] | undefined> {
    const spans = await this.#singledOut();
    return spans && this.#askedFor(spans);
  }

  async #singledOut(): Promise<ConversationSpan[] | undefined> {
    const { reader, searcher, terms } = this.#by;
    const { account } = searcher;
    const topic = terms.wanted('topic');
    if (topic) return topicSpans(reader, this.channelIds, topic.key);
    if (!account) return undefined;
    const dm = terms.wanted('dm');
    if (dm?.key !== undefined) return directSpan(reader, dm.key);
    const including = terms.wanted('dm-including');
    if (including) return directSpans(reader, account.id, including.accountIds);
    const group = terms.wanted('group-dm');
    if (group) return directSpans(reader, account.id, [group.accountId], 3);
    if (terms.wanted('any-dm')) return directSpans(reader, account.id);
    if (!terms.wanted('followed')) return undefined;
    return chosenSpans(reader, account.id, [VisibilityPolicy.followed], this.isWanted);
  }

  /** Those that all terms ask for, where there are more terms than singled them out. */
  async #askedFor(spans: readonly ConversationSpan[]): Promise<readonly ConversationSpan[]> {
    const { reader, terms, placeTests } = this.#by;
    const count = terms.all.filter(({ kind }) => isAboutPlace(kind)).length;
    const isOneTopic = count === 2 && terms.wanted('channel') && terms.wanted('topic');
    if (count < 2 || isOneTopic || spans.length === 0) return spans;
    const asked = new Set<number>();
    const ids = spans.map(({ id }) => id);
    for (const place of await conversationPlaces(reader, ids)) {
      if (placeTests.every((test) => test(place))) asked.add(place.id);
    }
    return spans.filter(({ id }) => asked.has(id));
  }
}
