// Stores export archives as `exports/{organization}/{secret}/export.tar.gz` in the file store. Anyone who knows
// the secret may download one, so that the link works in any browser; only administrators receive it.

import { randomBytes } from 'node:crypto';
import type { FileStore, LocalFile, StoredFile } from '../../files/file-store.ts';

const FILE_NAME = 'export.tar.gz';
const SECRET = /^[\w-]{43}$/;

interface OrganizationRow {
  readonly organization_id: number;
}

/** The part of an export's URL that cannot be guessed: 32 random bytes. */
export function newExportSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a part of a URL has the form of an archive's secret. */
export function isExportSecret(text: string): boolean {
  return SECRET.test(text);
}

export function exportFolder(organizationId: number, secret: string): string {
  return `exports/${organizationId}/${secret}`;
}

/** The URL of an archive, relative to the organization's address. */
export function exportUrl({ organization_id: organizationId }: OrganizationRow, secret: string): string {
  return `/exports/${organizationId}/${secret}/${FILE_NAME}`;
}

/** Stores an archive; resolves once it is durable. */
export function storeExportArchive(
  store: FileStore,
  organizationId: number,
  secret: string,
  content: LocalFile,
): Promise<void> {
  return store.write(exportFolder(organizationId, secret), [{ name: FILE_NAME, content }]);
}

/** Opens an archive; undefined if it does not exist. */
export async function openExportArchive(
  store: FileStore,
  organizationId: number,
  secret: string,
): Promise<StoredFile | undefined> {
  if (!isExportSecret(secret)) return undefined;
  return store.open(`${exportFolder(organizationId, secret)}/${FILE_NAME}`);
}
