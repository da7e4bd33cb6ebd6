// Changes an account's own flags on messages inside a unit of work. Flagging a readable message that was
// never received adds it to the account's history.

import { invalidMessage } from '../../api-contract/error.ts';
import type { Account } from '../../model/accounts/account.ts';
import { FlagBit, type FlagChange } from '../../model/messages/message-flags.ts';
import type { MessageHead } from '../../model/messages/message-row.ts';
import { isSubscribed, type SubscriptionPeriods } from '../../model/subscriptions/subscription-periods.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import { tableLookup } from '../../stores/channel-access/lookup.ts';
import { readableHeads } from '../../stores/message-access/message-access.ts';
import { arrivalsByMessage, messageHeads } from '../../stores/messages/message-store.ts';
import { clearPersonalBits, personalBits, setPersonalBits } from '../../stores/messages/personal-store.ts';
import { markHeadsUnread } from '../../stores/read-state/mark-unread.ts';
import { isBetweenOthers, wasReceived } from '../../stores/read-state/reception.ts';
import { unreadDetails } from '../../stores/read-state/unread-summary.ts';
import { periodsAroundMessages } from '../../stores/subscriptions/period-store.ts';
import { markRead } from '../read-state/mark-read.ts';
import { emitFlagChange, emitUnread } from '../read-state/read-state-events.ts';

export interface FlagChangeResult {
  /** The messages whose flag changed, ascending. */
  readonly changedIds: readonly number[];
  /** Channels whose messages cannot become unread because the account is not subscribed, ascending. */
  readonly skippedChannelIds: readonly number[];
}

/**
 * Changes a flag. Removing a missing flag, and reading what was never unread, changes nothing for any
 * message.
 * @throws `Invalid message(s)` when it would flag a message that the account has not received and may not
 * read
 */
export async function changeFlags(
  writer: Writer,
  account: Account,
  { op, flag }: FlagChange,
  ids: readonly number[],
): Promise<FlagChangeResult> {
  if (flag !== 'read') {
    const bit = FlagBit[flag];
    const changedIds = await (op === 'add' ? addBit : removeBit)(writer, account, bit, ids);
    emitFlagChange(writer, account.id, { op, flag, ids: changedIds });
    return { changedIds, skippedChannelIds: [] };
  }
  if (op === 'add') return { changedIds: await markRead(writer, account.id, ids), skippedChannelIds: [] };
  return markUnread(writer, account, ids);
}

async function removeBit(
  writer: Writer,
  account: Account,
  bit: number,
  ids: readonly number[],
): Promise<number[]> {
  const bits = await personalBits(writer, account.id, ids);
  const changed = [...bits].filter(([, flags]) => flags & bit).map(([id]) => id);
  await clearPersonalBits(writer, account.id, changed, bit);
  return changed.sort((a, b) => a - b);
}

async function addBit(
  writer: Writer,
  account: Account,
  bit: number,
  ids: readonly number[],
): Promise<number[]> {
  const bits = await personalBits(writer, account.id, ids);
  const missing = [...new Set(ids)].filter((id) => ((bits.get(id) ?? 0) & bit) === 0);
  const heads = await messageHeads(writer, missing);
  if (heads.length < missing.length) throw invalidMessage();
  const subscriptions = await periodsAroundMessages(writer, account.id, missing);
  const historical = await outsideHistory(writer, account, heads, { subscriptions, bits });
  await setPersonalBits(writer, account.id, historical, bit | FlagBit.historical);
  const historicalIds = new Set(historical);
  await setPersonalBits(
    writer,
    account.id,
    missing.filter((id) => !historicalIds.has(id)),
    bit,
  );
  return heads.map((head) => head.id);
}

/**
 * The messages that the account neither received nor has a row for. @throws if it may not read one of them
 */
async function outsideHistory(
  writer: Writer,
  account: Account,
  heads: readonly MessageHead[],
  {
    subscriptions,
    bits,
  }: { readonly subscriptions: SubscriptionPeriods; readonly bits: ReadonlyMap<number, number> },
): Promise<number[]> {
  const movedIds = heads.filter((head) => head.is_moved === 1).map((head) => head.id);
  const arrivals = await arrivalsByMessage(writer, movedIds);
  const notReceived = heads
    .filter((head) => !bits.has(head.id))
    .filter((head) => isBetweenOthers(head, account.id) || !wasReceived(head, subscriptions, arrivals))
    .map((head) => head.id);
  if (notReceived.length === 0) return notReceived;
  const now = (await accountById(writer, account.id)) ?? account;
  const readable = await readableHeads(tableLookup({ writer, account: now }), notReceived);
  if (readable.length < notReceived.length) throw invalidMessage();
  return notReceived;
}

async function markUnread(
  writer: Writer,
  account: Account,
  ids: readonly number[],
): Promise<FlagChangeResult> {
  const missing = new Set(ids);
  const heads = await messageHeads(writer, [...missing]);
  if (heads.length < missing.size) throw invalidMessage();
  const subscriptions = await periodsAroundMessages(writer, account.id, [...missing]);
  const possible = heads.filter(
    (head) => head.channel_id === null || isSubscribed(subscriptions, head.channel_id),
  );
  const possibleIds = possible.map((head) => head.id);
  const bits = await personalBits(writer, account.id, possibleIds);
  const historical = await outsideHistory(writer, account, possible, { subscriptions, bits });
  await setPersonalBits(writer, account.id, historical, FlagBit.historical);
  const { changed, skippedChannelIds } = await markHeadsUnread(writer, account.id, subscriptions, heads);
  emitUnread(writer, account.id, await unreadDetails(writer, account, subscriptions, changed));
  return { changedIds: changed.map((head) => head.id), skippedChannelIds };
}
