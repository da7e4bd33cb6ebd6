// Where the bytes of uploads lie: `uploads/{organization}/{two hex digits}/{secret}/` below the data directory, a
// folder for each upload with the file itself and its thumbnails. No part of a path is made of what a client sent.

import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { type NamedBytes, removeTree, writeFolder } from '../files/durable.ts';
import { uploadPlace } from './path-id.ts';

const ORIGINAL = 'original';
const SIZE_NAME = /^\d{1,6}x\d{1,6}(?:-anim)?\.webp$/;

/** The folder of an upload, below the data directory. */
export function uploadFolder(pathId: string): string {
  const place = uploadPlace(pathId);
  if (!place) throw new Error('not the path of an upload');
  return join('uploads', String(place.organizationId), place.shelf, place.secret);
}

/** Writes an upload; resolves once it is on disk. */
export async function keepUpload(
  dataDirectory: string,
  pathId: string,
  bytes: Buffer,
  sizes: readonly NamedBytes[],
): Promise<void> {
  await writeFolder(join(dataDirectory, uploadFolder(pathId)), [{ name: ORIGINAL, bytes }, ...sizes]);
}

/** Removes an upload that no row names. */
export async function removeUpload(dataDirectory: string, pathId: string): Promise<void> {
  await removeTree(join(dataDirectory, uploadFolder(pathId)));
}

/** An open file; whoever opened it closes it. */
export interface OpenFile {
  readonly handle: FileHandle;
  readonly size: number;
}

async function openedAt(path: string): Promise<OpenFile | undefined> {
  const handle = await open(path, 'r').catch(() => undefined);
  if (!handle) return undefined;
  const { size } = await handle.stat();
  return { handle, size };
}

/** Opens an upload; undefined when it is gone. */
export function openUpload(dataDirectory: string, pathId: string): Promise<OpenFile | undefined> {
  return openedAt(join(dataDirectory, uploadFolder(pathId), ORIGINAL));
}

/** Opens an uploaded picture in another size, by the last part of its address; undefined when there is none. */
export async function openSize(
  dataDirectory: string,
  pathId: string,
  name: string,
): Promise<OpenFile | undefined> {
  return SIZE_NAME.test(name) ? openedAt(join(dataDirectory, uploadFolder(pathId), name)) : undefined;
}
