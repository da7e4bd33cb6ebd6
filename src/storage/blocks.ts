// Processes long lists in blocks, so that no statement delays other requests.

import { Yielder } from '../api-contract/yielding.ts';

/** The default number of rows per statement. */
const ROWS_AT_ONCE = 500;

/** Splits a list into blocks, each for one statement, and yields to other requests between two blocks. */
export async function* blocksOf<T>(list: readonly T[], size = ROWS_AT_ONCE): AsyncGenerator<readonly T[]> {
  const yielder = new Yielder();
  for (let from = 0; from < list.length; from += size) {
    await yielder.yieldIfDue();
    yield list.length <= size ? list : list.slice(from, from + size);
  }
}
