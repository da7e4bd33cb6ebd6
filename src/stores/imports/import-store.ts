// Stores the progress of imports of organizations.

import { badRequest } from '../../api-contract/error.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import type { Row } from '../../storage/schema.ts';

export type ImportRow = Row<'organization_import'>;

/** All imports; `reader` may be of any organization. */
export function allImports(reader: Reader): Promise<ImportRow[]> {
  return reader.db.selectFrom('organization_import').selectAll().orderBy('organization_id').execute();
}

export async function insertImport(writer: Writer, row: ImportRow): Promise<void> {
  await writer.db.insertInto('organization_import').values(row).execute();
}

/**
 * Records the progress of an import that is in a stage.
 * @throws if it is in another one, so that the unit of work is rolled back. Repeating the same stage asserts
 * that the import is still in it and keeps it there until the unit has ended.
 */
export async function updateImport(
  writer: Writer,
  stage: string,
  changes: Partial<Omit<ImportRow, 'organization_id'>>,
): Promise<void> {
  const updated = await writer.db
    .updateTable('organization_import')
    .set(changes)
    .where('organization_id', '=', writer.organizationId)
    .where('stage', '=', stage)
    .returning('organization_id')
    .execute();
  if (updated.length !== 1) throw badRequest('Another process is running this import, or it was undone.');
}

/** The stage of an import that is being undone and does not continue. */
export const UNDOING = 'undoing';

/** Marks an import as being undone, whatever its stage. */
export async function markImportUndoing(writer: Writer): Promise<void> {
  await writer.db
    .updateTable('organization_import')
    .set({ stage: UNDOING })
    .where('organization_id', '=', writer.organizationId)
    .execute();
}

/**
 * Requires that no import is unfinished or partly undone, because the ids that it has reserved look like unused ones.
 * No other import can begin until the unit of work has ended.
 */
export async function requireNoOtherImport(writer: Writer): Promise<void> {
  if (writer.engine === 'postgres')
    await writer.execute('lock table organization_import in share row exclusive mode', []);
  const other = (await allImports(writer)).find(
    ({ finished_at, stage }) => finished_at === null || stage === UNDOING,
  );
  if (!other) return;
  const hostPhrase = other.host === '' ? 'without a host' : `for the host ${other.host}`;
  throw badRequest(
    other.stage === UNDOING
      ? `An import ${hostPhrase} is being undone. Finish that first with --undo.`
      : `An import ${hostPhrase} is unfinished. Run it again to continue, or undo it with --undo.`,
  );
}

/** Deletes the row of an import after everything it imported was removed. */
export async function deleteImport(writer: Writer): Promise<void> {
  await writer.db
    .deleteFrom('organization_import')
    .where('organization_id', '=', writer.organizationId)
    .execute();
}
