// Imports of organizations in the database.

import type { Selectable } from 'kysely';
import { badRequest } from '../../api-contract/error.ts';
import type { OrganizationImportTable } from '../../storage/schema.ts';
import type { Reader, Writer } from '../../storage/session.ts';

export type ImportRow = Selectable<OrganizationImportTable>;

/** All imports, the first first; `reader` may be of any organization. */
export function allImports(reader: Reader): Promise<ImportRow[]> {
  return reader.db.selectFrom('organization_import').selectAll().orderBy('organization_id').execute();
}

/** Notes that an import has begun. */
export async function beginImport(writer: Writer, row: ImportRow): Promise<void> {
  await writer.db.insertInto('organization_import').values(row).execute();
}

/**
 * Notes how far an import has come that is in a stage; throws where it is not, so that the unit is taken back. The same
 * stage says only that the import is still in it, and keeps it there until the unit has ended.
 */
export async function updateImport(
  writer: Writer,
  stage: string,
  changes: Partial<Omit<ImportRow, 'organization_id'>>,
): Promise<void> {
  const changed = await writer.db
    .updateTable('organization_import')
    .set(changes)
    .where('organization_id', '=', writer.organizationId)
    .where('stage', '=', stage)
    .returning('organization_id')
    .execute();
  if (changed.length !== 1)
    throw badRequest('The import is under way elsewhere too, or was taken back meanwhile.');
}

/** The stage of an import that is taken back: it goes on no more. */
export const UNDOING = 'undoing';

/** Notes that an import is taken back, whatever it had come to. */
export async function endImport(writer: Writer): Promise<void> {
  await writer.db
    .updateTable('organization_import')
    .set({ stage: UNDOING })
    .where('organization_id', '=', writer.organizationId)
    .execute();
}

/**
 * Refuses while an import is not finished, or not wholly taken back: what it has taken is not to be told from what is free.
 * No other begins until the unit has ended.
 */
export async function refuseBesideAnother(writer: Writer): Promise<void> {
  if (writer.engine === 'postgres')
    await writer.execute('lock table organization_import in share row exclusive mode', []);
  const other = (await allImports(writer)).find(
    ({ finished_at, stage }) => finished_at === null || stage === UNDOING,
  );
  if (!other) return;
  const place = other.host === '' ? 'without a host' : `for the host ${other.host}`;
  throw badRequest(
    other.stage === UNDOING
      ? `An import ${place} is being taken back: end that first with --undo.`
      : `An import ${place} is not finished: go on with it, or take it back with --undo.`,
  );
}

/** Forgets an import, once nothing is left of what it brought. */
export async function forgetImport(writer: Writer): Promise<void> {
  await writer.db
    .deleteFrom('organization_import')
    .where('organization_id', '=', writer.organizationId)
    .execute();
}
