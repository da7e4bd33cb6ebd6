// `scheduled_messages` events for the sender's own clients.

import { id, list } from '../../api-contract/codec.ts';
import type { NewEvent } from '../../api-contract/event.ts';
import { eventTypeWithOps, newPersonalEvent } from '../../api-contract/event-declaration.ts';
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

export function scheduledMessageAdded(row: ScheduledMessageRow): NewEvent {
  return newPersonalEvent(scheduledMessagesEvent, row.sender_id, {
    op: 'add',
    scheduled_messages: [wireScheduledMessage(row)],
  });
}

/** The event contains the whole message. */
export function scheduledMessageChanged(row: ScheduledMessageRow): NewEvent {
  return newPersonalEvent(scheduledMessagesEvent, row.sender_id, {
    op: 'update',
    scheduled_message: wireScheduledMessage(row),
  });
}

/** The message was canceled or sent. */
export function scheduledMessageRemoved(senderId: number, messageId: number): NewEvent {
  return newPersonalEvent(scheduledMessagesEvent, senderId, {
    op: 'remove',
    scheduled_message_id: messageId,
  });
}
