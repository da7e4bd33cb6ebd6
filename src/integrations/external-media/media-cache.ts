// Caches fetched media as files; the least recently used are removed when they take too much space.

import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '../../api-contract/limits.ts';

interface Entry {
  readonly size: number;
  /** In seconds. */
  readonly fetchedAt: number;
}

const NAME = /^[0-9a-f]{64}$/;

export class MediaCache {
  readonly #folder: string;
  /** The least recently used first. */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;
  #opened: Promise<void> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The bytes under a name; undefined if there are none or they have expired. `now` is in seconds. */
  async get(name: string, now: number): Promise<Buffer | undefined> {
    await this.#open();
    const entry = this.#entries.get(name);
    if (!entry) return undefined;
    if (entry.fetchedAt + limits.externalMediaCachedSeconds < now) {
      await this.#remove(name, entry);
      return undefined;
    }
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    // The folder may have been cleared by hand.
    return readFile(join(this.#folder, name)).catch(() => undefined);
  }

  /** Stores bytes under a name. */
  async put(name: string, bytes: Buffer, now: number): Promise<void> {
    await this.#open();
    const temporary = join(this.#folder, `${name}.${randomBytes(6).toString('hex')}`);
    try {
      await writeFile(temporary, bytes, { mode: 0o600 });
      await rename(temporary, join(this.#folder, name));
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    this.#addEntry(name, { size: bytes.length, fetchedAt: now });
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= limits.externalMediaCachedBytes) break;
      await this.#remove(oldest, entry);
    }
  }

  #addEntry(name: string, entry: Entry): void {
    this.#bytes += entry.size - (this.#entries.get(name)?.size ?? 0);
    this.#entries.delete(name);
    this.#entries.set(name, entry);
  }

  async #remove(name: string, { size }: Entry): Promise<void> {
    if (this.#entries.delete(name)) this.#bytes -= size;
    await rm(join(this.#folder, name), { force: true });
  }

  #open(): Promise<void> {
    this.#opened ??= this.#read().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  async #read(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const found: [string, Entry][] = [];
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      // A crash left it half written.
      if (!NAME.test(name)) await rm(path, { force: true });
      else {
        const { size, mtimeMs } = await stat(path);
        found.push([name, { size, fetchedAt: Math.floor(mtimeMs / 1000) }]);
      }
    }
    for (const [name, entry] of found.sort(([, a], [, b]) => a.fetchedAt - b.fetchedAt))
      this.#addEntry(name, entry);
  }
}
