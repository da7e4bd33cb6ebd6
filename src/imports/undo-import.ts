// Undoes an import, finished or not: removes everything that was written by it and since.

import { badRequest } from '../api-contract/error.ts';
import { nowSeconds } from '../api-contract/time.ts';
import { allImports, deleteImport, markImportUndoing } from '../stores/imports/import-store.ts';
import {
  organizationTables,
  removeFrom,
  removeOrganizationRow,
  removeSomeMessages,
  removeStrayRows,
} from '../stores/imports/remove-organization.ts';
import { areFilesLeased } from '../stores/job-marks/file-lease-store.ts';
import { removeStaleArchives } from './archive/work-folder.ts';
import { selectImport } from './select-import.ts';
import type { ImportTarget, Progress } from './write/target.ts';

/** Messages per unit of work. */
const BATCH = 1000;

export interface UndoneImport {
  readonly organizationId: number;
  readonly startedAt: string;
}

interface UndoOptions {
  /** The host of the organization; undefined if there is only one import. */
  readonly host: string | undefined;
  /** Whether to undo it even if messages were written since. */
  readonly isForced: boolean;
  readonly progress: Progress;
}

/** Removes an import. @throws if it is ambiguous, or if messages were written since and `isForced` is false */
export async function undoImport(
  { database, fileStore, workFolder }: Pick<ImportTarget, 'database' | 'fileStore' | 'workFolder'>,
  { host, isForced, progress }: UndoOptions,
): Promise<UndoneImport> {
  await refuseDuringBackup(database);
  await removeStaleArchives(workFolder);
  const rows = await allImports(database.reader(0));
  const row = selectImport(rows, host, 'There is no import to undo.');
  const id = row.organization_id;
  const newer = await database
    .reader(id)
    .db.selectFrom('message')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('organization_id', '=', id)
    .where('id', '>', row.newest_message_id)
    .executeTakeFirst();
  const newMessages = Number(newer?.count ?? 0);
  if (newMessages > 0 && !isForced)
    throw badRequest(
      `${newMessages} messages were written since the import. Use --even-if-used to delete them too.`,
    );
  await database.write(id, async (writer) => {
    await markImportUndoing(writer);
    await removeOrganizationRow(writer);
  });
  for (let removed = 0; ; ) {
    const count = await database.write(id, (writer) => removeSomeMessages(writer, BATCH));
    if (count === 0) break;
    removed += count;
    progress('messages', removed, undefined);
  }
  await database.write(id, removeStrayRows);
  for (const table of organizationTables) await database.write(id, (writer) => removeFrom(writer, table));
  await refuseDuringBackup(database);
  for (const folder of ['uploads', 'avatars', 'emoji', 'organization', 'exports'])
    await fileStore.remove(`${folder}/${id}`);
  await database.write(id, deleteImport);
  return { organizationId: id, startedAt: new Date(row.started_at * 1000).toISOString() };
}

/** Refuses to remove files during a backup, which would miss them if it has read the rows. */
async function refuseDuringBackup(database: ImportTarget['database']): Promise<void> {
  if (await areFilesLeased(database.reader(0), nowSeconds()))
    throw badRequest('A backup is running. Run this command again when it is done.');
}
