// Finds the unfinished import of an archive, and checks whether another one may begin.

import { badRequest } from '../api-contract/error.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import { allImports, type ImportRow, UNDOING } from '../stores/imports/import-store.ts';
import { allOrganizationRows } from '../stores/organizations/organization-store.ts';

/** The unfinished import of an archive, identified by its key. */
export async function unfinishedImport(
  database: ParleyDatabase,
  key: string,
  host: string,
): Promise<ImportRow | undefined> {
  const rows = await allImports(database.reader(0));
  return rows.find(
    (row) =>
      row.archive_key === key && row.host === host && row.finished_at === null && row.stage !== UNDOING,
  );
}

/** @throws if another organization has the host */
export async function refuseTakenHost(database: ParleyDatabase, host: string): Promise<void> {
  if (!(await allOrganizationRows(database.reader(0))).some((row) => row.host === host)) return;
  throw badRequest(
    host === ''
      ? 'An organization already exists. Set a host for the new one with --host.'
      : `The host ${host} is already used. Choose another one with --host.`,
  );
}
