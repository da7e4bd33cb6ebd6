// The log entry of a new message. It contains everything that the view of any queue needs, for every viewer and
// wire form.

import type { Audience, NewEvent } from '../../api-contract/event.ts';
import { newPartialEvent } from '../../api-contract/event-declaration.ts';
import { nowMilliseconds } from '../../api-contract/time.ts';
import { messageEventType } from './message-event-schema.ts';
import type { MessageRow, SubmessageRow } from './message-row.ts';
import type { OutgoingMessage } from './outgoing-message.ts';

/** Data that the views of a `message` entry need: the stored row, and the accounts that have certain flags. */
export interface MessageEventExtra {
  readonly messageId: number;
  readonly row: MessageRow;
  /** The submessage that makes it a widget, if it is one. */
  readonly submessages: readonly SubmessageRow[];
  readonly topic: string;
  readonly directKey: string | null;
  /** Accounts mentioned individually or through a group. */
  readonly mentionedIds: readonly number[];
  readonly alertedIds: readonly number[];
  /** Accounts mentioned as participants of the topic. */
  readonly topicMentionedIds: readonly number[];
  /** Accounts for which it is read on arrival, if it is not for all. */
  readonly readIds: readonly number[];
  /** Accounts for which it is unread although it is read on arrival for all others. */
  readonly unreadIds: readonly number[];
  /** The local echo that it replaces, which only the sender's own queue receives. */
  readonly localId: string | null;
  readonly queueId: string | null;
}

/** Whether a new message is already read for an account that receives it. */
export function isReadOnArrival(extra: MessageEventExtra, accountId: number): boolean {
  const { row, readIds, unreadIds } = extra;
  return row.arrives_read === 1 ? !unreadIds.includes(accountId) : readIds.includes(accountId);
}

/** How a message is received: the part of the entry that is neither stored nor sent. */
export type MessageReception = Omit<
  MessageEventExtra,
  'messageId' | 'row' | 'submessages' | 'localId' | 'queueId'
>;

/** A new message. Its fields depend on the viewer, so the payload is empty and each view fills it in. */
export function messageEvent(
  audience: Audience,
  { row, submessages }: Pick<MessageEventExtra, 'row' | 'submessages'>,
  { localEcho }: Pick<OutgoingMessage, 'localEcho'>,
  reception: MessageReception,
): NewEvent {
  const extra = {
    ...reception,
    messageId: row.id,
    row,
    submessages,
    localId: localEcho?.localId ?? null,
    queueId: localEcho?.queueId ?? null,
  } satisfies MessageEventExtra;
  return newPartialEvent(messageEventType, {}, { audience, extra, sentAt: nowMilliseconds() });
}
