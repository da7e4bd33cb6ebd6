// A view in the form in which the browser keeps it beside its state: the messages around the first unread one, or the
// newest. Events that it has taken in already change nothing in it, and those since make it right again.

import type { Message } from './message.ts';
import type { MessageList } from './message-list.ts';
import type { MessageLists } from './message-lists.ts';
import type { Narrow } from './narrow.ts';

/** Those that were looked at last. */
const MOST_VIEWS = 3;
const MOST_ASIDE = 50;

export interface KeptView {
  readonly narrow: Narrow;
  /** In order, without a gap. */
  readonly messages: readonly Message[];
  readonly reachesOldest: boolean;
  readonly reachesNewest: boolean;
}

function viewOf({ narrow, ranges, words }: MessageList, { store }: MessageLists): KeptView | undefined {
  const ids = ranges.all.flatMap((range) => range.ids);
  const unread = ids.find((id) => store.get(id)?.flags.includes('read') === false);
  const middle = unread ?? ranges.newest?.ids.at(-1 - MOST_ASIDE) ?? ranges.newest?.ids[0];
  const [range] = middle === undefined ? [] : ranges.near(middle, MOST_ASIDE).all;
  if (!range) return undefined;
  const messages = range.ids.flatMap((id) => store.get(id) ?? []);
  if (messages.length < range.ids.length) return undefined;
  const { reachesOldest, reachesNewest } = range;
  return { narrow, messages: messages.map((one) => words.marked(one)), reachesOldest, reachesNewest };
}

/** The views that are worth keeping. */
export function viewsToKeep(lists: MessageLists): KeptView[] {
  return lists.recent.slice(0, MOST_VIEWS).flatMap((list) => viewOf(list, lists) ?? []);
}

/** Takes in what was kept of a view. */
export function holdView(
  lists: MessageLists,
  { narrow, messages, reachesOldest, reachesNewest }: KeptView,
): void {
  const list = lists.of(narrow);
  for (const message of list.words.take(messages)) lists.store.put(message);
  const ids = messages.map(({ id }) => id);
  list.change((ranges) => ranges.withPage({ ids, reachesOldest, reachesNewest }));
}

/** Whether two views hold the very same messages. */
export function isSameView(a: KeptView, b: KeptView): boolean {
  return (
    a.narrow === b.narrow &&
    a.reachesOldest === b.reachesOldest &&
    a.reachesNewest === b.reachesNewest &&
    a.messages.length === b.messages.length &&
    a.messages.every((message, index) => message === b.messages[index])
  );
}
