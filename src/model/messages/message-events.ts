// The log entry of a new message: all that any queue's view of it needs, whoever looks and in whatever shape.

import type { Audience, NewEvent } from '../../api-contract/event.ts';
import type { OutgoingMessage } from './outgoing.ts';
import type { MessageRow, SubmessageRow } from './row.ts';

/** What views of a `message` entry need; the row as it was stored, and the flags of those who have some. */
export interface MessageEventExtra {
  readonly messageId: number;
  readonly row: MessageRow;
  /** The one that makes it a widget, where it is one. */
  readonly submessages: readonly SubmessageRow[];
  readonly topic: string;
  readonly directKey: string | null;
  /** People mentioned one by one or through a group. */
  readonly mentionedIds: readonly number[];
  readonly alertedIds: readonly number[];
  /** People mentioned as participants of the topic. */
  readonly topicMentionedIds: readonly number[];
  /** People for whom it is read from the start, where it is not for all. */
  readonly readIds: readonly number[];
  /** People for whom it is unread although it is read for all others from the start. */
  readonly unreadIds: readonly number[];
  /** The sender's own queue is told which of its local echoes this is. */
  readonly localId: string | null;
  readonly queueId: string | null;
}

/** Whether a new message is read for somebody who receives it. */
export function isReadFromStart(extra: MessageEventExtra, accountId: number): boolean {
  const { row, readIds, unreadIds } = extra;
  return row.arrives_read === 1 ? !unreadIds.includes(accountId) : readIds.includes(accountId);
}

/** What a message's event says beyond what was stored and sent. */
export type MessageReception = Omit<
  MessageEventExtra,
  'messageId' | 'row' | 'submessages' | 'localId' | 'queueId'
>;

/** A new message. Its fields are its reader's, so the payload is empty and the view fills it in. */
export function messageEvent(
  audience: Audience,
  { row, submessages }: Pick<MessageEventExtra, 'row' | 'submessages'>,
  { localName }: Pick<OutgoingMessage, 'localName'>,
  reception: MessageReception,
): NewEvent {
  const extra = {
    ...reception,
    messageId: row.id,
    row,
    submessages,
    localId: localName?.localId ?? null,
    queueId: localName?.queueId ?? null,
  } satisfies MessageEventExtra;
  return { type: 'message', audience, payload: {}, extra };
}
