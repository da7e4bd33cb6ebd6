// Opens the configured file store. The code for object stores is loaded only if one is used.

import { DiskStore } from './disk-store.ts';
import type { FileStore } from './file-store.ts';
import type { S3Options } from './s3-options.ts';

/** Opens the object store, or the disk if none is configured. @throws UnusableFileStoreError if it does not work */
export async function openFileStore(dataDirectory: string, s3: S3Options | undefined): Promise<FileStore> {
  if (!s3) return new DiskStore(dataDirectory);
  const { S3Store } = await import('./s3-store.ts');
  return S3Store.open(s3);
}

/** Opens the store without the check, which writes to it; for read-only use. */
export async function openUncheckedFileStore(
  dataDirectory: string,
  s3: S3Options | undefined,
): Promise<FileStore> {
  if (!s3) return new DiskStore(dataDirectory);
  const { S3Store } = await import('./s3-store.ts');
  return S3Store.unchecked(s3);
}
