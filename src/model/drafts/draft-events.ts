// What a person's own clients are told of their drafts.

import type { NewEvent } from '../../api-contract/event.ts';
import { type DraftRow, wireDraft } from './draft.ts';

function event(accountId: number, payload: Readonly<Record<string, unknown>>): NewEvent {
  return { type: 'drafts', audience: { kind: 'accounts', ids: [accountId] }, payload };
}

/** New drafts, for the other clients of their author. */
export function draftsAdded(accountId: number, rows: readonly DraftRow[]): NewEvent {
  return event(accountId, { op: 'add', drafts: rows.map(wireDraft) });
}

/** A draft as it is now, whole. */
export function draftChanged(accountId: number, row: DraftRow): NewEvent {
  return event(accountId, { op: 'update', draft: wireDraft(row) });
}

/** A draft that is gone. */
export function draftRemoved(accountId: number, id: number): NewEvent {
  return event(accountId, { op: 'remove', draft_id: id });
}
