// The files of the built browser client (`scripts/build-web.mjs`), which are named by a hash of their
// content, with a table of the paths they are served at. Files are read on first use and then cached, so that
// a server that no browser uses caches none. A new build is detected without a restart.

import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { limits } from '../../api-contract/limits.ts';
import { codeOf } from '../../errors/error-detail.ts';
import type { FileEncoding } from '../http/accepted-encoding.ts';

/** Texts have a gzip and a brotli version next to them; pictures and fonts are compressed already. */
const types: Readonly<Record<string, { readonly contentType: string; readonly isText?: true }>> = {
  '.js': { contentType: 'text/javascript; charset=utf-8', isText: true },
  '.css': { contentType: 'text/css; charset=utf-8', isText: true },
  '.html': { contentType: 'text/html; charset=utf-8', isText: true },
  '.svg': { contentType: 'image/svg+xml', isText: true },
  '.map': { contentType: 'application/json', isText: true },
  '.webmanifest': { contentType: 'application/manifest+json', isText: true },
  '.png': { contentType: 'image/png' },
  '.webp': { contentType: 'image/webp' },
  '.ico': { contentType: 'image/x-icon' },
  '.woff2': { contentType: 'font/woff2' },
};
const extensions: Readonly<Record<FileEncoding, string>> = { br: '.br', gzip: '.gz' };

/** The content of `files.json`. */
interface Table {
  /** Names of files by the paths that they are served at. */
  readonly pages: Readonly<Record<string, string>>;
  /** Files served below `/web/`: those of this build and of the previous one. */
  readonly assets: ReadonlySet<string>;
}

/** A file to send. */
export interface WebFile {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly encoding: FileEncoding | undefined;
  /** Identifies the bytes uniquely. */
  readonly tag: string;
}

/** A directory with a build. */
export class WebBuild {
  readonly #directory: string;
  #table: Table | undefined;
  /** Identifies the file that the table was read from: each build replaces it. */
  #readFrom = '';
  readonly #cached = new Map<string, Buffer>();
  #cachedBytes = 0;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** The file for a path like `/`; undefined if there is no build. */
  async page(path: string, encoding?: FileEncoding): Promise<WebFile | undefined> {
    const name = (await this.#currentTable())?.pages[path];
    return name === undefined ? undefined : this.#file(name, encoding);
  }

  /** The file of a name below `/web/`; undefined if no build has it. */
  async asset(name: string, encoding?: FileEncoding): Promise<WebFile | undefined> {
    const isKnown = this.#table?.assets.has(name) || (await this.#currentTable())?.assets.has(name);
    return isKnown ? this.#file(name, encoding) : undefined;
  }

  /** The table, read again after another build. */
  async #currentTable(): Promise<Table | undefined> {
    const path = join(this.#directory, 'files.json');
    const found = await unlessMissing(stat(path));
    if (!found) return undefined;
    const file = `${found.ino} ${found.mtimeMs}`;
    if (!this.#table || file !== this.#readFrom) {
      // The build writes it, for this version of the server only.
      const { pages, assets, earlier } = JSON.parse(await readFile(path, 'utf8'));
      this.#table = { pages, assets: new Set([...assets, ...earlier]) };
      this.#readFrom = file;
      this.#cached.clear();
      this.#cachedBytes = 0;
    }
    return this.#table;
  }

  async #file(name: string, accepted: FileEncoding | undefined): Promise<WebFile | undefined> {
    const { contentType = 'application/octet-stream', isText } = types[extname(name)] ?? {};
    const encoding = isText ? accepted : undefined;
    const bytes = await this.#bytes(`${name}${encoding ? extensions[encoding] : ''}`);
    return bytes && { bytes, contentType, encoding, tag: `${name}${encoding ? `-${encoding}` : ''}` };
  }

  async #bytes(file: string): Promise<Buffer | undefined> {
    const cached = this.#cached.get(file);
    if (cached) return cached;
    const bytes = await unlessMissing(readFile(join(this.#directory, file)));
    if (bytes && this.#cachedBytes + bytes.length <= limits.webFileBytesInMemory && !this.#cached.has(file)) {
      this.#cached.set(file, bytes);
      this.#cachedBytes += bytes.length;
    }
    return bytes;
  }
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
