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
    (reader, page) => idsAround(reader, { ...page, high: Math.min(page.high, base + 1) }),
    (reader, page) => nearestIds(reader, 'conversation_id', ranges, page),
    (reader, page) => sentIds(reader, accountId, page),
    (reader, page) => markedReadIds(reader, accountId, page),
    (reader, page) => personalRowIds(reader, { accountId, flag: 'any' }, page),
    arrivedReadIds,
    // Who was not there when a message arrived where it stands now has it as read.
    async (reader, page) => (await movedIds(reader, channelIds, page)).flat(),
  );
}
