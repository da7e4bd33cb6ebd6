// Stores files below the data directory. A write is synced before it resolves, since the row that names the
// file is committed next: a crash may leave a file without a row, but never a row without its file.

import { randomBytes } from 'node:crypto';
import {
  copyFile,
  type FileHandle,
  link,
  mkdir,
  open,
  opendir,
  readFile,
  rename,
  rm,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { storageUnavailable } from '../api-contract/error.ts';
import type { Content, FileStore, NamedContent, StoredFile } from './file-store.ts';
import { syncFolder } from './sync-folder.ts';

/** Makes folder entries durable. Calls for one folder that begin while it is being synced share the next sync. */
class FolderSync {
  readonly #current = new Map<string, Promise<void>>();
  readonly #next = new Map<string, Promise<void>>();

  sync(path: string): Promise<void> {
    const waiting = this.#next.get(path);
    if (waiting) return waiting;
    const current = this.#current.get(path);
    if (!current) return this.#begin(path);
    // What was written after the current sync began may be missing from it.
    const next = current.then(() => {
      this.#next.delete(path);
      return this.#begin(path);
    });
    this.#next.set(path, next);
    return next;
  }

  #begin(path: string): Promise<void> {
    const current = syncFolder(path).finally(() => {
      if (this.#current.get(path) === current) this.#current.delete(path);
    });
    this.#current.set(path, current);
    return current;
  }
}

/** Creates a folder and its parents so that they survive a crash. */
async function makeFolder(path: string, folders: FolderSync): Promise<void> {
  const firstMade = await mkdir(path, { recursive: true });
  if (firstMade === undefined) return;
  const top = dirname(firstMade);
  for (let directory = dirname(path); directory.length > top.length; directory = dirname(directory)) {
    await folders.sync(directory);
  }
  await folders.sync(top);
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeBytes(path: string, bytes: Buffer): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The suffix of an incomplete file. */
const INCOMPLETE = /\.[0-9a-f]{12}$/;

/** Writes a file that does not exist. Leaves none if that fails. */
async function writeNew(path: string, content: Content): Promise<void> {
  try {
    if (Buffer.isBuffer(content)) return await writeBytes(path, content);
    await (content.mustStay ? linkOrCopy : moveOrCopy)(content.path, path);
    await syncFile(path);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** Writes content under its name atomically: no reader sees an incomplete file. */
async function writeAtomically(path: string, content: Content): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  await writeNew(temporary, content);
  try {
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function moveOrCopy(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    // Folders of the data directory may be separate mounts.
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyFile(from, to);
  }
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch {
    // Not every file system has hard links, and folders of the data directory may be separate mounts.
    await copyFile(from, to);
  }
}

/** Errors that mean that there is no such file. */
const ABSENT_CODES = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']);

async function orAbsent<T>(opening: Promise<T>): Promise<T | undefined> {
  try {
    return await opening;
  } catch (error) {
    if (ABSENT_CODES.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

class DiskFile implements StoredFile {
  readonly size: number;
  readonly #handle: FileHandle;

  constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.size = size;
  }

  async stream(part: { readonly start: number; readonly end: number }): Promise<Readable> {
    return this.#handle.createReadStream(part);
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

export class DiskStore implements FileStore {
  readonly #root: string;
  readonly #folders = new FolderSync();

  constructor(dataDirectory: string) {
    this.#root = dataDirectory;
  }

  /** The path on disk. Refuses paths that lead outside: folders are removed recursively. */
  #pathOf(path: string): string {
    if (path.split(/[/\\]/).includes('..')) throw new Error('invalid path in the file store');
    return join(this.#root, path);
  }

  write(folder: string, files: readonly NamedContent[]): Promise<void> {
    return this.#write(folder, files, writeAtomically);
  }

  writeNewFolder(folder: string, files: readonly NamedContent[]): Promise<void> {
    return this.#write(folder, files, writeNew);
  }

  async #write(
    folder: string,
    files: readonly NamedContent[],
    writeFile: (path: string, content: Content) => Promise<void>,
  ): Promise<void> {
    const path = this.#pathOf(folder);
    const pathsAndContents = files.map(
      ({ name, content }) => [this.#pathOf(`${folder}/${name}`), content] as const,
    );
    try {
      await makeFolder(path, this.#folders);
      for (const [file, content] of pathsAndContents) await writeFile(file, content);
      await this.#folders.sync(path);
    } catch (cause) {
      // The disk may be full, for example; the cause is for the log.
      throw storageUnavailable(cause);
    }
  }

  async open(path: string): Promise<StoredFile | undefined> {
    const handle = await orAbsent(open(this.#pathOf(path), 'r'));
    if (!handle) return undefined;
    const stats = await handle.stat();
    if (stats.isFile()) return new DiskFile(handle, stats.size);
    await handle.close();
    return undefined;
  }

  async read(path: string): Promise<Buffer | undefined> {
    return orAbsent(readFile(this.#pathOf(path)));
  }

  async remove(path: string): Promise<void> {
    await rm(this.#pathOf(path), { recursive: true, force: true });
  }

  async *list(folder: string): AsyncGenerator<string> {
    const entries = await orAbsent(opendir(this.#pathOf(folder)));
    if (!entries) return;
    for await (const entry of entries) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) yield* this.list(path);
      else if (entry.isFile() && !INCOMPLETE.test(entry.name)) yield path;
    }
  }
}
