// Fetches the messages around an anchor, for GET /messages and for marking by narrow.

import { badRequest } from '../api-contract/error.ts';
import { limits } from '../api-contract/limits.ts';
import type { MessageHead } from '../model/messages/message-row.ts';
import type { Requester } from '../queries/requester.ts';
import { firstIdSince } from '../stores/messages/id-since.ts';
import type { PersonalView } from '../stores/read-state/personal-flags.ts';
import { type Anchor, NEWEST } from './anchor.ts';
import { planNarrow } from './plan.ts';
import { contradict } from './resolve.ts';
import { scopeOf } from './scope.ts';
import { Search } from './search.ts';
import type { Narrow, Term } from './term.ts';
import { Walk, type WalkOptions } from './walk.ts';

export interface RangeRequest {
  readonly anchor: Anchor;
  readonly includeAnchor: boolean;
  readonly numBefore: number;
  readonly numAfter: number;
}

export interface MessageRange {
  /** Ascending. */
  readonly heads: readonly MessageHead[];
  /** The account's views of them; empty for anonymous viewers. */
  readonly views: ReadonlyMap<number, PersonalView>;
  readonly anchor: number;
  readonly foundAnchor: boolean;
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
}

const HIGHEST = Number.MAX_SAFE_INTEGER;
const everything = { low: 0, high: HIGHEST };

/** @throws for ranges that are too large or contradictory */
export function checkRange({ numBefore, numAfter, includeAnchor }: RangeRequest): void {
  if (numBefore + numAfter > limits.messagesPerPage) {
    throw badRequest(`Too many messages requested (maximum ${limits.messagesPerPage}).`);
  }
  if (numBefore > 0 && numAfter > 0 && !includeAnchor) {
    throw badRequest('The anchor can only be excluded at an end of the range');
  }
}

/**
 * The terms for the messages to be read first: unread and not muted, as far as the narrow depends on muting.
 */
function unreadTerms({ terms }: Narrow): Term[] {
  const unread: Term = { kind: 'flag', test: 'unread', negated: false };
  const wants = (...kinds: Term['kind'][]) =>
    terms.some(({ kind, negated }) => !negated && kinds.includes(kind));
  if (wants('dm', 'any-dm', 'dm-including', 'group-dm')) return [unread];
  if (wants('channel')) return [unread, { kind: 'muted-topic', negated: true }];
  return [unread, { kind: 'home', negated: false }];
}

/** The oldest unread match that is not muted; the end of all messages without one. */
async function firstUnread(searcher: Requester, narrow: Narrow, walk: Walk): Promise<number> {
  if (!searcher.account) return NEWEST;
  const terms = [...narrow.terms, ...unreadTerms(narrow)];
  const matchesNothing = narrow.matchesNothing || contradict(terms);
  const plan = await planNarrow(searcher, { ...narrow, terms, matchesNothing });
  const search = new Search(searcher, plan, walk);
  const [first] = (await search.nearest('newer', everything, 1)).heads;
  return first?.id ?? NEWEST;
}

/** Where a page begins. */
interface Start {
  readonly anchor: number;
  /** Whether it is certain that nothing matches above the anchor. */
  readonly isNewest: boolean;
}

/** The first match at or after a time, else the newest one; undefined without any match. */
async function firstSince(search: Search, moment: number): Promise<Start | undefined> {
  const low = await firstIdSince(search.reader, moment);
  const later = low === undefined ? [] : (await search.nearest('newer', { low, high: HIGHEST }, 1)).heads;
  if (later[0]) return { anchor: later[0].id, isNewest: false };
  const [newest] = (await search.nearest('older', everything, 1)).heads;
  return newest && { anchor: newest.id, isNewest: true };
}

/** Fetches the matches around an anchor, fewer if a walk takes too long. The caller checks the request first. */
export async function fetchRange(
  searcher: Requester,
  narrow: Narrow,
  request: RangeRequest,
  options: WalkOptions = {},
): Promise<MessageRange> {
  const nothing = { heads: [], views: new Map(), anchor: NEWEST, foundAnchor: false };
  if (scopeOf(searcher, narrow) === 'closed') return { ...nothing, foundOldest: true, foundNewest: true };
  const person = searcher.account?.id ?? `anonymous ${options.anonymousNetwork ?? ''}`;
  const walk = new Walk(options, `${searcher.state.id}:${person}`);
  try {
    const search = new Search(searcher, await planNarrow(searcher, narrow), walk);
    const start = await startOf(request.anchor, search, () => firstUnread(searcher, narrow, walk));
    if (!start) return { ...nothing, foundOldest: false, foundNewest: false };
    const { anchor } = start;
    const isEnd = anchor >= NEWEST;
    const numAfter = isEnd ? 0 : request.numAfter;
    const { before, at, after, isOldest, isLatest } = await around(search, anchor, { ...request, numAfter });
    const heads = [...before.reverse(), ...at, ...after];
    return {
      heads,
      views: await search.views(heads),
      anchor,
      foundAnchor: at.length > 0,
      foundOldest: anchor === 0 || isOldest,
      foundNewest: isEnd || start.isNewest || isLatest,
    };
  } finally {
    walk.end();
  }
}

async function startOf(
  anchor: Anchor,
  search: Search,
  unread: () => Promise<number>,
): Promise<Start | undefined> {
  switch (anchor.kind) {
    case 'id':
      return { anchor: anchor.id, isNewest: false };
    case 'first-unread':
      return { anchor: await unread(), isNewest: false };
    case 'date':
      return firstSince(search, anchor.moment);
  }
}

interface Around {
  /** Descending. */
  readonly before: MessageHead[];
  readonly at: MessageHead[];
  readonly after: MessageHead[];
  /** Whether it is certain that nothing else matches below `before`, or above `after`. */
  readonly isOldest: boolean;
  readonly isLatest: boolean;
}

/** The matches below, at and above an anchor, with at most one search for each side. */
async function around(search: Search, anchor: number, request: RangeRequest): Promise<Around> {
  const { numBefore, numAfter, includeAnchor } = request;
  const isEnd = anchor >= NEWEST;
  const takesAnchor = includeAnchor && !isEnd;
  const below = { low: 0, high: isEnd ? HIGHEST : anchor };
  if (numAfter === 0 && numBefore > 0 && takesAnchor) {
    const found = await search.nearest('older', { low: 0, high: anchor + 1 }, numBefore + 1);
    const at = found.heads[0]?.id === anchor ? found.heads.splice(0, 1) : [];
    const before = found.heads.slice(0, numBefore);
    const isOldest = found.isAll && before.length < numBefore;
    return { before, at, after: [], isOldest, isLatest: false };
  }
  const older =
    numBefore > 0 && anchor > 0
      ? await search.nearest('older', below, numBefore)
      : { heads: [], isAll: true };
  const isOldest = older.isAll && older.heads.length < numBefore;
  const before = older.heads;
  if (numAfter === 0 && !takesAnchor) return { before, at: [], after: [], isOldest, isLatest: false };
  const low = takesAnchor ? anchor : anchor + 1;
  const high = numAfter === 0 ? anchor + 1 : HIGHEST;
  const newer = await search.nearest('newer', { low, high }, numAfter + 1);
  const at = newer.heads[0]?.id === anchor ? newer.heads.splice(0, 1) : [];
  const after = newer.heads.slice(0, numAfter);
  return { before, at, after, isOldest, isLatest: newer.isAll && after.length < numAfter };
}
