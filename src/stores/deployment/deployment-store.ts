// The row about the deployment as a whole: the first server on a database writes it, the others use it.

import type { Reader, Writer } from '../../storage/reader-writer.ts';
import type { Schema } from '../../storage/schema.ts';

const ONLY = 1;

/** Undefined until a server has opened the database. */
export async function deploymentRow(reader: Reader): Promise<Schema['deployment'] | undefined> {
  return reader.db.selectFrom('deployment').selectAll().where('id', '=', ONLY).executeTakeFirst();
}

/** Writes the row, unless another server already has. */
export async function insertDeployment(
  writer: Writer,
  secretMark: string,
  sharedSecret: string | null,
): Promise<void> {
  await writer.db
    .insertInto('deployment')
    .values({ id: ONLY, secret_mark: secretMark, shared_secret: sharedSecret, demo_state: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Stores the secret for further servers, sealed. */
export async function updateSharedSecret(writer: Writer, sealed: string): Promise<void> {
  await writer.db.updateTable('deployment').set({ shared_secret: sealed }).where('id', '=', ONLY).execute();
}

/** Records that everything is now sealed under another secret. */
export async function changeDeploymentSecret(
  writer: Writer,
  secretMark: string,
  sharedSecret: string | null,
): Promise<void> {
  await writer.db
    .updateTable('deployment')
    .set({ secret_mark: secretMark, shared_secret: sharedSecret })
    .where('id', '=', ONLY)
    .execute();
}

/** Returns true for the server that is to fill the demo organization. */
export async function beginDemo(writer: Writer): Promise<boolean> {
  const row = await writer.db
    .updateTable('deployment')
    .set({ demo_state: 'filling' })
    .where('id', '=', ONLY)
    .where('demo_state', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that the demo organization is complete, so that no later start fills it again. */
export async function completeDemo(writer: Writer): Promise<void> {
  await writer.db.updateTable('deployment').set({ demo_state: 'filled' }).where('id', '=', ONLY).execute();
}
