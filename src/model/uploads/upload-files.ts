// Stores uploads in `uploads/{organization}/{two hex digits}/{secret}/`, one folder per upload with the file
// and its thumbnails. No part of a path comes from a client.

import {
  type Content,
  type FileStore,
  type NamedContent,
  type StoredFile,
  writeAllOrNone,
} from '../../files/file-store.ts';
import { parseUploadPath } from './path-id.ts';

const ORIGINAL = 'original';
const SIZE_NAME = /^\d{1,6}x\d{1,6}(?:-anim)?\.webp$/;

/** The folder of an upload in the store. */
export function uploadFolder(pathId: string): string {
  const path = parseUploadPath(pathId);
  if (!path) throw new Error('not the path of an upload');
  return `uploads/${path.organizationId}/${path.shard}/${path.secret}`;
}

/** Stores an upload; resolves once it is durable. */
export function storeUpload(
  store: FileStore,
  pathId: string,
  content: Content,
  sizes: readonly NamedContent[],
): Promise<void> {
  return writeAllOrNone(store, uploadFolder(pathId), [...sizes, { name: ORIGINAL, content }]);
}

/** Removes an upload that no row refers to. */
export function removeUpload(store: FileStore, pathId: string): Promise<void> {
  return store.remove(uploadFolder(pathId));
}

/** Opens an upload; undefined if it does not exist. */
export function openUpload(store: FileStore, pathId: string): Promise<StoredFile | undefined> {
  return store.open(`${uploadFolder(pathId)}/${ORIGINAL}`);
}

/** Opens another size of an uploaded picture, by the last segment of its URL; undefined if it does not exist. */
export async function openThumbnail(
  store: FileStore,
  pathId: string,
  name: string,
): Promise<StoredFile | undefined> {
  return SIZE_NAME.test(name) ? store.open(`${uploadFolder(pathId)}/${name}`) : undefined;
}
