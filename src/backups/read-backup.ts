// Reads a backup sequentially and verifies all its sums on the way. Callers read a backup completely once
// before they write anything.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { limits } from '../api-contract/limits.ts';
import { messageOf } from '../errors/error-detail.ts';
import { rowOfLine } from '../storage/rows/line.ts';
import { TableSummer } from '../storage/rows/rows.ts';
import { BackupError } from './backup-error.ts';
import {
  type BackupHeader,
  type BackupManifest,
  type BackupTable,
  type DataFileName,
  ENTRIES_PER_SUMS,
  type EntrySum,
  entryKind,
  entryLabel,
  HEADER,
  MANIFEST,
  readHeader,
  readManifest,
  readSums,
} from './backup-format.ts';

/** A part of a backup, in archive order. A file's bytes must be read before the next part is requested. */
export type BackupPart =
  | { readonly kind: 'header'; readonly header: BackupHeader }
  | { readonly kind: 'data file'; readonly name: DataFileName; readonly bytes: Buffer }
  | {
      readonly kind: 'rows';
      /** The name of the entry. */
      readonly name: string;
      readonly table: BackupTable;
      readonly lines: readonly string[];
    }
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly size: number;
      readonly bytes: AsyncIterable<Uint8Array>;
    }
  | { readonly kind: 'manifest'; readonly manifest: BackupManifest };

interface Entry {
  readonly name: string;
  readonly size: number;
  readonly body: AsyncIterable<Uint8Array>;
}

/** The parts of the backup at a path. @throws BackupError */
export async function* readBackup(path: string): AsyncGenerator<BackupPart> {
  const verifier = new BackupVerifier();
  const source = createReadStream(path);
  const bytes = createGunzip();
  source.on('error', (error) => bytes.destroy(error));
  source.pipe(bytes);
  const { createTarDecoder } = await import('modern-tar');
  const decoder = createTarDecoder({ strict: true });
  const entries = (Readable.toWeb(bytes) as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(decoder);
  let last = 'the start';
  try {
    for await (const { header, body } of entries) {
      last = entryLabel(header.name);
      if (header.type === 'pax-header' || header.type === 'pax-global-header') {
        await body.cancel();
        continue;
      }
      if (header.type !== 'file') throw new BackupError(last, `unexpected entry type ${header.type}.`);
      yield* verifier.read({ name: header.name, size: header.size, body });
    }
    verifier.end();
  } catch (error) {
    if (error instanceof BackupError || !isArchiveError(error)) throw error;
    throw new BackupError(
      `the backup, near ${last}`,
      verifier.hasBegun
        ? `damaged or incomplete (${messageOf(error)}).`
        : 'not a Parley backup, or its start is damaged.',
    );
  } finally {
    source.destroy();
    bytes.destroy();
  }
}

/** Whether an error comes from the archive rather than from the consumer of its parts. */
function isArchiveError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code === '' || code.startsWith('Z_') || code.startsWith('ERR_');
}

/** Verifies entries while they are read. */
class BackupVerifier {
  #header: BackupHeader | undefined;
  readonly #tables = new Map<
    string,
    { readonly table: BackupTable; readonly summer: TableSummer; highest: number }
  >();
  #sums: EntrySum[] = [];
  readonly #all = createHash('sha256');
  #entries = 0;
  #files = 0;
  #fileBytes = 0;
  #isOver = false;

  get hasBegun(): boolean {
    return this.#header !== undefined;
  }

  async *read(entry: Entry): AsyncGenerator<BackupPart> {
    // A list of sums must follow in time: otherwise a hostile archive would fill the memory.
    if (this.#sums.length >= ENTRIES_PER_SUMS && !entry.name.startsWith('sums/'))
      throw new BackupError(
        entryLabel(entry.name),
        `checksums of the ${ENTRIES_PER_SUMS} entries before it are missing.`,
      );
    if (this.#isOver)
      throw new BackupError(entryLabel(entry.name), 'unexpected after the end of the backup.');
    if (!this.#header && entry.name !== HEADER)
      throw new BackupError(entryLabel(entry.name), 'a Parley backup does not start with this entry.');
    const what = entryKind(entry.name);
    if (what.kind === 'sums') {
      this.#compare(entry.name, await contentOf(entry));
      return;
    }
    if (what.kind === 'manifest') {
      const manifest = readManifest(await contentOf(entry));
      this.#compareAll(manifest);
      yield { kind: 'manifest', manifest };
      return;
    }
    const hash = createHash('sha256');
    if (what.kind === 'file') {
      const { path } = what;
      const bytes = hashedBytes(entry, hash);
      yield { kind: 'file', path, size: entry.size, bytes };
      await readToEnd(bytes);
      this.#files++;
      this.#fileBytes += entry.size;
    } else {
      const bytes = await contentOf(entry);
      hash.update(bytes);
      if (what.kind === 'header') yield { kind: 'header', header: this.#begin(bytes) };
      else if (what.kind === 'data file') yield { kind: 'data file', name: what.name, bytes };
      else if (what.kind === 'rows') yield this.#rows(entry.name, what.table, bytes);
    }
    this.#sums.push([entry.name, entry.size, hash.digest('hex')]);
    this.#entries++;
  }

  /** Refuses a backup that ended before its manifest. */
  end(): void {
    if (!this.#header) throw new BackupError('the backup', 'the file is empty.');
    if (!this.#isOver) throw new BackupError('the backup', `incomplete: ${MANIFEST} is missing.`);
  }

  #begin(bytes: Buffer): BackupHeader {
    if (this.#header) throw new BackupError(entryLabel(HEADER), 'duplicate entry.');
    this.#header = readHeader(bytes);
    for (const table of this.#header.tables)
      this.#tables.set(table.name, { table, summer: new TableSummer(), highest: 0 });
    return this.#header;
  }

  #rows(name: string, tableName: string, bytes: Buffer): BackupPart {
    const declared = this.#tables.get(tableName);
    if (!declared) throw new BackupError(entryLabel(name), 'the table is not in the header of the backup.');
    const lines = bytes.toString('utf8').split('\n');
    if (lines.pop() !== '') throw new BackupError(entryLabel(name), 'the last line is incomplete.');
    for (const [at, line] of lines.entries()) {
      const row = rowOfLine(line, declared.table.columns);
      if (!row)
        throw new BackupError(`${entryLabel(name)}, line ${at + 1}`, `not a valid row of ${tableName}.`);
      declared.summer.add(line);
      const id = row[declared.table.columns.findIndex((column) => column.name === 'id')];
      if (typeof id === 'number') declared.highest = Math.max(declared.highest, id);
    }
    return { kind: 'rows', name, table: declared.table, lines };
  }

  #compare(name: string, bytes: Buffer): void {
    const expected = readSums(name, bytes);
    for (const [at, [entry, size, sha256]] of this.#sums.entries()) {
      const [named, expectedSize, expectedHash] = expected[at] ?? [];
      if (named === entry && expectedSize === size && expectedHash === sha256) continue;
      throw new BackupError(entryLabel(entry), 'the content does not match its checksum.');
    }
    if (expected.length > this.#sums.length)
      throw new BackupError(entryLabel(expected[this.#sums.length]?.[0] ?? ''), 'missing from the backup.');
    this.#sums = [];
    this.#all.update(bytes);
  }

  #compareAll(manifest: BackupManifest): void {
    const refuse = (what: string) =>
      new BackupError(entryLabel(MANIFEST), `${what} do not match the backup.`);
    if (this.#sums.length > 0 || manifest.entries !== this.#entries) throw refuse('entries');
    if (manifest.sha256 !== this.#all.digest('hex')) throw refuse('entries');
    if (manifest.files.count !== this.#files || manifest.files.bytes !== this.#fileBytes)
      throw refuse('files');
    if (Object.keys(manifest.tables).length !== this.#tables.size) throw refuse('tables');
    for (const [name, { summer, highest }] of this.#tables) {
      const { rows, sha256 } = summer.end();
      const expected = manifest.tables[name];
      if (expected?.rows !== rows || expected.sha256 !== sha256) throw refuse(`rows of ${name}`);
      if ((manifest.counters[name] ?? highest) < highest) throw refuse(`IDs of ${name}`);
    }
    this.#isOver = true;
  }
}

/** The whole content of an entry that is held in memory. */
async function contentOf({ name, size, body }: Entry): Promise<Buffer> {
  if (size > limits.backupPartBytes)
    throw new BackupError(entryLabel(name), `too large. The limit is ${limits.backupPartBytes} bytes.`);
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  if (bytes.length !== size) throw new BackupError(entryLabel(name), 'incomplete.');
  return bytes;
}

async function* hashedBytes(
  { name, size, body }: Entry,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  let remaining = size;
  for await (const piece of body) {
    hash.update(piece);
    remaining -= piece.length;
    yield piece;
  }
  if (remaining !== 0) throw new BackupError(entryLabel(name), 'incomplete.');
}

/** Reads the rest that the consumer has not read. */
async function readToEnd(bytes: AsyncGenerator<Uint8Array>): Promise<void> {
  while (!(await bytes.next()).done);
}
