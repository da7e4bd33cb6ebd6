// `drafts` events for a person's own clients.

import { id, list } from '../../api-contract/codec.ts';
import type { NewEvent } from '../../api-contract/event.ts';
import { eventTypeWithOps, newPersonalEvent } from '../../api-contract/event-declaration.ts';
import { type DraftRow, draftSchema, wireDraft } from './draft.ts';

export const draftsEvent = eventTypeWithOps('drafts', 'One of your drafts was saved, changed or deleted.', {
  add: { drafts: list(draftSchema) },
  update: { draft: draftSchema },
  remove: { draft_id: id },
});

export function draftsAdded(accountId: number, rows: readonly DraftRow[]): NewEvent {
  return newPersonalEvent(draftsEvent, accountId, { op: 'add', drafts: rows.map(wireDraft) });
}

/** The event contains the whole draft. */
export function draftChanged(accountId: number, row: DraftRow): NewEvent {
  return newPersonalEvent(draftsEvent, accountId, { op: 'update', draft: wireDraft(row) });
}

export function draftRemoved(accountId: number, draftId: number): NewEvent {
  return newPersonalEvent(draftsEvent, accountId, { op: 'remove', draft_id: draftId });
}
