// Marks all messages of a muted sender as read for the account that muted them. There may be a million, so
// the newest are marked with the mute itself, and the rest afterwards from the oldest on, in units of bounded
// size that do not block other writes. The progress is stored in the outbox row in the same unit of work,
// so nothing is lost when a server ends.

import { count, recordOf } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { Yielder } from '../../api-contract/yielding.ts';
import type { MessageHead } from '../../model/messages/message-row.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import { newestMessageId } from '../../stores/conversations/newest-id.ts';
import { sentIds } from '../../stores/messages/list-store.ts';
import { messageHeads } from '../../stores/messages/message-store.ts';
import { readStatusOf } from '../../stores/read-state/read-status.ts';
import { isBetweenOthers } from '../../stores/read-state/reception.ts';
import { periodsAroundMessages } from '../../stores/subscriptions/period-store.ts';
import { queueWork, workIn } from '../outbox/outbox-store.ts';
import type { WorkOutcome } from '../outbox/work-outcome.ts';
import { markRead } from './mark-read.ts';

/** The kind of the outbox rows. */
export const MUTED_SENDER = 'muted-sender';

/** The messages left to mark: those with ids from `low` (inclusive) to `high` (exclusive). */
interface Rest {
  readonly accountId: number;
  readonly senderId: number;
  readonly low: number;
  readonly high: number;
}

/** The payload of a row. */
const restCodec = recordOf<Rest>({ accountId: count, senderId: count, low: count, high: count });

/** Marks a sender's messages as read for an account: the newest at once, the rest soon after. */
export async function markSenderRead(writer: Writer, accountId: number, senderId: number): Promise<void> {
  const high = (await newestMessageId(writer)) + 1;
  const atOnce = limits.mutedMessagesPerUnit;
  const newest = await sentIds(writer, senderId, { direction: 'older', low: 0, high, limit: atOnce });
  await markRead(writer, accountId, newest);
  const oldest = newest.at(-1);
  if (newest.length < atOnce || oldest === undefined) return;
  const rest: Rest = { accountId, senderId, low: 0, high: oldest };
  await queueWork(writer, MUTED_SENDER, JSON.stringify(rest));
}

async function unreadAmong(
  reader: Reader,
  accountId: number,
  heads: readonly MessageHead[],
): Promise<number[]> {
  const own = heads.filter((head) => !isBetweenOthers(head, accountId));
  const ids = own.map(({ id }) => id);
  const subscriptions = await periodsAroundMessages(reader, accountId, ids);
  const statuses = await readStatusOf(reader, accountId, subscriptions, own);
  return ids.filter((id) => statuses.get(id)?.isRead === false);
}

interface Part {
  readonly ids: readonly number[];
  /** Undefined after the last part. */
  readonly rest: Rest | undefined;
}

/** Finds the next unread messages; other requests run in between. */
async function nextPart(reader: Reader, current: Rest, signal: AbortSignal): Promise<Part> {
  const { accountId, senderId, high } = current;
  const yielder = new Yielder();
  const atOnce = limits.mutedMessagesPerUnit;
  for (let { low } = current; ; ) {
    const idsOfSender = await sentIds(reader, senderId, { direction: 'newer', low, high, limit: atOnce });
    const ids = await unreadAmong(reader, accountId, await messageHeads(reader, idsOfSender));
    low = (idsOfSender.at(-1) ?? high) + 1;
    const rest = idsOfSender.length < atOnce ? undefined : { ...current, low };
    if (ids.length > 0 || !rest || signal.aborted) return { ids, rest };
    await yielder.yieldIfDue();
  }
}

/**
 * Finds the next part of a row's work, and returns the work to be done in one unit.
 * @param signal ends the search when the server stops
 */
export async function markMutedPart(
  reader: Reader,
  payload: string,
  signal: AbortSignal,
): Promise<WorkOutcome> {
  const current = workIn(restCodec, payload);
  const { ids, rest } = await nextPart(reader, current, signal);
  const units = [(writer: Writer) => markRead(writer, current.accountId, ids)];
  return rest ? { is: 'part done', payload: JSON.stringify(rest), units } : { is: 'done', units };
}
