// Reading or writing very much in blocks, so that no statement holds up others.

import { Pace } from '../api-contract/yielding.ts';

/** Rows of one statement. */
const ROWS_AT_ONCE = 500;

/** Parts of a list that one statement is asked for; others have their turns between two. */
export async function* blocksOf<T>(list: readonly T[], size = ROWS_AT_ONCE): AsyncGenerator<readonly T[]> {
  const pace = new Pace();
  for (let from = 0; from < list.length; from += size) {
    await pace.step();
    yield list.length <= size ? list : list.slice(from, from + size);
  }
}
