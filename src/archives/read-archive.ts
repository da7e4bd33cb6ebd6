// Reads an archive entry by entry and verifies all its sums on the way. The manifest comes last, so nothing that
// was read is verified before the end.

import { createHash, type Hash } from 'node:crypto';
import { limits } from '../api-contract/limits.ts';
import { rowOfLine } from '../storage/rows/line.ts';
import { TableSummer } from '../storage/rows/rows.ts';
import { ENTRIES_PER_SUMS, readHeader, readManifest, readSums } from './archive-documents.ts';
import {
  type ArchiveHeader,
  type ArchiveManifest,
  type ArchiveTable,
  type EntrySum,
  entryKind,
  entryLabel,
  headerName,
  manifestName,
  type ReadableFormat,
} from './archive-format.ts';

/** An entry whose body has not been read. */
export interface ArchiveEntry {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** A part of an archive, in archive order. A file's bytes must be read before the next part is requested. */
export type ArchivePart<Details extends object, DataFile extends string> =
  | { readonly kind: 'header'; readonly header: ArchiveHeader<Details> }
  | { readonly kind: 'data file'; readonly name: DataFile; readonly bytes: Buffer }
  | ArchiveRows
  | ArchivedFile
  | { readonly kind: 'manifest'; readonly manifest: ArchiveManifest };

export interface ArchiveRows {
  readonly kind: 'rows';
  /** The name of the entry. */
  readonly name: string;
  readonly table: ArchiveTable;
  readonly lines: readonly string[];
}

export interface ArchivedFile {
  readonly kind: 'file';
  /** The name of the entry. */
  readonly name: string;
  /** The path in the file store. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** The parts of an archive whose entries are given in their order. @throws the format's error */
export async function* readArchive<Details extends object, DataFile extends string>(
  format: ReadableFormat<Details, DataFile>,
  entries: AsyncIterable<ArchiveEntry>,
): AsyncGenerator<ArchivePart<Details, DataFile>> {
  const verifier = new ArchiveVerifier(format);
  for await (const entry of entries) yield* verifier.read(entry);
  verifier.end();
}

/** The whole content of an entry that is held in memory. @throws the format's error */
export async function contentOf(
  { errorAt }: Pick<ReadableFormat<object>, 'errorAt'>,
  { name, size, body }: ArchiveEntry,
): Promise<Buffer> {
  if (size > limits.archivePartBytes)
    throw errorAt(entryLabel(name), `too large. The limit is ${limits.archivePartBytes} bytes.`);
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  if (bytes.length !== size) throw errorAt(entryLabel(name), 'incomplete.');
  return bytes;
}

interface TableProgress {
  readonly table: ArchiveTable;
  readonly summer: TableSummer;
  highestId: number;
}

/** Verifies entries while they are read. */
class ArchiveVerifier<Details extends object, DataFile extends string> {
  readonly #format: ReadableFormat<Details, DataFile>;
  #header: ArchiveHeader<Details> | undefined;
  readonly #tables = new Map<string, TableProgress>();
  #sums: EntrySum[] = [];
  readonly #all = createHash('sha256');
  #entries = 0;
  #files = 0;
  #fileBytes = 0;
  #isOver = false;

  constructor(format: ReadableFormat<Details, DataFile>) {
    this.#format = format;
  }

  async *read(entry: ArchiveEntry): AsyncGenerator<ArchivePart<Details, DataFile>> {
    const format = this.#format;
    const { name, size } = entry;
    const meaning = this.#kindOf(name);
    if (meaning.kind === 'sums') {
      this.#compare(name, await contentOf(format, entry));
      return;
    }
    if (meaning.kind === 'manifest') {
      const manifest = readManifest(format, await contentOf(format, entry));
      this.#compareAll(manifest);
      yield { kind: 'manifest', manifest };
      return;
    }
    const hash = createHash('sha256');
    if (meaning.kind === 'file') {
      const bytes = this.#hashedBytes(entry, hash);
      yield { kind: 'file', name, path: meaning.path, size, bytes };
      await readToEnd(bytes);
      this.#files++;
      this.#fileBytes += size;
    } else {
      const bytes = await contentOf(format, entry);
      hash.update(bytes);
      if (meaning.kind === 'header') yield { kind: 'header', header: this.#begin(bytes) };
      else if (meaning.kind === 'data file') yield { kind: 'data file', name: meaning.name, bytes };
      else if (meaning.kind === 'rows') yield this.#rows(name, meaning.table, bytes);
    }
    if (format.earlier?.sumsCoverFilesOnly && meaning.kind !== 'file') return;
    this.#sums.push([name, size, hash.digest('hex')]);
    this.#entries++;
  }

  /** Refuses an archive that ended before its manifest. */
  end(): void {
    const { title } = this.#format;
    if (!this.#header) throw this.#errorAt(`the ${title}`, 'the file is empty.');
    if (!this.#isOver)
      throw this.#errorAt(`the ${title}`, `incomplete: ${manifestName(this.#format)} is missing.`);
  }

  #errorAt(location: string, reason: string): Error {
    return this.#format.errorAt(location, reason);
  }

  /** The kind of the next entry. */
  #kindOf(name: string) {
    const { title } = this.#format;
    const meaning = entryKind(this.#format, name);
    // A list of sums must follow in time: otherwise a hostile archive would fill the memory.
    if (this.#sums.length >= ENTRIES_PER_SUMS && meaning.kind !== 'sums')
      throw this.#errorAt(
        entryLabel(name),
        `checksums of the ${ENTRIES_PER_SUMS} entries before it are missing.`,
      );
    if (this.#isOver) throw this.#errorAt(entryLabel(name), `unexpected after the end of the ${title}.`);
    if (!this.#header && meaning.kind !== 'header')
      throw this.#errorAt(entryLabel(name), `a Parley ${title} does not start with this entry.`);
    return meaning;
  }

  #begin(bytes: Buffer): ArchiveHeader<Details> {
    if (this.#header) throw this.#errorAt(entryLabel(headerName(this.#format)), 'duplicate entry.');
    this.#header = readHeader(this.#format, bytes);
    for (const table of this.#header.tables)
      this.#tables.set(table.name, { table, summer: new TableSummer(), highestId: 0 });
    return this.#header;
  }

  #rows(name: string, tableName: string, bytes: Buffer): ArchiveRows {
    const { title } = this.#format;
    const declared = this.#tables.get(tableName);
    if (!declared) throw this.#errorAt(entryLabel(name), `the table is not in the header of the ${title}.`);
    const { table, summer } = declared;
    const lines = bytes.toString('utf8').split('\n');
    if (lines.pop() !== '') throw this.#errorAt(entryLabel(name), 'the last line is incomplete.');
    const idAt = table.columns.findIndex((column) => column.name === 'id');
    for (const [at, line] of lines.entries()) {
      const rowError = (reason: string) => this.#errorAt(`${entryLabel(name)}, line ${at + 1}`, reason);
      const row = rowOfLine(line, table.columns);
      if (!row) throw rowError(`not a valid row of ${tableName}.`);
      const problem = this.#format.problemIn?.(row, table.columns);
      if (problem !== undefined) throw rowError(problem);
      summer.add(line);
      const id = row[idAt];
      if (typeof id === 'number') declared.highestId = Math.max(declared.highestId, id);
    }
    return { kind: 'rows', name, table, lines };
  }

  #compare(name: string, bytes: Buffer): void {
    const expected = readSums(this.#format, name, bytes);
    for (const [at, [entry, size, sha256]] of this.#sums.entries()) {
      const [expectedName, expectedSize, expectedHash] = expected[at] ?? [];
      if (expectedName === entry && expectedSize === size && expectedHash === sha256) continue;
      throw this.#errorAt(entryLabel(entry), 'the content does not match its checksum.');
    }
    if (expected.length > this.#sums.length)
      throw this.#errorAt(
        entryLabel(expected[this.#sums.length]?.[0] ?? ''),
        `missing from the ${this.#format.title}.`,
      );
    this.#sums = [];
    this.#all.update(bytes);
  }

  #compareAll(manifest: ArchiveManifest): void {
    const mismatch = (subject: string) =>
      this.#errorAt(
        entryLabel(manifestName(this.#format)),
        `${subject} do not match the ${this.#format.title}.`,
      );
    if (this.#sums.length > 0 || manifest.entries !== this.#entries) throw mismatch('entries');
    if (manifest.sha256 !== this.#all.digest('hex')) throw mismatch('entries');
    if (manifest.files.count !== this.#files || manifest.files.bytes !== this.#fileBytes)
      throw mismatch('files');
    if (Object.keys(manifest.tables).length !== this.#tables.size) throw mismatch('tables');
    for (const [name, { summer, highestId }] of this.#tables) {
      const { rows, sha256 } = summer.end();
      const expected = manifest.tables[name];
      if (expected?.rows !== rows || expected.sha256 !== sha256) throw mismatch(`rows of ${name}`);
      if ((manifest.counters?.[name] ?? highestId) < highestId) throw mismatch(`IDs of ${name}`);
    }
    this.#isOver = true;
  }

  async *#hashedBytes({ name, size, body }: ArchiveEntry, hash: Hash): AsyncGenerator<Uint8Array> {
    let remaining = size;
    for await (const piece of body) {
      hash.update(piece);
      remaining -= piece.length;
      yield piece;
    }
    if (remaining !== 0) throw this.#errorAt(entryLabel(name), 'incomplete.');
  }
}

/** Reads the rest that the consumer has not read. */
async function readToEnd(bytes: AsyncGenerator<Uint8Array>): Promise<void> {
  while (!(await bytes.next()).done);
}
