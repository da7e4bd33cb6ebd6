// Writes the part of a full export that another server can import: the rows, all as of one time, and the
// files.

import { createHash } from 'node:crypto';
import { MEBIBYTE } from '../../api-contract/limits.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import { parleyVersion } from '../../api-contract/version.ts';
import type { TarWriter } from '../../archives/tar-writer.ts';
import { bytesOf, type FileStore } from '../../files/file-store.ts';
import {
  type FileChecksum,
  PORTABLE_FORMAT,
  PORTABLE_HEADER,
  PORTABLE_MANIFEST,
  PORTABLE_VERSION,
  type PortableHeader,
  type PortableManifest,
  portableFileName,
  portableFolders,
  portableRowsName,
  portableSumsName,
} from '../../model/exports/portable-part.ts';
import { ownTables } from '../../storage/rows/own-tables.ts';
import { type RowSource, type TableSum, TableSummer } from '../../storage/rows/rows.ts';
import { schemaVersionOf, type TableStructure } from '../../storage/rows/table-structure.ts';
import type { ColumnRule } from '../../storage/schema/column.ts';
import { archivedValue } from '../../stores/moving/archived-value.ts';
import { columnRulesOf, leftOutOfArchives } from '../../stores/moving/moved-tables.ts';

/** Lines are collected up to this many characters. */
const MAX_CHARACTERS = MEBIBYTE;
/** The number of files in one list of checksums. */
const FILES_PER_LIST = 1000;

export interface TransferSource {
  /** As of one time. */
  readonly rows: RowSource;
  readonly fileStore: FileStore;
  readonly organizationId: number;
  /** Called between steps; throws if the export is to be aborted. */
  step(): Promise<void>;
}

/** Adds the part to an archive. */
export async function writeTransferPart(archive: TarWriter, source: TransferSource): Promise<void> {
  const { rows, organizationId } = source;
  const structures = (await ownTables(rows)).tables.flatMap(
    (structure) => movedStructure(structure, organizationId) ?? [],
  );
  const header: PortableHeader = {
    format: PORTABLE_FORMAT,
    version: PORTABLE_VERSION,
    parley: parleyVersion(),
    schema: await schemaVersionOf(rows),
    made_at: Math.floor(nowSeconds()),
    organization_id: organizationId,
    tables: structures.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
    left_out: leftOutOfArchives(),
  };
  await archive.addBytes(PORTABLE_HEADER, Buffer.from(`${JSON.stringify(header, undefined, 1)}\n`));
  const tables: Record<string, TableSum> = {};
  for (const structure of structures) tables[structure.name] = await addRows(archive, source, structure);
  const manifest: PortableManifest = { tables, ...(await addFiles(archive, source)) };
  await archive.addBytes(PORTABLE_MANIFEST, Buffer.from(`${JSON.stringify(manifest, undefined, 1)}\n`));
}

/** The exported rows and columns of a table; undefined for a table that is not exported. */
function movedStructure(structure: TableStructure, organizationId: number): TableStructure | undefined {
  const rules = columnRulesOf(structure.name);
  if (!rules) return undefined;
  const columns = structure.columns.filter(({ name }) => rules[name]?.is !== 'omitted');
  return { ...structure, columns, condition: conditionOf(rules, organizationId) };
}

/** As SQL: the rows of an organization; in a table without its id, those of its messages. */
function conditionOf(rules: Readonly<Record<string, ColumnRule | undefined>>, id: number): string {
  const own = Object.keys(rules).find((column) => rules[column]?.is === 'organization');
  return own === undefined
    ? `"message_id" in (select id from message where organization_id = ${id})`
    : `"${own}" = ${id}`;
}

async function addRows(
  archive: TarWriter,
  { rows, step }: TransferSource,
  structure: TableStructure,
): Promise<TableSum> {
  const rules = columnRulesOf(structure.name) ?? {};
  const pieces = new Pieces(archive, (number) => portableRowsName(structure.name, number));
  for await (const some of rows.rows(structure)) {
    await step();
    for (const row of some) {
      const values = row.map((value, at) => archivedValue(rules[structure.columns[at]?.name ?? ''], value));
      await pieces.add(JSON.stringify(values));
    }
  }
  return pieces.end();
}

async function addFiles(
  archive: TarWriter,
  { fileStore, organizationId, step }: TransferSource,
): Promise<Pick<PortableManifest, 'files' | 'sums'>> {
  const pieces = new Pieces(archive, portableSumsName, FILES_PER_LIST);
  let count = 0;
  let bytes = 0;
  const paths: string[] = [];
  for (const folder of portableFolders)
    for await (const path of fileStore.list(`${folder}/${organizationId}`)) paths.push(path);
  // Stores list files in no particular order.
  for (const path of paths.sort()) {
    await step();
    const file = await fileStore.open(path);
    if (!file) continue;
    const hash = createHash('sha256');
    const name = portableFileName(path);
    await archive.addStream(name, file.size, hashWhileReading(await bytesOf(file), hash));
    const sum: FileChecksum = [name, file.size, hash.digest('hex')];
    await pieces.add(JSON.stringify(sum));
    count++;
    bytes += file.size;
  }
  return { files: { count, bytes }, sums: await pieces.end() };
}

async function* hashWhileReading(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    hash.update(piece);
    yield piece;
  }
}

/** Collects lines into numbered archive entries, and computes their checksums. */
class Pieces {
  readonly #archive: TarWriter;
  readonly #nameOf: (number: number) => string;
  readonly #maxLines: number;
  readonly #summer = new TableSummer();
  #lines: string[] = [];
  #characters = 0;
  #number = 0;

  constructor(archive: TarWriter, nameOf: (number: number) => string, maxLines = Number.POSITIVE_INFINITY) {
    this.#archive = archive;
    this.#nameOf = nameOf;
    this.#maxLines = maxLines;
  }

  async add(line: string): Promise<void> {
    this.#summer.add(line);
    this.#lines.push(line);
    this.#characters += line.length;
    if (this.#characters >= MAX_CHARACTERS || this.#lines.length >= this.#maxLines) await this.#flush();
  }

  async end(): Promise<TableSum> {
    await this.#flush();
    return this.#summer.end();
  }

  async #flush(): Promise<void> {
    if (this.#lines.length === 0) return;
    const bytes = Buffer.from(`${this.#lines.join('\n')}\n`);
    this.#lines = [];
    this.#characters = 0;
    await this.#archive.addBytes(this.#nameOf(++this.#number), bytes);
  }
}
