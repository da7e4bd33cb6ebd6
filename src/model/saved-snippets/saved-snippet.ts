// A saved snippet: a text that an account stores for use in messages.

import {
  anyText,
  type Decoded,
  id,
  isLongerThan,
  nonNegativeInteger,
  record,
} from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Row } from '../../storage/schema.ts';

export type SnippetRow = Row<'saved_snippet'>;

export const snippetSchema = record({
  id,
  title: anyText,
  content: anyText,
  date_created: nonNegativeInteger,
});

export type WireSnippet = Decoded<typeof snippetSchema>;

export function wireSnippet(row: SnippetRow): WireSnippet {
  return { id: row.id, title: row.title, content: row.content, date_created: row.created_at };
}

function checkText(name: 'Title' | 'Content', value: string, maximum: number): string {
  const trimmed = value.trim();
  if (trimmed === '') throw badRequest(`${name} cannot be empty.`);
  if (isLongerThan(trimmed, maximum)) {
    throw badRequest(`${name.toLowerCase()} is too long (limit: ${maximum} characters)`);
  }
  return trimmed;
}

/** The title as it is stored. @throws if it is empty or too long */
export function normalizeSnippetTitle(title: string): string {
  return checkText('Title', title, limits.savedSnippetTitleCodePoints);
}

/** The text as it is stored. @throws if it is empty or too long */
export function normalizeSnippetContent(content: string): string {
  return checkText('Content', content, limits.messageCodePoints);
}
