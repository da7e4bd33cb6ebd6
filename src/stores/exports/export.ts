// An export of an organization's data: an archive that administrators request and that a job makes.

import type { Keyring } from '../../model/accounts/credentials.ts';
import { exportUrl } from '../../model/exports/export-files.ts';
import type { ExportKind, WireExport } from '../../model/exports/export-schema.ts';
import type { Row } from '../../storage/schema.ts';
import { openColumn } from '../sealed-column.ts';

export type ExportRow = Row<'data_export'>;

/** Whether an export is still to be made. */
export function isPending(row: ExportRow): boolean {
  return row.completed_at === null && row.failed_at === null && row.deleted_at === null;
}

/** The unguessable part of the archive's address; null while there is no file. */
export function secretOf(keyring: Keyring, { secret }: Pick<ExportRow, 'secret'>): string | null {
  return secret === null ? null : openColumn(keyring, 'export-secret', secret);
}

/** The wire form of an export; times are seconds since 1970. */
export function wireExport(keyring: Keyring, row: ExportRow): WireExport {
  const secret = secretOf(keyring, row);
  const hasFile = row.completed_at !== null && row.deleted_at === null;
  return {
    id: row.id,
    acting_user_id: row.account_id,
    export_time: row.asked_at,
    deleted_timestamp: row.deleted_at,
    failed_timestamp: row.failed_at,
    export_url: hasFile && secret !== null ? row.organization_url + exportUrl(row, secret) : null,
    pending: isPending(row),
    export_type: row.kind as ExportKind,
    // Imports from another server do not include its exports.
    export_from_prior_server: false,
  };
}
