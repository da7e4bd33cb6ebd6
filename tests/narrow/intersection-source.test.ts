// The intersection of two lists of ids is read page by page in both directions: each message once and in order, whatever
// the page sizes of the lists.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { intersectionSource } from '../../src/narrow/intersection-source.ts';
import { foundBy, fromFound, type ReadIds, restAfter, type SourceContext } from '../../src/narrow/sources.ts';
import type { WordSource } from '../../src/narrow/word-source.ts';
import type { Direction, IdBounds } from '../../src/stores/messages/range-store.ts';

const END = 400;

/** Every id whose remainder modulo `by` is less than `below`. */
function ids(by: number, below: number): number[] {
  return Array.from({ length: END }, (_, id) => id).filter((id) => id % by < below);
}

function listOf(all: readonly number[]): ReadIds {
  return async (_reader, { direction, low, high, limit }) => {
    const ids = all.filter((id) => id >= low && id < high);
    return (direction === 'older' ? ids.toReversed() : ids).slice(0, limit);
  };
}

/** Words that the messages in `all` contain. With `idsPerRead`, that many ids at once, as from an unordered index. */
function wordsOf(all: readonly number[], idsPerRead?: number): WordSource {
  const whole = foundBy(listOf(all));
  const matches: WordSource['matches'] = async (reader, page) => {
    if (idsPerRead === undefined) return whole(reader, page);
    const isOlder = page.direction === 'older';
    const low = isOlder ? Math.max(page.low, page.high - idsPerRead) : page.low;
    const high = isOlder ? page.high : Math.min(page.high, page.low + idsPerRead);
    const { ids, rest } = await whole(reader, { ...page, low, high });
    const isAll = low === page.low && high === page.high;
    return { ids, rest: rest ?? (isAll ? undefined : restAfter(page, isOlder ? low : high - 1)) };
  };
  return { ...fromFound(matches), matches };
}

async function idsByPages(words: WordSource, others: ReadIds, direction: Direction, limit: number) {
  const context = { heads: async (ids: readonly number[]) => ids } as unknown as SourceContext;
  const source = intersectionSource(words, others);
  const found: number[] = [];
  let bounds: IdBounds | undefined = { low: 0, high: Number.MAX_SAFE_INTEGER };
  while (bounds) {
    const { heads, rest }: { heads: readonly unknown[]; rest: IdBounds | undefined } = await source.page(
      context,
      { ...bounds, direction, limit },
    );
    assert.ok(heads.length <= limit);
    found.push(...(heads as readonly number[]));
    assert.ok(!rest || rest.high - rest.low < bounds.high - bounds.low, 'each page advances');
    bounds = rest;
  }
  return found;
}

const lists: Readonly<Record<string, readonly number[]>> = {
  'one in three': ids(3, 1),
  'one in fifty': ids(50, 1),
  'blocks of sixty': ids(120, 60),
  'nearly all': ids(20, 19),
  none: [],
};

for (const [name, ids] of Object.entries(lists)) {
  for (const [listed, others] of Object.entries(lists)) {
    test(`the words in ${name} intersect with the list ${listed}`, async () => {
      const expected = ids.filter((id) => others.includes(id));
      for (const idsPerRead of [undefined, 7, 1000]) {
        for (const limit of [1, 8, 1000]) {
          const words = wordsOf(ids, idsPerRead);
          assert.deepEqual(await idsByPages(words, listOf(others), 'newer', limit), expected);
          assert.deepEqual(await idsByPages(words, listOf(others), 'older', limit), expected.toReversed());
        }
      }
    });
  }
}
