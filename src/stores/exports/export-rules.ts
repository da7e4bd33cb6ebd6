// Which exports are allowed and how often, and which can be deleted. An export reads everything it contains,
// so an organization may make a limited number per week; failed ones do not count.

import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { WEEK } from '../../api-contract/time.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import type { ExportKind } from '../../model/exports/export-schema.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { type ExportRow, isPending, secretOf } from './export.ts';

/** Allows exporting private data without consent only where owners may read everything. */
export function checkKind(kind: ExportKind, organization: Organization): void {
  if (kind !== 'full_without_consent' || organization.settings.owner_full_content_access) return;
  throw badRequest(
    'Invalid export_type: without consent, private data can be exported only where owners have access to all content. Use full_with_consent.',
  );
}

/** Checks the limit of exports per week. */
export function checkExportRate(exports: readonly ExportRow[], now: number): void {
  const recent = exports.filter((row) => row.failed_at === null && row.asked_at > now - WEEK);
  if (recent.length >= limits.exportsPerWeek) {
    throw badRequest(
      `Exceeded rate limit. An organization can make ${limits.exportsPerWeek} exports a week.`,
    );
  }
}

/**
 * Refuses organizations whose uploads are too large for an archive.
 * @param uploadBytes total of all uploads
 */
export function checkSize(uploadBytes: number): void {
  if (uploadBytes > limits.exportedUploadBytes) {
    throw badRequest('Please request a manual export from the administrator of this server.');
  }
}

/** The export, if it has a file that can be deleted. */
export function deletableExport(
  keyring: Keyring,
  row: ExportRow | undefined,
): ExportRow & { readonly secret: string } {
  if (!row) throw badRequest('Invalid data export ID');
  if (row.deleted_at !== null) throw badRequest('Export already deleted');
  if (row.failed_at !== null) throw badRequest('Export failed, nothing to delete');
  const secret = secretOf(keyring, row);
  if (isPending(row) || secret === null) throw badRequest('Export still in progress');
  return { ...row, secret };
}
