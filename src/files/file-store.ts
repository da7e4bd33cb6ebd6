// Where uploads and pictures are kept: on the server's own disk, or in an object store that several servers share.
// What is kept under a path never changes; paths are made of parts that the server chose, joined by `/`.

import type { Readable } from 'node:stream';

/** A file of this machine that a store may take for its own: afterwards it may be gone from where it was. */
export interface LocalFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

/** What is to be kept: bytes in memory, or a file that is too large for that. */
export type Content = Buffer | LocalFile;

export interface NamedContent {
  readonly name: string;
  readonly content: Content;
}

/** A file that was found; whoever opened it closes it, or reads a stream of it to its end. */
export interface StoredFile {
  /** In bytes. */
  readonly size: number;
  /** The bytes from `start` to `end`, both included; closes the file when it ends. */
  stream(part: { readonly start: number; readonly end: number }): Promise<Readable>;
  close(): Promise<void>;
}

export interface FileStore {
  /** Keeps files below a folder; resolves once they are durable. */
  write(folder: string, files: readonly NamedContent[]): Promise<void>;
  /** Opens a file; undefined where there is none. */
  open(path: string): Promise<StoredFile | undefined>;
  /** All of a small file; undefined where there is none. */
  read(path: string): Promise<Buffer | undefined>;
  /** Removes a file, or a folder with everything in it; nothing happens where there is none. */
  remove(path: string): Promise<void>;
  /** The paths of all files below a folder that are whole, in no order; what comes and goes meanwhile may be among them. */
  list(folder: string): AsyncIterable<string>;
}

/** The folders that the files of a store lie in. */
export const storeFolders = ['avatars', 'emoji', 'exports', 'organization', 'uploads'] as const;

/** A store that cannot be used; the message is one sentence for the person who starts the server. */
export class UnusableFileStore extends Error {}

/** Keeps files in a folder that is theirs alone: all of them, or where one fails none. */
export async function writeTogether(
  store: FileStore,
  folder: string,
  files: readonly NamedContent[],
): Promise<void> {
  try {
    await store.write(folder, files);
  } catch (error) {
    // Nobody will come to look for the part that was written.
    await store.remove(folder).catch(() => undefined);
    throw error;
  }
}

/** How many bytes some content has. */
export function sizeOf(content: Content): number {
  return Buffer.isBuffer(content) ? content.length : content.size;
}
