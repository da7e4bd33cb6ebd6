// Messages that an account may have read: up to its read marks, its own messages, and exceptions. It suits accounts
// that have read little; if an account has read most messages, any source soon finds read ones.

import type { Reader } from '../storage/reader-writer.ts';
import { arrivedReadIds, personalRowIds, sentIds } from '../stores/messages/list-store.ts';
import { idsAround, movedIds } from '../stores/messages/range-store.ts';
import { markedReadIds, readProgress } from '../stores/read-state/read-conversations.ts';
import { nearestIds } from './nearest-ids.ts';
import { mergedSource, type Source } from './sources.ts';

/** The messages that may be read, of those that an account received in the channels or directly, or has rows for. */
export async function readSource(
  reader: Reader,
  accountId: number,
  channelIds: readonly number[],
): Promise<Source> {
  const { base, conversations } = await readProgress(reader, accountId);
  const channels = new Set(channelIds);
  const included = conversations.filter(({ channelId }) => channelId === null || channels.has(channelId));
  const ranges = included.map(({ id, first, through, isWhole }) => ({
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
    // A message that the account did not receive where it is now counts as read.
    async (reader, page) => (await movedIds(reader, channelIds, page)).flat(),
  );
}
