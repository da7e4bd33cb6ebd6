// A message that its sender wants sent later: where it goes, and how clients read it.

import type { Selectable } from 'kysely';
import {
  anyOf,
  anyText,
  boolean,
  type Decoded,
  id,
  list,
  oneOf,
  optional,
  record,
} from '../../api-contract/codec.ts';
import { type ApiError, badRequest } from '../../api-contract/error.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import type { ScheduledMessageTable } from '../../storage/schema.ts';
import { idsFrom } from '../id-column.ts';

export type ScheduledMessageRow = Selectable<ScheduledMessageTable>;

/** Where a message goes: a topic of a channel, or people. */
export type Destination = Pick<ScheduledMessageRow, 'channel_id' | 'topic' | 'recipient_ids'>;

/** The destination in a channel. */
export function channelDestination(channelId: number, topic: string): Destination {
  return { channel_id: channelId, topic, recipient_ids: '[]' };
}

/** The destination among people, by their ids; a list of nobody else is for the sender. */
export function directDestination(senderId: number, accountIds: readonly number[]): Destination {
  const others = [...new Set(accountIds)].filter((id) => id !== senderId).sort((a, b) => a - b);
  return {
    channel_id: null,
    topic: '',
    recipient_ids: JSON.stringify(others.length > 0 ? others : [senderId]),
  };
}

/** The people of a direct destination, without the sender unless there is nobody else. */
export function recipientsOf({ recipient_ids }: Pick<Destination, 'recipient_ids'>): number[] {
  return idsFrom(recipient_ids);
}

/** A scheduled message as clients read it. */
export const scheduledMessageShape = record({
  scheduled_message_id: id,
  type: oneOf('stream', 'private'),
  to: anyOf('is no channel and no list of people', id, list(id)),
  topic: optional(anyText),
  content: anyText,
  rendered_content: anyText,
  scheduled_delivery_timestamp: id,
  failed: boolean,
});

export type WireScheduledMessage = Decoded<typeof scheduledMessageShape>;

/** The message as its sender's clients read it. */
export function wireScheduledMessage(row: ScheduledMessageRow): WireScheduledMessage {
  const place =
    row.channel_id === null
      ? { type: 'private' as const, to: recipientsOf(row) }
      : { type: 'stream' as const, to: row.channel_id, topic: row.topic };
  return {
    scheduled_message_id: row.id,
    ...place,
    content: row.content,
    rendered_content: row.rendered_content,
    scheduled_delivery_timestamp: row.due_at,
    failed: row.is_failed === 1,
  };
}

/** The moment that was given has passed, or none was given where one is needed. */
export function notAhead(): ApiError {
  return badRequest('Scheduled delivery time must be in the future.');
}

/** Refuses a moment that is not ahead. */
export function checkIsAhead(dueAt: number): void {
  if (dueAt <= nowSeconds()) throw notAhead();
}
