// A view in the form in which the browser caches it with its state: the messages around the first unread
// one, or the newest. Applying events that it already includes changes nothing; later events update it.

import { isRecord, isTerms } from '../lib/stored-values.ts';
import type { Message } from './message.ts';
import type { MessageList } from './message-list.ts';
import type { MessageLists } from './message-lists.ts';
import type { Narrow } from './narrow.ts';
import { areMessages } from './stored-messages.ts';

/** The number of views that are cached: the most recently opened ones. */
const MAX_VIEWS = 3;
const MAX_PER_SIDE = 50;

export interface CachedView {
  readonly narrow: Narrow;
  /** Consecutive messages of the narrow, oldest first. */
  readonly messages: readonly Message[];
  readonly reachesOldest: boolean;
  readonly reachesNewest: boolean;
}

/** Whether a stored value is a view. */
export function isCachedView(value: unknown): value is CachedView {
  return isRecord(value) && isTerms(value.narrow) && areMessages(value.messages);
}

function viewOf(
  { narrow, ranges, highlights }: MessageList,
  { store }: MessageLists,
): CachedView | undefined {
  const ids = ranges.all.flatMap((range) => range.ids);
  const unread = ids.find((id) => store.get(id)?.flags.includes('read') === false);
  const middle = unread ?? ranges.newest?.ids.at(-1 - MAX_PER_SIDE) ?? ranges.newest?.ids[0];
  const [range] = middle === undefined ? [] : ranges.near(middle, MAX_PER_SIDE).all;
  if (!range) return undefined;
  const messages = range.ids.flatMap((id) => store.get(id) ?? []);
  if (messages.length < range.ids.length) return undefined;
  const { reachesOldest, reachesNewest } = range;
  return {
    narrow,
    messages: messages.map((message) => highlights.withHighlights(message)),
    reachesOldest,
    reachesNewest,
  };
}

export function viewsToCache(lists: MessageLists): CachedView[] {
  return lists.recent.slice(0, MAX_VIEWS).flatMap((list) => viewOf(list, lists) ?? []);
}

/** Puts a cached view back into memory. */
export function restoreView(
  lists: MessageLists,
  { narrow, messages, reachesOldest, reachesNewest }: CachedView,
): void {
  const list = lists.of(narrow);
  for (const message of list.highlights.extract(messages)) lists.store.put(message);
  const ids = messages.map(({ id }) => id);
  list.change((ranges) => ranges.withPage({ ids, reachesOldest, reachesNewest }));
}

/** Whether two views hold identical message objects. */
export function isSameView(a: CachedView, b: CachedView): boolean {
  return (
    a.narrow === b.narrow &&
    a.reachesOldest === b.reachesOldest &&
    a.reachesNewest === b.reachesNewest &&
    a.messages.length === b.messages.length &&
    a.messages.every((message, index) => message === b.messages[index])
  );
}
