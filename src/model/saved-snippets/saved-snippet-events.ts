// `saved_snippets` events for a person's own clients.

import type { NewEvent } from '../../api-contract/event.ts';
import { type SnippetRow, wireSnippet } from './saved-snippet.ts';

function event(accountId: number, payload: Readonly<Record<string, unknown>>): NewEvent {
  return { type: 'saved_snippets', audience: { kind: 'accounts', ids: [accountId] }, payload };
}

export function snippetAdded(row: SnippetRow): NewEvent {
  return event(row.account_id, { op: 'add', saved_snippet: wireSnippet(row) });
}

/** The event contains the whole snippet. */
export function snippetChanged(row: SnippetRow): NewEvent {
  return event(row.account_id, { op: 'update', saved_snippet: wireSnippet(row) });
}

export function snippetRemoved(accountId: number, id: number): NewEvent {
  return event(accountId, { op: 'remove', saved_snippet_id: id });
}
