// The store that a server was told to keep its files in. What the object store needs is loaded only where it is used.

import { DiskStore } from './disk-store.ts';
import type { FileStore } from './file-store.ts';
import type { S3Options } from './s3-options.ts';

/** Opens the object store, or without one the disk. @throws UnusableFileStore where it does not work */
export async function openFileStore(dataDirectory: string, s3: S3Options | undefined): Promise<FileStore> {
  if (!s3) return new DiskStore(dataDirectory);
  const { S3Store } = await import('./s3-store.ts');
  return S3Store.open(s3);
}

/** The same without trying it, which would write: for who only looks. */
export async function openUntriedFileStore(
  dataDirectory: string,
  s3: S3Options | undefined,
): Promise<FileStore> {
  if (!s3) return new DiskStore(dataDirectory);
  const { S3Store } = await import('./s3-store.ts');
  return S3Store.untried(s3);
}
