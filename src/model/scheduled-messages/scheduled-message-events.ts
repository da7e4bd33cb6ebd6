// What the clients of a sender are told of their scheduled messages.

import type { NewEvent } from '../../api-contract/event.ts';
import { type ScheduledMessageRow, wireScheduledMessage } from './scheduled-message.ts';

function event(senderId: number, payload: Readonly<Record<string, unknown>>): NewEvent {
  return { type: 'scheduled_messages', audience: { kind: 'accounts', ids: [senderId] }, payload };
}

/** A new scheduled message, for the other clients of its author. */
export function scheduledMessageAdded(row: ScheduledMessageRow): NewEvent {
  return event(row.sender_id, { op: 'add', scheduled_messages: [wireScheduledMessage(row)] });
}

/** A scheduled message as it is now, whole. */
export function scheduledMessageChanged(row: ScheduledMessageRow): NewEvent {
  return event(row.sender_id, { op: 'update', scheduled_message: wireScheduledMessage(row) });
}

/** Cancelled, or sent. */
export function scheduledMessageRemoved(senderId: number, id: number): NewEvent {
  return event(senderId, { op: 'remove', scheduled_message_id: id });
}
