// Messages that hold the words of a search and stand in another list of ids, too: both are gone through side by side, by
// their ids alone, and nothing is read of a message that only one of them holds. A hundred thousand messages of a channel and
// a hundred thousand that hold a word cost two walks along indexes, though hardly any may be in both.

import type { Reader } from '../storage/session.ts';
import type { IdPage } from '../stores/messages/range-store.ts';
import { type FoundIds, fromFound, type ReadFound, type ReadIds, restOf, type Source } from './sources.ts';
import type { WordSource } from './word-source.ts';

/** What holds the words and is in the other list. */
export function meetingSource(words: WordSource, others: ReadIds): Source {
  const { holders, prepare } = words;
  const found = fromFound((reader, page) => meeting(reader, page, holders, others));
  return { ...found, findsWords: true, ...(prepare && { prepare }) };
}

async function meeting(reader: Reader, page: IdPage, holders: ReadFound, others: ReadIds): Promise<FoundIds> {
  const isOlder = page.direction === 'older';
  const listed = await others(reader, page);
  const [first, last] = [listed[0], listed.at(-1)];
  if (first === undefined || last === undefined) return { ids: [], rest: undefined };
  const between = isOlder ? { low: last, high: first + 1 } : { low: first, high: last + 1 };
  const held = await holders(reader, { ...page, ...between });
  const among = new Set(listed);
  const ids = held.ids.filter((id) => among.has(id));
  if (!held.rest) return { ids, rest: restOf(page, listed) };
  const rest = isOlder ? { low: page.low, high: held.rest.high } : { low: held.rest.low, high: page.high };
  return { ids, rest };
}
