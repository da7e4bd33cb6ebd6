// `saved_snippets` events for a person's own clients.

import { id } from '../../api-contract/codec.ts';
import type { NewEvent } from '../../api-contract/event.ts';
import { eventTypeWithOps, newPersonalEvent } from '../../api-contract/event-declaration.ts';
import { type SnippetRow, snippetSchema, wireSnippet } from './saved-snippet.ts';

export const savedSnippetsEvent = eventTypeWithOps(
  'saved_snippets',
  'One of your saved snippets was added, changed or deleted.',
  {
    add: { saved_snippet: snippetSchema },
    update: { saved_snippet: snippetSchema },
    remove: { saved_snippet_id: id },
  },
);

export function snippetAdded(row: SnippetRow): NewEvent {
  return newPersonalEvent(savedSnippetsEvent, row.account_id, { op: 'add', saved_snippet: wireSnippet(row) });
}

/** The event contains the whole snippet. */
export function snippetChanged(row: SnippetRow): NewEvent {
  return newPersonalEvent(savedSnippetsEvent, row.account_id, {
    op: 'update',
    saved_snippet: wireSnippet(row),
  });
}

export function snippetRemoved(accountId: number, snippetId: number): NewEvent {
  return newPersonalEvent(savedSnippetsEvent, accountId, { op: 'remove', saved_snippet_id: snippetId });
}
