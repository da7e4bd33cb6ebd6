// How a narrow is answered: which source is walked, and what is tested of what it gives. The source is the most
// selective index that the terms allow, so that a page costs the same however many messages there are.

import {
  type ConversationSpan,
  directSpan,
  directSpans,
  followedSpans,
  topicSpans,
} from '../model/conversations/lists.ts';
import { FlagBit } from '../model/messages/flags.ts';
import { HasBit } from '../model/messages/range-store.ts';
import { markedUnreadIds, unreadPlaces } from '../model/read-state/unread-places.ts';
import { type Muting, readMuting } from '../model/subscriptions/muting-store.ts';
import { DIRECT } from '../model/subscriptions/periods.ts';
import type { Reader } from '../storage/session.ts';
import { HistorySource } from './history-source.ts';
import { spanRanges } from './nearest-ids.ts';
import { ownPlaces } from './own-places.ts';
import { needsMuting, type Tests, testsOf } from './predicates.ts';
import { isInOwnPlaces, isOwn, OwnChannels, type Scope, type Searcher, scopeOf } from './scope.ts';
import {
  holdingSource,
  mentionSource,
  namedSource,
  nothing,
  rangeSource,
  rowSource,
  type Source,
  senderSource,
  unreadSource,
  wordSource,
} from './sources.ts';
import type { Meaning, Narrow, Term } from './term.ts';
import { WantedTerms } from './wanted-terms.ts';

/** What is done to find the messages of a narrow. */
export interface Plan {
  readonly source: Source;
  readonly tests: Tests;
  /** Whether the source gives hardly anything that the tests leave out. */
  readonly isExact: boolean;
}

/** Of several things that a message is to hold, the one looked for. */
const rareToFrequent = [HasBit.attachment, HasBit.image, HasBit.reaction, HasBit.link];

/** Kinds of terms whose source is walked even where words are searched for too. */
const beforeSearch = [
  'id',
  'mentions',
  'topic',
  'dm',
  'dm-including',
  'group-dm',
  'any-dm',
  'followed',
] as const satisfies readonly Meaning['kind'][];

const noMuting: Muting = { mutedChannels: new Set(), policies: new Map() };

class Planner {
  readonly #reader: Reader;
  readonly #searcher: Searcher;
  readonly #terms: WantedTerms;
  readonly #scope: Scope;
  readonly ownChannels: OwnChannels;

  constructor(reader: Reader, searcher: Searcher, narrow: Narrow, scope: Scope) {
    this.#reader = reader;
    this.#searcher = searcher;
    this.#terms = new WantedTerms(narrow);
    this.#scope = scope;
    this.ownChannels = new OwnChannels(searcher);
  }

  /** The conversations that terms single out; undefined when none does. */
  async #spans(): Promise<ConversationSpan[] | undefined> {
    const reader = this.#reader;
    const account = this.#searcher.account;
    const terms = this.#terms;
    const topic = terms.wanted('topic');
    if (topic) return topicSpans(reader, this.#channelIds(), topic.key);
    if (!account) return undefined;
    const dm = terms.wanted('dm');
    if (dm?.key !== undefined) return directSpan(reader, dm.key);
    const including = terms.wanted('dm-including');
    if (including) return directSpans(reader, account.id, including.accountIds);
    const group = terms.wanted('group-dm');
    if (group) return directSpans(reader, account.id, [group.accountId], 3);
    if (terms.wanted('any-dm')) return directSpans(reader, account.id);
    if (terms.wanted('followed')) return followedSpans(reader, account.id);
    return undefined;
  }

  /** The channels that messages can stand in, by the terms and the scope. */
  #channelIds(): number[] {
    const channel = this.#terms.wanted('channel');
    if (channel) return [channel.channelId];
    const set = this.#terms.wanted('channels')?.which;
    const excluded = this.#terms.excludedChannels;
    const ids: number[] = [];
    for (const [id, { isPrivate, isWebPublic, isArchived }] of this.#searcher.state.channels) {
      if (excluded.has(id)) continue;
      if (set === 'public' && isPrivate) continue;
      if (set === 'web-public' && !isWebPublic) continue;
      if (set === 'archived' && !isArchived) continue;
      if (this.#scope === 'shared' || this.ownChannels.has(id)) ids.push(id);
    }
    return ids;
  }

  async #unread(accountId: number, spans: readonly ConversationSpan[] | undefined): Promise<Source> {
    const reader = this.#reader;
    const channel = this.#terms.wanted('channel');
    const excluded = this.#terms.excludedChannels;
    const channelIds = channel
      ? [channel.channelId]
      : [...this.#searcher.subscriptions.keys()].filter((id) => id !== DIRECT && !excluded.has(id));
    const where = spans ? { conversationIds: spans.map((span) => span.id) } : { channelIds };
    return unreadSource(
      await unreadPlaces(reader, accountId, where),
      await markedUnreadIds(reader, accountId),
    );
  }

  /** The most selective source that the terms allow. */
  async source(): Promise<Source> {
    const terms = this.#terms;
    const { account } = this.#searcher;
    const id = terms.wanted('id');
    if (id) return namedSource([id.id]);
    if (account && terms.wantsFlag('starred')) return rowSource(account.id, FlagBit.starred);
    if (account && terms.wantsFlag('alerted')) return rowSource(account.id, FlagBit.has_alert_word);
    const mentions = terms.wanted('mentions');
    if (mentions) return rowSource(mentions.accountId, FlagBit.mentioned);
    const spans = await this.#spans();
    if (account && terms.wantsFlag('unread')) return this.#unread(account.id, spans);
    if (account && terms.wantsFlag('mentioned')) return mentionSource(account.id);
    if (spans) return rangeSource('conversation_id', spanRanges(spans), terms.columnFilter);
    const search = terms.wanted('search');
    if (search) return wordSource(search.stems);
    const sender = terms.wanted('sender');
    if (sender) return senderSource(sender.accountId);
    const rarest = rareToFrequent.find((bit) =>
      terms.all.some((one) => one.kind === 'has' && !one.negated && one.bit === bit),
    );
    if (rarest !== undefined && !terms.wanted('channel')) return holdingSource(rarest);
    if (this.#scope === 'shared') return this.#channels();
    return account ? this.#history(account.id) : nothing;
  }

  /** The search whose words the source looks for; it need not be looked for again. */
  searchOfSource(): Term | undefined {
    const terms = this.#terms;
    if (beforeSearch.some((kind) => terms.wanted(kind))) return undefined;
    if (terms.all.some((term) => term.kind === 'flag' && !term.negated)) return undefined;
    return terms.wanted('search');
  }

  #channels(): Source {
    const ranges = this.#channelIds().map((key) => ({ key, low: 0, high: Number.MAX_SAFE_INTEGER }));
    return rangeSource('channel_id', ranges, this.#terms.columnFilter);
  }

  async #history(accountId: number): Promise<Source> {
    const terms = this.#terms;
    const only = terms.wanted('channel')?.channelId;
    const isInChannels = only !== undefined || terms.wanted('channels') !== undefined || terms.excludesDirect;
    const reader = this.#reader;
    const excluded = terms.excludedChannels;
    const places = await ownPlaces(reader, this.#searcher, (channelId) =>
      only === undefined ? this.ownChannels.has(channelId) && !excluded.has(channelId) : channelId === only,
    );
    return new HistorySource({
      accountId,
      ...places,
      directSpans: async () => (isInChannels ? [] : directSpans(reader, accountId)),
    });
  }
}

/** Plans a narrow for somebody; `among` limits it to some messages. */
export async function planNarrow(
  reader: Reader,
  searcher: Searcher,
  narrow: Narrow,
  among?: readonly number[],
): Promise<Plan> {
  const scope = scopeOf(searcher, narrow);
  if (scope === 'nothing' || scope === 'closed')
    return { source: nothing, tests: { heads: [], views: [], batches: [] }, isExact: true };
  const planner = new Planner(reader, searcher, narrow, scope);
  const { account, state } = searcher;
  const muting = account && needsMuting(narrow.terms) ? await readMuting(reader, account.id) : noMuting;
  const wordsOf = among ? undefined : planner.searchOfSource();
  const tests = testsOf(narrow.terms, { channels: state.channels, muting }, wordsOf);
  if (scope === 'personal' && account) {
    tests.heads.unshift((head) => isInOwnPlaces(head, account, planner.ownChannels));
    tests.views.unshift(isOwn);
  }
  const isExact = narrow.terms.every((term) => !term.negated && isPlace(term));
  return { source: among ? namedSource(among) : await planner.source(), tests, isExact };
}

function isPlace({ kind }: Term): boolean {
  return (
    kind === 'channel' || kind === 'topic' || kind === 'dm' || kind === 'any-dm' || kind === 'dm-including'
  );
}
