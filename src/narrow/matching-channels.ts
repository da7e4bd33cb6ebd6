// The channels and conversations that can match the terms of a narrow. They are determined without reading
// messages.

import type { Channel } from '../model/channels/channel.ts';
import { VisibilityPolicy } from '../model/user-topics/visibility-policy.ts';
import type { Requester } from '../queries/requester.ts';
import type { Reader } from '../storage/reader-writer.ts';
import {
  type ConversationSpan,
  chosenSpans,
  conversationTargets,
  directSpan,
  directSpans,
  resolvedSpans,
  topicSpans,
} from '../stores/conversations/conversation-lists.ts';
import type { Muting } from '../stores/subscriptions/muting-store.ts';
import { type ConversationTest, isAboutConversation, isInSet } from './conversation-tests.ts';
import type { NarrowTerms } from './narrow-terms.ts';
import { OwnChannels } from './scope.ts';
import type { Term } from './term.ts';

/** The input that determines them. */
export interface MatchingContext {
  readonly reader: Reader;
  readonly searcher: Requester;
  readonly terms: NarrowTerms;
  readonly muting: Muting;
  /** The tests of all terms about conversations. */
  readonly conversationTests: readonly ConversationTest[];
  /** Whether only the account's own history is searched. */
  readonly isOwn: boolean;
}

/** The matching channels and conversations of one narrow. */
export class MatchingChannels {
  readonly #context: MatchingContext;
  readonly #home: Term | undefined;
  readonly #tests: readonly ((channel: Channel) => boolean)[];
  #channelIds: readonly number[] | undefined;
  readonly ownChannels: OwnChannels;

  constructor(context: MatchingContext) {
    this.#context = context;
    this.#home = context.terms.all.find(({ kind }) => kind === 'home');
    this.#tests = context.terms.all.flatMap((term): ((channel: Channel) => boolean)[] => {
      if (term.kind === 'channel') return [({ id }) => (id === term.channelId) !== term.negated];
      if (term.kind === 'channels') return [(channel) => isInSet(channel, term.which) !== term.negated];
      return [];
    });
    this.ownChannels = new OwnChannels(context.searcher);
  }

  /** Whether messages of a channel can match the terms. */
  readonly isMatching = (channelId: number): boolean => {
    const channel = this.#context.searcher.state.channels.get(channelId);
    return channel !== undefined && this.#tests.every((test) => test(channel));
  };

  /** The channels that can contain matches, by the terms and the searched history. */
  get channelIds(): readonly number[] {
    const { searcher, terms, isOwn } = this.#context;
    const only = terms.positive('channel');
    this.#channelIds ??= [...(only ? [only.channelId] : searcher.state.channels.keys())].filter(
      (id) => this.isMatching(id) && (!isOwn || this.ownChannels.has(id)),
    );
    return this.#channelIds;
  }

  /** Whether only channel messages can match. */
  get isInChannels(): boolean {
    const { terms } = this.#context;
    const kinds = ['channel', 'channels', 'topic'] as const;
    return terms.excludesDirect || kinds.some((kind) => terms.positive(kind));
  }

  /**
   * Whether a channel's mute state matches the terms, so that the whole channel may match and not just single
   * topics.
   */
  readonly matchesMuteState = (channelId: number): boolean =>
    !this.#home || this.#context.muting.mutedChannels.has(channelId) === this.#home.negated;

  /** Whether all messages of one of the account's channels may match. */
  isMatchingWhole(channelId: number): boolean {
    return this.isMatching(channelId) && this.ownChannels.has(channelId) && this.matchesMuteState(channelId);
  }

  /** The topics whose mute state differs from that of their channels, if the terms depend on it. */
  async topicsWithOwnMuteState(): Promise<ConversationSpan[]> {
    const { reader, searcher } = this.#context;
    if (!this.#home || !searcher.account) return [];
    const { muted, unmuted, followed } = VisibilityPolicy;
    const policies = this.#home.negated ? [muted] : [unmuted, followed];
    return chosenSpans(reader, searcher.account.id, policies, this.isMatching);
  }

  /** The resolved topics. */
  async resolvedTopics(): Promise<ConversationSpan[]> {
    const channels = new Set(this.channelIds);
    return resolvedSpans(this.#context.reader, (id) => channels.has(id));
  }

  /** The conversations that terms name and all terms match; undefined if no term names any. */
  async conversations(): Promise<readonly ConversationSpan[] | undefined> {
    const spans = await this.#namedTopics();
    return spans && this.#matching(spans);
  }

  async #namedTopics(): Promise<ConversationSpan[] | undefined> {
    const { reader, searcher, terms } = this.#context;
    const { account } = searcher;
    const topic = terms.positive('topic');
    if (topic) return topicSpans(reader, this.channelIds, topic.key);
    if (!account) return undefined;
    const dm = terms.positive('dm');
    if (dm?.key !== undefined) return directSpan(reader, dm.key);
    const including = terms.positive('dm-including');
    if (including) return directSpans(reader, account.id, including.accountIds);
    const group = terms.positive('group-dm');
    if (group) return directSpans(reader, account.id, [group.accountId], 3);
    if (terms.positive('any-dm')) return directSpans(reader, account.id);
    if (!terms.positive('followed')) return undefined;
    return chosenSpans(reader, account.id, [VisibilityPolicy.followed], this.isMatching);
  }

  /** The conversations that all terms match, if there are more terms than those that named them. */
  async #matching(spans: readonly ConversationSpan[]): Promise<readonly ConversationSpan[]> {
    const { reader, terms, conversationTests } = this.#context;
    const count = terms.all.filter(({ kind }) => isAboutConversation(kind)).length;
    const isOneTopic = count === 2 && terms.positive('channel') && terms.positive('topic');
    if (count < 2 || isOneTopic || spans.length === 0) return spans;
    const matching = new Set<number>();
    const ids = spans.map(({ id }) => id);
    for (const conversation of await conversationTargets(reader, ids)) {
      if (conversationTests.every((test) => test(conversation))) matching.add(conversation.id);
    }
    return spans.filter(({ id }) => matching.has(id));
  }
}
