// Writes the rows and files of a checked Parley archive. Each unit of work writes some thousand rows, and records
// the progress.

import { copyFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Content, FileStore, NamedContent } from '../../files/file-store.ts';
import { plainText } from '../../markdown/plain-text.ts';
import {
  apiKeyHash,
  type Keyring,
  newApiKey,
  randomToken,
  sealApiKey,
} from '../../model/accounts/credentials.ts';
import { storePathOf } from '../../model/exports/portable-archive.ts';
import { linkKeyHash, newLinkKey } from '../../model/invitations/link-key.ts';
import { rememberedStems, searchWords } from '../../model/search/search-words.ts';
import { type BulkTable, type BulkValue, insertBulk } from '../../storage/bulk.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import type { TableStructure } from '../../storage/rows/table-structure.ts';
import { updateImport } from '../../stores/imports/import-store.ts';
import { sealColumn } from '../../stores/sealed-column.ts';
import { indexManyWords } from '../../stores/search/search-store.ts';
import type { ArchiveFile } from '../archive/archive-folder.ts';
import type { ImportTarget, Progress } from '../write/target.ts';
import type { Staged } from './staging.ts';
import type { OwnValues } from './values.ts';

/** The maximum number of rows, and of their characters, per unit of work. */
const MAX_ROWS = 3000;
const MAX_CHARACTERS = 4_000_000;
/** Larger files are passed to the store as files. */
const IN_MEMORY_BYTES = 4 * 1024 * 1024;

export interface RowWriteContext {
  readonly staged: Staged;
  readonly values: OwnValues;
  readonly target: ImportTarget;
  readonly organizationId: number;
  /** The offset that is added to message ids. */
  readonly messageShift: number;
  readonly progress: Progress;
}

/** The progress of writing rows: complete tables, and units of the next table. */
export interface RowPosition {
  readonly tables: number;
  readonly units: number;
}

/** Writes the rows of all tables except `organization`, after a position. */
export async function writeRows(context: RowWriteContext, from: RowPosition): Promise<void> {
  const { staged, target, organizationId, progress } = context;
  const structures = staged.structures.filter(({ name }) => name !== 'organization');
  let rowsDone = 0;
  for (const [at, structure] of structures.entries()) {
    if (at < from.tables) continue;
    let unit = 0;
    for await (const rows of batchesOf(staged, structure)) {
      unit++;
      rowsDone += rows.length;
      progress('rows', rowsDone, undefined);
      if (at === from.tables && unit <= from.units) continue;
      const write = await preparedUnit(context, structure, rows);
      await target.database.write(organizationId, async (writer) => {
        await updateImport(writer, 'rows', { parts_done: at, batches_done: unit });
        await write(writer);
      });
    }
    await target.database.write(organizationId, (writer) =>
      updateImport(writer, 'rows', { parts_done: at + 1, batches_done: 0 }),
    );
  }
}

/** The rows of a table in batches, which are always the same. */
async function* batchesOf(
  { rows }: Staged,
  structure: TableStructure,
): AsyncGenerator<(readonly unknown[])[]> {
  let batch: (readonly unknown[])[] = [];
  let characters = 0;
  for await (const source of rows.rows(structure)) {
    for (const row of source) {
      batch.push(row);
      for (const value of row) characters += typeof value === 'string' ? value.length : 8;
      if (batch.length < MAX_ROWS && characters < MAX_CHARACTERS) continue;
      yield batch;
      batch = [];
      characters = 0;
    }
  }
  if (batch.length > 0) yield batch;
}

/** Prepares a unit of work: converts rows and indexes words before it begins. */
async function preparedUnit(
  { staged, values, target, messageShift }: RowWriteContext,
  structure: TableStructure,
  rows: readonly (readonly unknown[])[],
): Promise<(writer: Writer) => Promise<void>> {
  const generated = generatedColumns[structure.name] ?? [];
  const table: BulkTable = {
    name: structure.name,
    columns: [...structure.columns, ...generated].map(({ name, kind }) => [name, kind]),
  };
  const bulk: BulkValue[] = [];
  for (const row of rows) {
    for (const value of values.valuesOf(structure, row)) bulk.push(value);
    bulk.push(...generatedValues(structure.name, target));
  }
  const words = structure.name === 'message' ? await wordsOf(staged, structure, rows, messageShift) : [];
  return async (writer) => {
    await insertBulk(writer, table, bulk);
    if (words.length > 0) await indexManyWords(writer, words);
  };
}

const accountKeyColumns = [
  { name: 'api_key_hash', kind: 'text' },
  { name: 'api_key_sealed', kind: 'text' },
] as const;
const linkKeyColumns = [
  { name: 'key_hash', kind: 'text' },
  { name: 'key_sealed', kind: 'text' },
] as const;
const address = { name: 'organization_url', kind: 'text' } as const;

/** Required columns that are not in archives; their values are generated. */
const generatedColumns: Readonly<Record<string, readonly { name: string; kind: 'text' }[]>> = {
  account: accountKeyColumns,
  invitation: [...linkKeyColumns, address],
  invitation_link: linkKeyColumns,
  bot_service: [{ name: 'token', kind: 'text' }],
  scheduled_message: [address],
  reminder: [address],
};
const TOKEN_CHARACTERS = 32;

function generatedValues(table: string, { keyring, organizationUrl }: ImportTarget): BulkValue[] {
  if (table === 'account') return keyOfAccount(keyring);
  if (table === 'invitation') return [...keyOfLink(keyring), organizationUrl];
  if (table === 'invitation_link') return keyOfLink(keyring);
  if (table === 'bot_service') return [sealColumn(keyring, 'bot-token', randomToken(TOKEN_CHARACTERS))];
  return table === 'scheduled_message' || table === 'reminder' ? [organizationUrl] : [];
}

function keyOfAccount(keyring: Keyring): string[] {
  const key = newApiKey();
  return [apiKeyHash(keyring, key), sealApiKey(keyring, key)];
}

function keyOfLink(keyring: Keyring): string[] {
  const key = newLinkKey();
  return [linkKeyHash(key), sealApiKey(keyring, key)];
}

async function wordsOf(
  { rows: database }: Staged,
  { columns }: TableStructure,
  rows: readonly (readonly unknown[])[],
  idOffset: number,
) {
  const at = (name: string) => columns.findIndex((column) => column.name === name);
  const [id, conversation, html] = [at('id'), at('conversation_id'), at('rendered_content')];
  const found = await database.execute(
    'select id, topic_name from conversation where id in (select value from json_each(?))',
    [JSON.stringify([...new Set(rows.map((row) => row[conversation]))])],
  );
  const topics = new Map(found.map((row) => [Number(row.id), String(row.topic_name)]));
  return rows.map((row) => ({
    id: Number(row[id]) + idOffset,
    words: searchWords(
      `${plainText(String(row[html]))}\n${topics.get(Number(row[conversation])) ?? ''}`,
      cachedStems,
    ),
  }));
}

const CACHED_WORDS = 100_000;
const cachedStems = rememberedStems(CACHED_WORDS);

/** Stores all files, those of one folder together. */
export async function writeOwnFiles(
  files: ReadonlyMap<string, ArchiveFile>,
  scratch: string,
  { target, organizationId, progress }: Pick<RowWriteContext, 'target' | 'organizationId' | 'progress'>,
): Promise<void> {
  let filesDone = 0;
  const byFolder = Map.groupBy(files, ([path]) => storePathOf(path, organizationId).folder);
  for (const [folder, folderFiles] of byFolder) {
    // The emoji folder may contain very many files.
    for (let at = 0; at < folderFiles.length; at += FILES_PER_BATCH) {
      const batch = folderFiles.slice(at, at + FILES_PER_BATCH);
      await storeFiles(target.fileStore, folder, batch, scratch);
      filesDone += batch.length;
      progress('files', filesDone, files.size);
    }
  }
}

const FILES_PER_BATCH = 8;

async function storeFiles(
  store: FileStore,
  folder: string,
  files: readonly (readonly [path: string, file: ArchiveFile])[],
  scratch: string,
): Promise<void> {
  const contents: NamedContent[] = [];
  for (const [at, [path, file]] of files.entries()) {
    const content = await contentOf(file, join(scratch, `file-${at}`));
    contents.push({ name: storePathOf(path, 0).name, content });
  }
  await store.write(folder, contents);
  for (const { content } of contents) if (!Buffer.isBuffer(content)) await rm(content.path, { force: true });
}

/** A large file is copied, because the store may move it, and the archive may be the user's own folder. */
async function contentOf({ path, size }: ArchiveFile, copy: string): Promise<Content> {
  if (size <= IN_MEMORY_BYTES) return readFile(path);
  await copyFile(path, copy);
  return { path: copy, size };
}
