// The files of the browser client as its build left them (`scripts/build-web.mjs`): under names with a hash of their
// content, with a table that says what is served where. A file is read when it is first asked for and then held, so
// that a server that serves no browser holds none. A new build is seen without a restart.

import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { codeOf } from '../../api-contract/error-detail.ts';
import { limits } from '../../api-contract/limits.ts';
import type { FileEncoding } from '../http/accepted-encoding.ts';

/** Texts come with a gzip and a brotli beside them; pictures and fonts are compressed already. */
const types: Readonly<Record<string, { readonly contentType: string; readonly isText?: true }>> = {
  '.js': { contentType: 'text/javascript; charset=utf-8', isText: true },
  '.css': { contentType: 'text/css; charset=utf-8', isText: true },
  '.html': { contentType: 'text/html; charset=utf-8', isText: true },
  '.svg': { contentType: 'image/svg+xml', isText: true },
  '.map': { contentType: 'application/json', isText: true },
  '.webmanifest': { contentType: 'application/manifest+json', isText: true },
  '.png': { contentType: 'image/png' },
  '.ico': { contentType: 'image/x-icon' },
  '.woff2': { contentType: 'font/woff2' },
};
const extensions: Readonly<Record<FileEncoding, string>> = { br: '.br', gzip: '.gz' };

/** What `files.json` says. */
interface Table {
  /** Names of files by the paths that they are served at. */
  readonly pages: Readonly<Record<string, string>>;
  /** What is served below `/web/`: names of this build and of the one before. */
  readonly assets: ReadonlySet<string>;
}

/** A file as it goes out. */
export interface WebFile {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly encoding: FileEncoding | undefined;
  /** Names these bytes; no other have it. */
  readonly tag: string;
}

/** A directory with a build. */
export class WebBuild {
  readonly #directory: string;
  #table: Table | undefined;
  /** Which file the table was read from: each build puts a new one in its place. */
  #readFrom = '';
  readonly #held = new Map<string, Buffer>();
  #heldBytes = 0;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** The file for a path like `/`; undefined where nothing was built. */
  async page(path: string, encoding?: FileEncoding): Promise<WebFile | undefined> {
    const name = (await this.#present())?.pages[path];
    return name === undefined ? undefined : this.#file(name, encoding);
  }

  /** The file of a name below `/web/`; undefined for a name that no build has. */
  async asset(name: string, encoding?: FileEncoding): Promise<WebFile | undefined> {
    const isKnown = this.#table?.assets.has(name) || (await this.#present())?.assets.has(name);
    return isKnown ? this.#file(name, encoding) : undefined;
  }

  /** The table, read again where another build has been made since. */
  async #present(): Promise<Table | undefined> {
    const path = join(this.#directory, 'files.json');
    const found = await unlessMissing(stat(path));
    if (!found) return undefined;
    const file = `${found.ino} ${found.mtimeMs}`;
    if (!this.#table || file !== this.#readFrom) {
      const { pages, assets, earlier } = JSON.parse(await readFile(path, 'utf8'));
      this.#table = { pages, assets: new Set([...assets, ...earlier]) };
      this.#readFrom = file;
      this.#held.clear();
      this.#heldBytes = 0;
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
    const held = this.#held.get(file);
    if (held) return held;
    const bytes = await unlessMissing(readFile(join(this.#directory, file)));
    if (bytes && this.#heldBytes + bytes.length <= limits.webFileBytesInMemory && !this.#held.has(file)) {
      this.#held.set(file, bytes);
      this.#heldBytes += bytes.length;
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
