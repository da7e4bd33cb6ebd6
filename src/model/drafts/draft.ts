// A draft: an unfinished message that a person's clients save.

import {
  anyText,
  type Decoded,
  id,
  list,
  nonNegativeInteger,
  oneOf,
  record,
} from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import type { Row } from '../../storage/schema.ts';
import { parseIds } from '../id-column.ts';
import { normalizeContent } from '../messages/message-content.ts';
import { normalizeTopic } from '../messages/topic.ts';

export type DraftRow = Row<'draft'>;
export type DraftType = '' | 'stream' | 'private';

/** The columns of a draft that its content determines. */
export type DraftContent = Omit<DraftRow, 'id' | 'organization_id' | 'account_id'>;

/** A draft as a client sends it. */
export interface SentDraft {
  readonly type: DraftType;
  readonly to: readonly number[];
  readonly topic: string;
  readonly content: string;
  readonly timestamp?: number;
}

export const draftSchema = record({
  id,
  type: oneOf('', 'stream', 'private'),
  to: list(id),
  topic: anyText,
  content: anyText,
  timestamp: nonNegativeInteger,
});

export type WireDraft = Decoded<typeof draftSchema>;

export function wireDraft(row: DraftRow): WireDraft {
  return {
    id: row.id,
    type: row.type as DraftType,
    to: parseIds(row.recipient_ids),
    topic: row.topic,
    content: row.content,
    timestamp: row.edited_at,
  };
}

/**
 * The columns to store for a draft. Drops fields that its type does not have, and cleans the text as when sending.
 */
export function draftContent(sent: SentDraft, now: number): DraftContent {
  if (sent.type === 'stream' && sent.to.length !== 1) {
    throw badRequest('Must specify exactly 1 channel ID for channel messages');
  }
  return {
    type: sent.type,
    recipient_ids: JSON.stringify(sent.type === '' ? [] : [...new Set(sent.to)]),
    topic: sent.type === 'stream' ? normalizeTopic(sent.topic) : '',
    content: normalizeContent(sent.content),
    edited_at: Math.floor(sent.timestamp ?? now),
  };
}
