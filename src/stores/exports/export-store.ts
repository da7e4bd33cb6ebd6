// Data exports, and the queue of those to be made.

import type { Keyring } from '../../model/accounts/credentials.ts';
import type { ExportKind } from '../../model/exports/export-schema.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import { type ExportRow, secretOf } from './export.ts';

/** All exports of the organization, oldest first, including deleted and failed ones. */
export function exportsOf(reader: Reader): Promise<ExportRow[]> {
  return reader.db
    .selectFrom('data_export')
    .selectAll()
    .where('organization_id', '=', reader.organizationId)
    .orderBy('id')
    .execute();
}

/** An export of the organization, finished or not. */
export function exportById(reader: Reader, id: number): Promise<ExportRow | undefined> {
  return reader.db
    .selectFrom('data_export')
    .selectAll()
    .where('organization_id', '=', reader.organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The export whose archive address has the secret, unless it was deleted. */
export async function exportBySecret(
  reader: Reader,
  keyring: Keyring,
  secret: string,
): Promise<ExportRow | undefined> {
  const rows = await reader.db
    .selectFrom('data_export')
    .selectAll()
    .where('organization_id', '=', reader.organizationId)
    .where('secret', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.find((row) => secretOf(keyring, row) === secret);
}

/** Stores a requested export and returns its id. */
export async function insertExport(
  writer: Writer,
  requested: { readonly accountId: number; readonly kind: ExportKind; readonly organizationUrl: string },
): Promise<number> {
  const { id } = await writer.db
    .insertInto('data_export')
    .values({
      organization_id: writer.organizationId,
      account_id: requested.accountId,
      kind: requested.kind,
      organization_url: requested.organizationUrl,
      asked_at: writer.now,
      completed_at: null,
      failed_at: null,
      deleted_at: null,
      secret: null,
      tries: 0,
      leased_until: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Pending exports of all organizations that no server has leased, oldest first. */
export function exportsToMake(reader: Reader, now: number, limit: number): Promise<ExportRow[]> {
  return reader.db
    .selectFrom('data_export')
    .selectAll()
    .where('completed_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('leased_until', '<=', now)
    .orderBy('id')
    .limit(limit)
    .execute();
}

type Change = Partial<
  Pick<ExportRow, 'completed_at' | 'failed_at' | 'deleted_at' | 'secret' | 'tries' | 'leased_until'>
>;

export async function updateExport(writer: Writer, id: number, change: Change): Promise<void> {
  await writer.db
    .updateTable('data_export')
    .set(change)
    .where('organization_id', '=', writer.organizationId)
    .where('id', '=', id)
    .execute();
}
