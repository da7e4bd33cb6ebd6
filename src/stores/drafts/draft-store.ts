// Drafts in the database.

import type { DraftContent, DraftRow } from '../../model/drafts/draft.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/session.ts';

const byAccount = preparedRead<{ account: number }>()((db, p) =>
  db
    .selectFrom('draft')
    .selectAll()
    .where('account_id', '=', p.account)
    .orderBy('edited_at', 'desc')
    .orderBy('id', 'desc'),
);

/** Somebody's drafts, the one that was edited last first. */
export async function draftsOf(reader: Reader, accountId: number): Promise<DraftRow[]> {
  return byAccount.all(reader, { account: accountId });
}

/** Stores a new one and gives it back with its id. */
export async function insertDraft(
  writer: Writer,
  accountId: number,
  content: DraftContent,
): Promise<DraftRow> {
  return writer.db
    .insertInto('draft')
    .values({ ...content, account_id: accountId, organization_id: writer.organizationId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Replaces one of somebody's own; undefined when there is none of that id. */
export async function replaceDraft(
  writer: Writer,
  accountId: number,
  id: number,
  content: DraftContent,
): Promise<DraftRow | undefined> {
  return writer.db
    .updateTable('draft')
    .set(content)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirst();
}

/** Removes one of somebody's own; gives whether there was one. */
export async function deleteDraftRow(writer: Writer, accountId: number, id: number): Promise<boolean> {
  const row = await writer.db
    .deleteFrom('draft')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes all that somebody has. */
export async function deleteDraftsOf(writer: Writer, accountId: number): Promise<void> {
  await writer.db.deleteFrom('draft').where('account_id', '=', accountId).execute();
}
