// `drafts` events for a person's own clients.

import type { NewEvent } from '../../api-contract/event.ts';
import { type DraftRow, wireDraft } from './draft.ts';

function event(accountId: number, payload: Readonly<Record<string, unknown>>): NewEvent {
  return { type: 'drafts', audience: { kind: 'accounts', ids: [accountId] }, payload };
}

export function draftsAdded(accountId: number, rows: readonly DraftRow[]): NewEvent {
  return event(accountId, { op: 'add', drafts: rows.map(wireDraft) });
}

/** The event contains the whole draft. */
export function draftChanged(accountId: number, row: DraftRow): NewEvent {
  return event(accountId, { op: 'update', draft: wireDraft(row) });
}

export function draftRemoved(accountId: number, id: number): NewEvent {
  return event(accountId, { op: 'remove', draft_id: id });
}
