// Where the archives lie: `exports/{organization}/{secret}/export.tar.gz` in the file store. Whoever knows the secret
// may load one, so that a link works in any browser; only administrators are told of it.

import { randomBytes } from 'node:crypto';
import type { FileStore, LocalFile, StoredFile } from '../../files/file-store.ts';

const FILE_NAME = 'export.tar.gz';
const SECRET = /^[\w-]{43}$/;

interface Owned {
  readonly organization_id: number;
}

/** The part of an export's address that nobody can guess: 32 random bytes. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a part of an address could be the secret of an archive. */
export function isSecret(text: string): boolean {
  return SECRET.test(text);
}

/** The folder of an archive in the store. */
export function exportFolder(organizationId: number, secret: string): string {
  return `exports/${organizationId}/${secret}`;
}

/** The address of an archive, below the organization's. */
export function exportUrl({ organization_id: organizationId }: Owned, secret: string): string {
  return `/exports/${organizationId}/${secret}/${FILE_NAME}`;
}

/** Keeps an archive; resolves once it is durable. */
export function keepArchive(
  store: FileStore,
  organizationId: number,
  secret: string,
  content: LocalFile,
): Promise<void> {
  return store.write(exportFolder(organizationId, secret), [{ name: FILE_NAME, content }]);
}

/** Opens an archive; undefined when there is none. */
export async function openArchive(
  store: FileStore,
  organizationId: number,
  secret: string,
): Promise<StoredFile | undefined> {
  if (!isSecret(secret)) return undefined;
  return store.open(`${exportFolder(organizationId, secret)}/${FILE_NAME}`);
}
