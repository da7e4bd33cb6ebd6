// Reads and writes drafts.

import type { DraftContent, DraftRow } from '../../model/drafts/draft.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

const byAccount = preparedRead<{ account: number }>()((db, p) =>
  db
    .selectFrom('draft')
    .selectAll()
    .where('account_id', '=', p.account)
    .orderBy('edited_at', 'desc')
    .orderBy('id', 'desc'),
);

/** The drafts of an account, most recently edited first. */
export async function draftsOf(reader: Reader, accountId: number): Promise<DraftRow[]> {
  return byAccount.all(reader, { account: accountId });
}

/** Inserts a draft and returns it with its id. */
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

/** Replaces a draft of the account; undefined if it has none with that id. */
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

/** Removes a draft of the account; returns whether there was one. */
export async function deleteDraftRow(writer: Writer, accountId: number, id: number): Promise<boolean> {
  const row = await writer.db
    .deleteFrom('draft')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes all drafts of an account. */
export async function deleteDraftsOf(writer: Writer, accountId: number): Promise<void> {
  await writer.db.deleteFrom('draft').where('account_id', '=', accountId).execute();
}
