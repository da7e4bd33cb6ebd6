// The intersection of messages with the search words and another list of ids. Both are walked side by side by
// their ids alone, so messages in only one of them are never read. A hundred thousand messages of a channel
// and a hundred thousand with a word cost two index walks, even if hardly any are in both.

import type { Reader } from '../storage/reader-writer.ts';
import type { IdPage } from '../stores/messages/range-store.ts';
import { type FoundIds, fromFound, type ReadFound, type ReadIds, restOf, type Source } from './sources.ts';
import type { WordSource } from './word-source.ts';

/** The messages that have the words and are in the other list. */
export function intersectionSource(words: WordSource, others: ReadIds): Source {
  const { matches, prepare } = words;
  const found = fromFound((reader, page) => intersect(reader, page, matches, others));
  return { ...found, findsWords: true, ...(prepare && { prepare }) };
}

async function intersect(
  reader: Reader,
  page: IdPage,
  matches: ReadFound,
  others: ReadIds,
): Promise<FoundIds> {
  const isOlder = page.direction === 'older';
  const listedIds = await others(reader, page);
  const [first, last] = [listedIds[0], listedIds.at(-1)];
  if (first === undefined || last === undefined) return { ids: [], rest: undefined };
  const bounds = isOlder ? { low: last, high: first + 1 } : { low: first, high: last + 1 };
  const matching = await matches(reader, { ...page, ...bounds });
  const otherIds = new Set(listedIds);
  const ids = matching.ids.filter((id) => otherIds.has(id));
  if (!matching.rest) return { ids, rest: restOf(page, listedIds) };
  const rest = isOlder
    ? { low: page.low, high: matching.rest.high }
    : { low: matching.rest.low, high: page.high };
  return { ids, rest };
}
