// Schedules, changes and cancels a message, inside units of work.

import { ApiError, badRequest } from '../../api-contract/error.ts';
import type { ComposedContent } from '../../model/messages/message-content.ts';
import {
  type MessageDestination,
  notInFuture,
  recipientsOf,
} from '../../model/scheduled-messages/scheduled-message.ts';
import {
  scheduledMessageAdded,
  scheduledMessageChanged,
  scheduledMessageRemoved,
} from '../../model/scheduled-messages/scheduled-message-events.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import { checkChannelMessage, checkDirectMessage } from '../../stores/messages/posting-checks.ts';
import { readCreator, takeQuota } from '../../stores/quotas/take-quota.ts';
import { wasDelivered } from '../../stores/scheduled-messages/delivered-store.ts';
import {
  scheduledMessageById,
  scheduledMessages,
} from '../../stores/scheduled-messages/scheduled-message-store.ts';

/** The id is unknown, belongs to another account, or the message was sent long ago. */
function noSuchScheduledMessage(): ApiError {
  return new ApiError(404, 'BAD_REQUEST', 'Scheduled message does not exist');
}

/** The error for changing a scheduled message that is gone. */
export async function unchangeable(reader: Reader, senderId: number, id: number): Promise<ApiError> {
  if (await wasDelivered(reader, senderId, id)) return badRequest('Scheduled message was already sent');
  return noSuchScheduledMessage();
}

/** Refuses a message that could not be sent now. */
async function checkMayBeSent(
  writer: Writer,
  senderId: number,
  destination: MessageDestination,
  content: ComposedContent,
): Promise<void> {
  const message = { senderId, content };
  if (destination.channel_id === null) await checkDirectMessage(writer, recipientsOf(destination), message);
  else await checkChannelMessage(writer, destination.channel_id, destination.topic, message);
}

export interface NewScheduledMessage {
  readonly senderId: number;
  readonly client: string;
  readonly destination: MessageDestination;
  readonly content: ComposedContent;
  readonly dueAt: number;
  readonly isReadBySender: boolean;
  readonly organizationUrl: string;
}

/** Stores a message to be sent later; returns its id. */
export async function scheduleMessage(writer: Writer, message: NewScheduledMessage): Promise<number> {
  const { senderId, destination, content } = message;
  await checkMayBeSent(writer, senderId, destination, content);
  await takeQuota(await readCreator(writer, senderId), 'scheduled_messages');
  const row = await scheduledMessages.insert(writer, senderId, {
    channel_id: destination.channel_id,
    topic: destination.topic,
    recipient_ids: destination.recipient_ids,
    content: content.source,
    rendered_content: content.rendered.html,
    due_at: message.dueAt,
    client: message.client,
    is_read_by_sender: message.isReadBySender ? 1 : 0,
    organization_url: message.organizationUrl,
    is_failed: 0,
  });
  writer.emit(scheduledMessageAdded(row));
  return row.id;
}

export interface ScheduledMessageChange {
  readonly senderId: number;
  readonly client: string;
  readonly organizationUrl: string;
  /** Undefined if unchanged. */
  readonly destination: MessageDestination | undefined;
  /** The new text, or the current one rendered again. */
  readonly content: ComposedContent;
  readonly isNewContent: boolean;
  readonly dueAt: number | undefined;
}

/** Changes a scheduled message. One that failed needs a new time and is then tried again. */
export async function changeScheduledMessage(
  writer: Writer,
  id: number,
  change: ScheduledMessageChange,
): Promise<void> {
  const scheduled = await scheduledMessageById(writer, change.senderId, id);
  if (!scheduled) throw await unchangeable(writer, change.senderId, id);
  if (scheduled.is_failed === 1 && change.dueAt === undefined) throw notInFuture();
  const { content, destination } = change;
  if (!change.isNewContent && content.source !== scheduled.content) {
    throw badRequest('The scheduled message was changed in the meantime. Try again.');
  }
  if (destination || content.source !== scheduled.content) {
    await checkMayBeSent(writer, change.senderId, destination ?? scheduled, content);
  }
  const row = await scheduledMessages.change(writer, change.senderId, id, {
    ...destination,
    content: content.source,
    rendered_content: content.rendered.html,
    ...(change.dueAt !== undefined && { due_at: change.dueAt }),
    client: change.client,
    organization_url: change.organizationUrl,
    is_failed: 0,
  });
  if (!row) throw new Error('a scheduled message disappeared within a unit of work');
  writer.emit(scheduledMessageChanged(row));
}

/**
 * Cancels a scheduled message. If it has just been sent, nothing is left to do: its clients have the event.
 */
export async function cancelScheduledMessage(writer: Writer, senderId: number, id: number): Promise<void> {
  if (!(await scheduledMessages.remove(writer, senderId, id))) {
    if (await wasDelivered(writer, senderId, id)) return;
    throw noSuchScheduledMessage();
  }
  writer.emit(scheduledMessageRemoved(senderId, id));
}
