// Messages that a person may have read: up to their marks, sent by themselves, and what is exceptional. For those who
// have read little of much; where most was read, any source finds it soon.

import type { Reader } from '../storage/session.ts';
import { arrivedReadIds, personalRowIds, sentIds } from '../stores/messages/list-store.ts';
import { idsAround, movedIds } from '../stores/messages/range-store.ts';
import { markedReadIds, readPlaces } from '../stores/read-state/read-places.ts';
import { nearestIds } from './nearest-ids.ts';
import { mergedSource, type Source } from './sources.ts';

/** All that may be read of what a person received in some channels or directly, or has rows for. */
export async function readSource(
  reader: Reader,
  accountId: number,
  channelIds: readonly number[],
): Promise<Source> {
  const { base, conversations } = await readPlaces(reader, accountId);
  const channels = new Set(channelIds);
  const asked = conversations.filter(({ channelId }) => channelId === null || channels.has(channelId));
  const ranges = asked.map(({ id, first, through, isWhole }) => ({
    key: id,
    low: first,
    high: through + 1,
    isFirstKnown: true,
    isLastKnown: isWhole,
  }));
  return mergedSource(
    (reader, direction, { low, high }, limit) =>
      idsAround(reader, direction, { low, high: Math.min(high, base + 1) }, limit),
    (reader, direction, bounds, limit) =>
      nearestIds(reader, 'conversation_id', direction, ranges, bounds, limit),
    (reader, direction, bounds, limit) => sentIds(reader, direction, accountId, bounds, limit),
    (reader, direction, bounds, limit) => markedReadIds(reader, direction, accountId, bounds, limit),
    (reader, direction, bounds, limit) =>
      personalRowIds(reader, direction, { accountId, flag: 'any' }, bounds, limit),
    arrivedReadIds,
    // Who was not there when a message arrived where it stands now has it as read.
    async (reader, direction, bounds, limit) =>
      (await movedIds(reader, direction, channelIds, bounds, limit)).flat(),
  );
}
