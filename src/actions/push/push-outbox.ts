// Outbox rows of push notifications. They name messages and accounts only. The content is read on delivery,
// so nothing deleted remains here, and messages read in the meantime cause no notification.

import {
  boolean,
  type Codec,
  count,
  exactly,
  jsonText,
  list,
  optional,
  recordOf,
  variants,
} from '../../api-contract/codec.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { deleteShown } from '../../stores/push/displayed-store.ts';
import { phoneOwnersAmong } from '../../stores/push/push-accounts.ts';
import { queueWork } from '../outbox/outbox-store.ts';
import {
  queueWebMessage,
  queueWebRemoval,
  type ReturnedConversation,
  returnedFields,
} from './web-push-outbox.ts';

/** The kind of the outbox rows. */
export const PUSH_KIND = 'push';

/** The maximum number of accounts in one row. */
const PEOPLE_PER_ROW = 200;
/** A removal names at most this many of the newest messages. */
const MESSAGES_PER_REMOVAL = 200;

export type PushWork = (
  | (ReturnedConversation & {
      readonly type: 'message';
      readonly messageId: number;
      readonly accountIds: readonly number[];
      /** The accounts were notified of the message before, so that it stays shown if this is not delivered. */
      readonly isShown?: boolean | undefined;
    })
  | { readonly type: 'remove'; readonly accountId: number; readonly messageIds: readonly number[] }
) & {
  /** After a partial failure: the ids of the tokens that were not reached. */
  readonly missed?: readonly string[];
};

type Variant<T extends PushWork['type']> = Extract<PushWork, { readonly type: T }>;
const missedTokenIds = optional(list(jsonText, Number.POSITIVE_INFINITY));

/** The payload of a row. */
export const pushWork: Codec<PushWork> = variants('type', {
  message: recordOf<Variant<'message'>>({
    type: exactly('message'),
    messageId: count,
    accountIds: list(count, PEOPLE_PER_ROW),
    ...returnedFields,
    isShown: optional(boolean),
    missed: missedTokenIds,
  }),
  remove: recordOf<Variant<'remove'>>({
    type: exactly('remove'),
    accountId: count,
    messageIds: list(count, MESSAGES_PER_REMOVAL),
    missed: missedTokenIds,
  }),
});

/**
 * Queues notifications of a message.
 * @param hasRelay whether phones can be reached
 * @param back set if the notifications report that a conversation came back from later; the message is its newest one
 * @param isShown whether the accounts were notified of the message before
 */
export async function queueMessagePush(
  writer: Writer,
  messageId: number,
  accountIds: readonly number[],
  hasRelay: boolean,
  back: ReturnedConversation = {},
  isShown?: boolean,
): Promise<void> {
  if (accountIds.length === 0) return;
  await queueWebMessage(writer, messageId, accountIds, back);
  const withPhones = hasRelay ? await phoneOwnersAmong(writer, accountIds) : [];
  for (let start = 0; start < withPhones.length; start += PEOPLE_PER_ROW) {
    const batch = withPhones.slice(start, start + PEOPLE_PER_ROW);
    const work: PushWork = { type: 'message', messageId, accountIds: batch, ...back, isShown };
    await queueWork(writer, PUSH_KIND, JSON.stringify(work));
  }
}

/** Queues the removal of notifications from an account's devices. */
export async function queueRemoval(
  writer: Writer,
  accountId: number,
  messageIds: readonly number[],
  hasRelay: boolean,
): Promise<void> {
  if (messageIds.length === 0) return;
  await deleteShown(writer, accountId, messageIds);
  const newest = [...messageIds].sort((a, b) => a - b).slice(-MESSAGES_PER_REMOVAL);
  await queueWebRemoval(writer, accountId, newest);
  if (!hasRelay || (await phoneOwnersAmong(writer, [accountId])).length === 0) return;
  const work: PushWork = { type: 'remove', accountId, messageIds: newest };
  await queueWork(writer, PUSH_KIND, JSON.stringify(work));
}
