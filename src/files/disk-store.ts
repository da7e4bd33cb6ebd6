// Files below the data directory. They are synced before whoever wrote them goes on, since the row that names a file
// is committed next: a crash leaves at most a file without a row, never a row without its file.

import { randomBytes } from 'node:crypto';
import { copyFile, type FileHandle, mkdir, open, opendir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { storageUnavailable } from '../api-contract/error.ts';
import type { Content, FileStore, NamedContent, StoredFile } from './file-store.ts';

async function syncDirectory(path: string): Promise<void> {
  // Not every system opens directories; those that do not have no need for it.
  const handle = await open(path, 'r').catch(() => undefined);
  if (!handle) return;
  await handle.sync().catch(() => undefined);
  await handle.close();
}

/** Makes a folder and those above it, so that they are still there after a crash. */
async function makeFolder(path: string): Promise<void> {
  const firstMade = await mkdir(path, { recursive: true });
  if (firstMade === undefined) return;
  const top = dirname(firstMade);
  for (let directory = dirname(path); directory.length > top.length; directory = dirname(directory)) {
    await syncDirectory(directory);
  }
  await syncDirectory(top);
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

/** The end of the name of a file that is not whole yet. */
const FRESH = /\.[0-9a-f]{12}$/;

/** Puts content under its name in one step: nobody ever opens half a file. */
async function place(path: string, content: Content): Promise<void> {
  const fresh = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    if (Buffer.isBuffer(content)) await writeBytes(fresh, content);
    else {
      await moveOrCopy(content.path, fresh);
      await syncFile(fresh);
    }
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

async function moveOrCopy(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    // Folders of the data directory may be mounts of their own.
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyFile(from, to);
  }
}

/** The failures that mean that there is no such file. */
const absent = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']);

async function orAbsent<T>(opening: Promise<T>): Promise<T | undefined> {
  try {
    return await opening;
  } catch (error) {
    if (absent.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
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

  constructor(dataDirectory: string) {
    this.#root = dataDirectory;
  }

  /** Where something lies. Refuses what would lead out of its folder: folders are removed with all that is in them. */
  #pathOf(path: string): string {
    if (path.split(/[/\\]/).includes('..')) throw new Error('this is no path of the store');
    return join(this.#root, path);
  }

  async write(folder: string, files: readonly NamedContent[]): Promise<void> {
    const path = this.#pathOf(folder);
    const named = files.map(({ name, content }) => [this.#pathOf(`${folder}/${name}`), content] as const);
    try {
      await makeFolder(path);
      for (const [file, content] of named) await place(file, content);
      await syncDirectory(path);
    } catch (cause) {
      // A full disk, say: what it was is for the log.
      throw storageUnavailable(cause);
    }
  }

  async open(path: string): Promise<StoredFile | undefined> {
    const handle = await orAbsent(open(this.#pathOf(path), 'r'));
    if (!handle) return undefined;
    const facts = await handle.stat();
    if (facts.isFile()) return new DiskFile(handle, facts.size);
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
      else if (entry.isFile() && !FRESH.test(entry.name)) yield path;
    }
  }
}
