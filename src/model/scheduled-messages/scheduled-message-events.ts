// `scheduled_messages` events for the sender's own clients.

import { id, list } from '../../api-contract/codec.ts';
import type { NewEvent } from '../../api-contract/event.ts';
import { eventTypeWithOps, newEvent, type PayloadOf } from '../../api-contract/event-declaration.ts';
import {
  type ScheduledMessageRow,
  scheduledMessageSchema,
  wireScheduledMessage,
} from './scheduled-message.ts';

export const scheduledMessagesEvent = eventTypeWithOps(
  'scheduled_messages',
  'One of your scheduled messages was added, changed or removed.',
  {
    add: { scheduled_messages: list(scheduledMessageSchema) },
    update: { scheduled_message: scheduledMessageSchema },
    remove: { scheduled_message_id: id },
  },
);

function event(senderId: number, payload: PayloadOf<typeof scheduledMessagesEvent>): NewEvent {
  return newEvent(scheduledMessagesEvent, payload, { audience: { kind: 'accounts', ids: [senderId] } });
}

export function scheduledMessageAdded(row: ScheduledMessageRow): NewEvent {
  return event(row.sender_id, { op: 'add', scheduled_messages: [wireScheduledMessage(row)] });
}

/** The event contains the whole message. */
export function scheduledMessageChanged(row: ScheduledMessageRow): NewEvent {
  return event(row.sender_id, { op: 'update', scheduled_message: wireScheduledMessage(row) });
}

/** The message was canceled or sent. */
export function scheduledMessageRemoved(senderId: number, messageId: number): NewEvent {
  return event(senderId, { op: 'remove', scheduled_message_id: messageId });
}
