// The interface of file stores for uploads and pictures: a local disk, or an object store shared by several
// servers. The content of a path never changes. Path segments are chosen by the server and joined by `/`.

import type { Readable } from 'node:stream';
import { CodedError } from '../errors/coded-error.ts';

/** A local file that a store may take over: it may be moved away, unless it must stay. */
export interface LocalFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /**
   * Whether the file must stay at its path, since another attempt may need it. The store may then share its bytes by a hard
   * link: who changes the file afterwards copies it first.
   */
  readonly mustStay?: boolean;
}

/** Content to store: bytes in memory, or a file too large for that. */
export type Content = Buffer | LocalFile;

export interface NamedContent {
  readonly name: string;
  readonly content: Content;
}

/** An open file. The caller must close it, or read a stream of it to the end. */
export interface StoredFile {
  /** In bytes. */
  readonly size: number;
  /** The bytes from `start` to `end` inclusive; closes the file at the end. */
  stream(part: { readonly start: number; readonly end: number }): Promise<Readable>;
  close(): Promise<void>;
}

/** All bytes of an open file, piece by piece. Closes it at the end. */
export async function bytesOf(file: StoredFile): Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>> {
  if (file.size > 0) return file.stream({ start: 0, end: file.size - 1 });
  await file.close();
  return [];
}

export interface FileStore {
  /** Stores files below a folder; resolves once they are durable. */
  write(folder: string, files: readonly NamedContent[]): Promise<void>;
  /** Does the same in a folder that does not exist and whose name no one else knows: its files may be seen incomplete. */
  writeNewFolder(folder: string, files: readonly NamedContent[]): Promise<void>;
  /** Opens a file; undefined if it does not exist. */
  open(path: string): Promise<StoredFile | undefined>;
  /** The content of a small file; undefined if it does not exist. */
  read(path: string): Promise<Buffer | undefined>;
  /** Removes a file, or a folder recursively; does nothing if it does not exist. */
  remove(path: string): Promise<void>;
  /** The paths of all complete files below a folder, in no order; concurrent changes may be included. */
  list(folder: string): AsyncIterable<string>;
}

/** The top-level folders of a store. */
export const storeFolders = ['avatars', 'emoji', 'exports', 'organization', 'uploads'] as const;

/** A store that cannot be used; the message is one sentence for the operator. */
export class UnusableFileStoreError extends CodedError {
  constructor(message: string, options?: ErrorOptions) {
    super('FILE_STORE_UNUSABLE', message, options);
  }
}

/** Stores files in a new folder with a secret name: all of them, or none if one fails. */
export async function writeAllOrNone(
  store: FileStore,
  folder: string,
  files: readonly NamedContent[],
): Promise<void> {
  try {
    await store.writeNewFolder(folder, files);
  } catch (error) {
    // Nothing refers to the files that were written.
    await store.remove(folder).catch(() => undefined);
    throw error;
  }
}

/** The size of content, in bytes. */
export function sizeOf(content: Content): number {
  return Buffer.isBuffer(content) ? content.length : content.size;
}
