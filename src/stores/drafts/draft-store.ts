// Reads and writes drafts.

import type { Writer } from '../../storage/reader-writer.ts';
import { ownRows } from '../own-rows.ts';

/** Drafts, most recently edited first. */
export const drafts = ownRows({
  table: 'draft',
  owner: 'account_id',
  orderBy: [
    ['edited_at', 'desc'],
    ['id', 'desc'],
  ],
});

/** Removes all drafts of an account. */
export async function deleteDraftsOf(writer: Writer, accountId: number): Promise<void> {
  await writer.db.deleteFrom('draft').where('account_id', '=', accountId).execute();
}
