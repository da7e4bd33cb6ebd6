// The messages directly before and after given ones in their conversations, as far as the requester may read them.

import type { MessageHead } from '../../model/messages/message-row.ts';
import { readableHeads } from '../../stores/message-access/message-access.ts';
import { type Direction, idsInRanges } from '../../stores/messages/range-store.ts';
import type { AccountRequester } from '../requester.ts';

/** A message with the ids of its neighbors; null for one that does not exist or may not be read. */
export interface Neighbors {
  readonly id: number;
  readonly before: number | null;
  readonly after: number | null;
}

/** The id next to each message in its conversation; undefined at the end. */
async function adjacent(
  { reader }: AccountRequester,
  heads: readonly MessageHead[],
  direction: Direction,
): Promise<(number | undefined)[]> {
  const ranges = heads.map(({ id, conversation_id: key }) =>
    direction === 'older' ? { key, low: 0, high: id } : { key, low: id + 1, high: Number.MAX_SAFE_INTEGER },
  );
  const lists = await idsInRanges(reader, 'conversation_id', ranges, { direction, limit: 1 });
  return lists.map(([id]) => id);
}

/**
 * The neighbors of those messages that the requester may read, ascending, and the heads of all neighbors. One step is
 * taken in each direction: a neighbor that may not be read is not replaced by the next one.
 */
export async function neighborsOf(
  requester: AccountRequester,
  ids: readonly number[],
): Promise<{ readonly neighbors: readonly Neighbors[]; readonly heads: readonly MessageHead[] }> {
  const requestedHeads = await readableHeads(requester, ids);
  const [before, after] = [
    await adjacent(requester, requestedHeads, 'older'),
    await adjacent(requester, requestedHeads, 'newer'),
  ];
  const found = new Set([...before, ...after].filter((id) => id !== undefined));
  const heads = await readableHeads(requester, [...found]);
  const readable = new Set(heads.map(({ id }) => id));
  const readableId = (id: number | undefined) => (id !== undefined && readable.has(id) ? id : null);
  return {
    neighbors: requestedHeads.map(({ id }, at) => ({
      id,
      before: readableId(before[at]),
      after: readableId(after[at]),
    })),
    heads,
  };
}
