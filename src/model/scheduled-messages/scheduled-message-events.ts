// `scheduled_messages` events for the sender's own clients.

import type { NewEvent } from '../../api-contract/event.ts';
import { type ScheduledMessageRow, wireScheduledMessage } from './scheduled-message.ts';

function event(senderId: number, payload: Readonly<Record<string, unknown>>): NewEvent {
  return { type: 'scheduled_messages', audience: { kind: 'accounts', ids: [senderId] }, payload };
}

export function scheduledMessageAdded(row: ScheduledMessageRow): NewEvent {
  return event(row.sender_id, { op: 'add', scheduled_messages: [wireScheduledMessage(row)] });
}

/** The event contains the whole message. */
export function scheduledMessageChanged(row: ScheduledMessageRow): NewEvent {
  return event(row.sender_id, { op: 'update', scheduled_message: wireScheduledMessage(row) });
}

/** The message was canceled or sent. */
export function scheduledMessageRemoved(senderId: number, id: number): NewEvent {
  return event(senderId, { op: 'remove', scheduled_message_id: id });
}
