// Writes an archive entry by entry. Only some rows or a piece of a file are in memory at a time.

import { createHash, type Hash } from 'node:crypto';
import { parleyVersion } from '../api-contract/version.ts';
import { bytesOf, type StoredFile } from '../files/file-store.ts';
import { inPieces } from '../storage/rows/pieces.ts';
import { type TableSum, TableSummer } from '../storage/rows/rows.ts';
import { ENTRIES_PER_SUMS } from './archive-documents.ts';
import {
  type ArchiveFormat,
  type ArchiveHeader,
  type ArchiveManifest,
  type ArchiveTable,
  dataFileName,
  type EntrySum,
  fileName,
  headerName,
  manifestName,
  rowsName,
  sumsName,
} from './archive-format.ts';
import type { TarWriter } from './tar-writer.ts';

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Adds the entries of an archive to a tar file, which may already contain other entries. */
export class ArchiveWriter<Details extends object, DataFile extends string = never> {
  readonly #tar: TarWriter;
  readonly #format: ArchiveFormat<Details, DataFile>;
  readonly #tables: Record<string, TableSum> = {};
  readonly #files = { count: 0, bytes: 0 };
  readonly #all = createHash('sha256');
  #sums: EntrySum[] = [];
  #lists = 0;
  #entries = 0;

  constructor(tar: TarWriter, format: ArchiveFormat<Details, DataFile>) {
    this.#tar = tar;
    this.#format = format;
  }

  /** Writes the header, which must be the first entry. */
  async addHeader(
    schema: number,
    tables: readonly ArchiveTable[],
    details: Details,
  ): Promise<ArchiveHeader<Details>> {
    const { format, version } = this.#format;
    const tableHeaders = tables.map(({ name, columns }) => ({ name, columns }));
    const header = { format, version, parley: parleyVersion(), schema, ...details, tables: tableHeaders };
    await this.#addBytes(headerName(this.#format), document(header));
    return header;
  }

  addDataFile(name: DataFile, bytes: Buffer): Promise<void> {
    return this.#addBytes(dataFileName(this.#format, name), bytes);
  }

  /** Writes all rows of a table, given as lines. */
  async addRows(table: string, lines: AsyncIterable<string>): Promise<void> {
    const summer = new TableSummer();
    let pieces = 0;
    for await (const piece of inPieces(lines)) {
      for (const line of piece) summer.add(line);
      await this.#addBytes(rowsName(this.#format, table, ++pieces), Buffer.from(`${piece.join('\n')}\n`));
    }
    this.#tables[table] = summer.end();
  }

  /** Writes an open file, and closes it. */
  async addFile(path: string, file: StoredFile): Promise<void> {
    await this.#add(fileName(this.#format, path), file.size, await bytesOf(file));
    this.#files.count++;
    this.#files.bytes += file.size;
  }

  /** Writes the manifest, which must be the last entry. @param counters in an archive of a whole database */
  async end(counters?: ArchiveManifest['counters']): Promise<ArchiveManifest> {
    await this.#addSums();
    const manifest: ArchiveManifest = {
      tables: this.#tables,
      ...(counters && { counters }),
      files: this.#files,
      entries: this.#entries,
      sha256: this.#all.digest('hex'),
    };
    await this.#tar.addBytes(manifestName(this.#format), document(manifest));
    return manifest;
  }

  #addBytes(name: string, bytes: Buffer): Promise<void> {
    return this.#add(name, bytes.length, [bytes]);
  }

  async #add(name: string, size: number, content: Pieces): Promise<void> {
    const hash = createHash('sha256');
    await this.#tar.addStream(name, size, hashWhileReading(content, hash));
    this.#sums.push([name, size, hash.digest('hex')]);
    this.#entries++;
    if (this.#sums.length >= ENTRIES_PER_SUMS) await this.#addSums();
  }

  async #addSums(): Promise<void> {
    if (this.#sums.length === 0) return;
    const bytes = Buffer.from(JSON.stringify(this.#sums));
    this.#sums = [];
    this.#all.update(bytes);
    await this.#tar.addBytes(sumsName(this.#format, ++this.#lists), bytes);
  }
}

function document(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, undefined, 1)}\n`);
}

async function* hashWhileReading(content: Pieces, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    hash.update(piece);
    yield piece;
  }
}
