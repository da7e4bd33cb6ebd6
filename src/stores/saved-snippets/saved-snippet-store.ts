// Reads and writes saved snippets.

import type { SnippetRow } from '../../model/saved-snippets/saved-snippet.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

const byAccount = preparedRead<{ account: number }>()((db, p) =>
  db.selectFrom('saved_snippet').selectAll().where('account_id', '=', p.account).orderBy('id'),
);

/** The snippets of an account, oldest first. */
export async function snippetsOf(reader: Reader, accountId: number): Promise<SnippetRow[]> {
  return byAccount.all(reader, { account: accountId });
}

/** Inserts a snippet and returns it with its id. */
export async function insertSnippet(
  writer: Writer,
  accountId: number,
  title: string,
  content: string,
): Promise<SnippetRow> {
  return writer.db
    .insertInto('saved_snippet')
    .values({
      organization_id: writer.organizationId,
      account_id: accountId,
      title,
      content,
      created_at: writer.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes a snippet of the account; undefined if it has none with that id. */
export async function updateSnippet(
  writer: Writer,
  accountId: number,
  id: number,
  changes: Partial<Pick<SnippetRow, 'title' | 'content'>>,
): Promise<SnippetRow | undefined> {
  return writer.db
    .updateTable('saved_snippet')
    .set(changes)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirst();
}

/** Removes a snippet of the account; returns whether there was one. */
export async function deleteSnippet(writer: Writer, accountId: number, id: number): Promise<boolean> {
  const row = await writer.db
    .deleteFrom('saved_snippet')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
