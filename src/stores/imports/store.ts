// Imports of organizations in the database.

import type { Selectable } from 'kysely';
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

/** Notes how far an import has come. */
export async function updateImport(
  writer: Writer,
  changes: Partial<Omit<ImportRow, 'organization_id'>>,
): Promise<void> {
  await writer.db
    .updateTable('organization_import')
    .set(changes)
    .where('organization_id', '=', writer.organizationId)
    .execute();
}

/** Forgets an import, once nothing is left of what it brought. */
export async function forgetImport(writer: Writer): Promise<void> {
  await writer.db
    .deleteFrom('organization_import')
    .where('organization_id', '=', writer.organizationId)
    .execute();
}
