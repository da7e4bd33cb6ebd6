// Takes an import back, finished or not: everything that it brought is removed, and what was written since.

import { badRequest } from '../api-contract/error.ts';
import { nowSeconds } from '../api-contract/time.ts';
import { allImports, endImport, forgetImport } from '../stores/imports/import-store.ts';
import {
  organizationTables,
  removeFrom,
  removeOrganizationRow,
  removeSomeMessages,
  removeStrayRows,
} from '../stores/imports/remove-organization.ts';
import { areFilesHeld } from '../stores/job-marks/held-files.ts';
import { removeLeftArchives } from './archive/work-folder.ts';
import { chosenImport } from './chosen-import.ts';
import type { ImportTarget, Progress } from './write/target.ts';

/** Messages of one unit of work. */
const TOGETHER = 1000;

export interface UndoneImport {
  readonly organizationId: number;
  readonly startedAt: string;
}

interface UndoOptions {
  /** Undefined: there is only one import. */
  readonly host: string | undefined;
  /** Also where messages were written since. */
  readonly isForced: boolean;
  readonly progress: Progress;
}

/** Removes what an import brought; refuses where that is not what was meant. */
export async function undoImport(
  { database, fileStore, workFolder }: Pick<ImportTarget, 'database' | 'fileStore' | 'workFolder'>,
  { host, isForced, progress }: UndoOptions,
): Promise<UndoneImport> {
  await refuseWhileHeld(database);
  await removeLeftArchives(workFolder);
  const rows = await allImports(database.reader(0));
  const row = chosenImport(rows, host, 'There is no import that could be taken back.');
  const id = row.organization_id;
  const newest = await database
    .reader(id)
    .db.selectFrom('message')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('organization_id', '=', id)
    .where('id', '>', row.newest_message_id)
    .executeTakeFirst();
  const since = Number(newest?.count ?? 0);
  if (since > 0 && !isForced)
    throw badRequest(`${since} messages were written since the import; --even-if-used removes them too.`);
  await database.write(id, async (writer) => {
    await endImport(writer);
    await removeOrganizationRow(writer);
  });
  for (let removed = 0; ; ) {
    const some = await database.write(id, (writer) => removeSomeMessages(writer, TOGETHER));
    if (some === 0) break;
    removed += some;
    progress('messages', removed, undefined);
  }
  await database.write(id, removeStrayRows);
  for (const table of organizationTables) await database.write(id, (writer) => removeFrom(writer, table));
  await refuseWhileHeld(database);
  for (const folder of ['uploads', 'avatars', 'emoji', 'organization', 'exports'])
    await fileStore.remove(`${folder}/${id}`);
  await database.write(id, forgetImport);
  return { organizationId: id, startedAt: new Date(row.started_at * 1000).toISOString() };
}

/** The files would be missing from a backup that has read their rows. */
async function refuseWhileHeld(database: ImportTarget['database']): Promise<void> {
  if (await areFilesHeld(database.reader(0), nowSeconds()))
    throw badRequest('A backup is being made: give the command again once it is done.');
}
