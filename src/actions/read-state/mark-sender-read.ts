// Marking what one person sent as read for another, who muted them. They may have sent a million messages: the newest are
// marked with the mute itself, the rest afterwards from the oldest on, so many at a time that nobody's writes wait for them.
// How far that came is kept with the work in the outbox, in the unit of work that marks: a server that ends loses nothing.

import { limits } from '../../api-contract/limits.ts';
import { Pace } from '../../api-contract/yielding.ts';
import type { MessageHead } from '../../model/messages/row.ts';
import type { Reader, Writer } from '../../storage/session.ts';
import { newestMessageId } from '../../stores/conversations/newest-id.ts';
import { sentIds } from '../../stores/messages/list-store.ts';
import { messageHeads } from '../../stores/messages/message-store.ts';
import { isBetweenOthers } from '../../stores/read-state/receipt.ts';
import { readStatusOf } from '../../stores/read-state/status.ts';
import { periodsAroundMessages } from '../../stores/subscriptions/period-store.ts';
import { deferWork, type OutboxRow, queueWork, removeWork, takeWork } from '../outbox/outbox-store.ts';
import { markRead } from './mark-read.ts';

/** The kind of work in the outbox. */
export const MUTED_SENDER = 'muted-sender';
/** A part that a server began and never finished is begun again after so long. */
const TAKEN_SECONDS = 60;

/** What is left to be marked: the sender's messages with ids from `low` (inclusive) to `high` (exclusive). */
interface Rest {
  readonly accountId: number;
  readonly senderId: number;
  readonly low: number;
  readonly high: number;
}

/** Marks what one person sent as read for another: the newest at once, the rest soon after. */
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
  /** Undefined where this was the last part. */
  readonly rest: Rest | undefined;
}

/** Looks for the next unread messages; other requests have their turns in between. */
async function nextPart(reader: Reader, given: Rest, signal: AbortSignal): Promise<Part> {
  const { accountId, senderId, high } = given;
  const pace = new Pace();
  const atOnce = limits.mutedMessagesPerUnit;
  for (let { low } = given; ; ) {
    const sent = await sentIds(reader, senderId, { direction: 'newer', low, high, limit: atOnce });
    const ids = await unreadAmong(reader, accountId, await messageHeads(reader, sent));
    low = (sent.at(-1) ?? high) + 1;
    const rest = sent.length < atOnce ? undefined : { ...given, low };
    if (ids.length > 0 || !rest || signal.aborted) return { ids, rest };
    await pace.step();
  }
}

/** How work that is due is done: outside of units of work, and in one. */
interface Means {
  readonly reader: Reader;
  readonly write: <T>(unit: (writer: Writer) => Promise<T>) => Promise<T>;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** Does the work of a row part by part, until it is done, the server is about to end, or another server has it. */
export async function markMutedSender(rowId: number, { reader, write, now, signal }: Means): Promise<void> {
  const taken = await write((writer) => takeWork(writer, rowId, now(), TAKEN_SECONDS));
  if (!taken) return;
  let rest: Rest | undefined = JSON.parse(taken.payload);
  while (rest && !signal.aborted) {
    const { accountId } = rest;
    const part = await nextPart(reader, rest, signal);
    const isOurs = await write(async (writer) => {
      const isHeld = await keepRest(writer, taken, part.rest, now() + (signal.aborted ? 0 : TAKEN_SECONDS));
      if (isHeld) await markRead(writer, accountId, part.ids);
      return isHeld;
    });
    rest = isOurs ? part.rest : undefined;
  }
}

function keepRest(writer: Writer, taken: OutboxRow, rest: Rest | undefined, dueAt: number): Promise<boolean> {
  return rest
    ? deferWork(writer, taken, { dueAt, payload: JSON.stringify(rest) })
    : removeWork(writer, taken);
}
