// A scheduled message: its destination and its wire form.

import {
  anyOf,
  anyText,
  boolean,
  type Decoded,
  id,
  list,
  nonNegativeInteger,
  oneOf,
  optional,
  record,
} from '../../api-contract/codec.ts';
import { type ApiError, badRequest } from '../../api-contract/error.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import type { Row } from '../../storage/schema.ts';
import { parseIds } from '../id-column.ts';

export type ScheduledMessageRow = Row<'scheduled_message'>;

/** The destination of a message: a topic of a channel, or people. */
export type MessageDestination = Pick<ScheduledMessageRow, 'channel_id' | 'topic' | 'recipient_ids'>;

export function channelDestination(channelId: number, topic: string): MessageDestination {
  return { channel_id: channelId, topic, recipient_ids: '[]' };
}

/** A direct message to people by their ids. Without other recipients, it is for the sender. */
export function directDestination(senderId: number, accountIds: readonly number[]): MessageDestination {
  const others = [...new Set(accountIds)].filter((id) => id !== senderId).sort((a, b) => a - b);
  return {
    channel_id: null,
    topic: '',
    recipient_ids: JSON.stringify(others.length > 0 ? others : [senderId]),
  };
}

/** The recipients of a direct message, without the sender unless they are the only one. */
export function recipientsOf({ recipient_ids }: Pick<MessageDestination, 'recipient_ids'>): number[] {
  return parseIds(recipient_ids);
}

export const scheduledMessageSchema = record({
  scheduled_message_id: id,
  type: oneOf('stream', 'private'),
  to: anyOf('is neither a channel nor a list of people', id, list(id)),
  topic: optional(anyText),
  content: anyText,
  rendered_content: anyText,
  scheduled_delivery_timestamp: nonNegativeInteger,
  failed: boolean,
});

export type WireScheduledMessage = Decoded<typeof scheduledMessageSchema>;

export function wireScheduledMessage(row: ScheduledMessageRow): WireScheduledMessage {
  const destination =
    row.channel_id === null
      ? { type: 'private' as const, to: recipientsOf(row) }
      : { type: 'stream' as const, to: row.channel_id, topic: row.topic };
  return {
    scheduled_message_id: row.id,
    ...destination,
    content: row.content,
    rendered_content: row.rendered_content,
    scheduled_delivery_timestamp: row.due_at,
    failed: row.is_failed === 1,
  };
}

/** The error for a time that has passed, or that is missing where it is required. */
export function notInFuture(): ApiError {
  return badRequest('Scheduled delivery time must be in the future.');
}

/** Refuses a time that is not in the future. */
export function checkIsInFuture(dueAt: number): void {
  if (dueAt <= nowSeconds()) throw notInFuture();
}
