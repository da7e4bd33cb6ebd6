// A message that is pinned for everyone in its conversation.

import { described, id, integer, record } from '../../api-contract/codec.ts';
import type { Row } from '../../storage/schema.ts';

export type PinnedMessageRow = Row<'pinned_message'>;

export const pinnedMessageFields = {
  message_id: described(id, 'The ID of the message.'),
  user_id: described(id, 'The ID of the user who pinned it.'),
  pinned_at: described(integer(), 'When it was pinned, in seconds since 1970.'),
};

export const pinnedMessageSchema = record(pinnedMessageFields);

export function wirePinnedMessage(row: Pick<PinnedMessageRow, 'message_id' | 'account_id' | 'pinned_at'>): {
  message_id: number;
  user_id: number;
  pinned_at: number;
} {
  return { message_id: row.message_id, user_id: row.account_id, pinned_at: row.pinned_at };
}
