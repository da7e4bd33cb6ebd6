// A whole export of a demo organization that hostile tests modify: the archive, its rows, and the rows after reading.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { packTar, unpackTar } from 'modern-tar';
import { ArchiveFolder } from '../../src/imports/archive/archive-folder.ts';
import { checkStaged } from '../../src/imports/own/check-staged.ts';
import { stageArchive } from '../../src/imports/own/staging.ts';
import { Notes } from '../../src/imports/records/notes.ts';
import { freshPath, runJson, storageAt } from '../cli/backups.ts';
import { onCleanup } from '../support/cleanup.ts';
import { runningDemo } from '../support/command-line.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { upload } from '../uploads/support.ts';

export type Entries = Map<string, Buffer>;
// biome-ignore lint/suspicious/noExplicitAny: tests change rows freely
export type Row = Record<string, any>;
type Change = (rows: Row[]) => void;

/** A fault: a description, the table, the change, and the reason of the error. */
export type Faults = readonly (readonly [what: string, table: string, change: Change, reason: RegExp])[];

/** Changes the first row, or the one at an index. */
export const changed =
  (values: Row, at = 0): Change =>
  (rows) =>
    Object.assign(rows.at(at) ?? {}, values);

export const jsonIn = (entries: Entries, name: string) => JSON.parse(String(entries.get(name)));

/** Starts a demo with a message, a file and a starred message, and exports it whole. */
export async function ownArchive() {
  const demo = await runningDemo();
  const mel = await demo.server.as('mel');
  const report = await upload(mel, 'report.txt', 'Copper is up.');
  const messageId = await mel.sendToChannel('general', 'metals', `Copper, says [the report](${report.url})`);
  await mel.ok('POST', '/messages/flags', { messages: [messageId], op: 'add', flag: 'starred' });
  const { flags } = storageAt(demo.server.dataDirectory, demo.server.databaseUrl);
  const file = freshPath();
  await runJson('organization', 'export', file, '--type', 'full_without_consent', ...flags);
  const packed = await unpackTar(new Uint8Array(gunzipSync(await readFile(file))));
  const original: ReadonlyMap<string, Buffer> = new Map(
    packed.map(({ header, data }) => [header.name, Buffer.from(data ?? [])]),
  );
  return { mel, flags, file, original };
}

let archives = 0;
const folder = temporaryFolder();

/** Writes an archive with these entries; returns its path. */
export async function writeArchive(
  original: ReadonlyMap<string, Buffer>,
  change: (entries: Entries) => void,
): Promise<string> {
  const entries: Entries = new Map(original);
  change(entries);
  const path = join(folder, `export-${++archives}.tar.gz`);
  const packed = await packTar(
    [...entries].map(([name, bytes]) => ({
      header: { name, size: bytes.length },
      body: new Uint8Array(bytes),
    })),
  );
  await writeFile(path, gzipSync(packed, { level: 1 }));
  return path;
}

/** Changes the rows of a table, and their description in the archive. */
export function changeRows(entries: Entries, table: string, change: Change): void {
  const { tables } = jsonIn(entries, 'parley/organization.json');
  const columns: string[] = tables
    .find(({ name }: Row) => name === table)
    .columns.map(({ name }: Row) => name);
  const name = `parley/rows/${table}/000001.jsonl`;
  const lines = String(entries.get(name) ?? '')
    .split('\n')
    .slice(0, -1);
  const rows = lines.map((line) =>
    Object.fromEntries(JSON.parse(line).map((value: unknown, at: number) => [columns[at] ?? '', value])),
  );
  change(rows);
  const text = rows.map((row) => `${JSON.stringify(columns.map((column) => row[column]))}\n`).join('');
  entries.set(name, Buffer.from(text));
  const manifest = jsonIn(entries, 'parley/manifest.json');
  manifest.tables[table] = { rows: rows.length, sha256: hashOf(text) };
  entries.set('parley/manifest.json', Buffer.from(JSON.stringify(manifest)));
  recomputeSums(entries);
}

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

/** Recomputes the checksums of entries after a change, as an attacker would. */
export function recomputeSums(entries: Entries): void {
  const summed = [...entries].filter(([name]) => /^parley\/(?!sums\/|manifest)/.test(name));
  const sums = JSON.stringify(summed.map(([name, bytes]) => [name, bytes.length, hashOf(bytes)]));
  entries.set('parley/sums/000001.json', Buffer.from(sums));
  const manifest = {
    ...jsonIn(entries, 'parley/manifest.json'),
    entries: summed.length,
    sha256: hashOf(sums),
  };
  entries.set('parley/manifest.json', Buffer.from(JSON.stringify(manifest)));
}

/** The rows of an archive after all of them were read. */
export async function readRows(file: string) {
  const archive = await ArchiveFolder.open(file, join(folder, 'staging'));
  onCleanup(() => archive.close());
  const read = await stageArchive(archive, () => undefined);
  onCleanup(() => read.rows.close());
  const { rows } = read;
  const check = () => checkStaged(read, new Notes(), () => undefined);

  /** Checks that the rows are refused after a change to a table, which is undone afterwards. */
  async function refused(table: string, change: Change, reason: RegExp): Promise<void> {
    await rows.execute('savepoint original', []);
    try {
      const tableRows: Row[] = await rows.execute(`select * from "${table}"`, []);
      change(tableRows);
      const columns = [...new Set(tableRows.flatMap((row) => Object.keys(row)))];
      const names = columns.map((column) => `"${column}"`).join(', ');
      const values = columns.map((_, at) => `value ->> ${at}`).join(', ');
      await rows.execute(`delete from "${table}"`, []);
      await rows.execute(`insert into "${table}" (${names}) select ${values} from json_each(?)`, [
        JSON.stringify(tableRows.map((row) => columns.map((column) => row[column] ?? null))),
      ]);
      await assert.rejects(check(), reason);
    } finally {
      await rows.execute('rollback to original', []);
      await rows.execute('release original', []);
    }
  }

  return { check, refused };
}
