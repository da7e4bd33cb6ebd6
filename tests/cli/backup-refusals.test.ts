// Damaged, truncated, foreign and malicious backups: each is refused with the place and reason, and nothing of it is
// written.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { packTar, type TarEntry, unpackTar } from 'modern-tar';
import { checkBackup } from '../../src/backups/restore-backup.ts';
import { run, runningDemo } from '../support/command-line.ts';
import { withLimit } from '../support/with-limit.ts';
import { load, upload } from '../uploads/support.ts';
import { clientAt, emptyStorage, freshPath, runJson, serverAt, storageAt } from './backups.ts';

const { server } = await runningDemo();
const mel = await server.as('mel');
const { url } = await upload(mel, 'report.txt', 'Copper is up.');
await mel.sendToChannel('general', 'metals', `Here is [the report](${url})`);
const whole = freshPath();
await runJson('backup', whole, ...storageAt(server.dataDirectory, server.databaseUrl).flags);
await server.close();
const bytes = await readFile(whole);

interface Part {
  name: string;
  data: Buffer;
  type?: 'file' | 'symlink';
}

async function parts(): Promise<Part[]> {
  const entries = await unpackTar(new Uint8Array(gunzipSync(bytes)));
  return entries.map(({ header, data }) => ({ name: header.name, data: Buffer.from(data ?? []) }));
}

/** A backup with modified entries. */
async function backupWithChange(change: (entries: Part[]) => unknown): Promise<string> {
  const entries = await parts();
  const changes = change(entries);
  const result = Array.isArray(changes) ? changes : entries;
  const tar = await packTar(
    result.map(({ name, data, type = 'file' }): TarEntry => {
      const linkname = type === 'symlink' ? { linkname: '/etc/passwd' } : {};
      const size = type === 'file' ? data.length : 0;
      return { header: { name, size, type, ...linkname }, ...(size > 0 && { body: new Uint8Array(data) }) };
    }),
  );
  return writtenFile(gzipSync(tar));
}

async function writtenFile(content: Uint8Array): Promise<string> {
  const file = freshPath();
  await writeFile(file, content);
  return file;
}

const entryLike = (entries: Part[], pattern: RegExp) =>
  entries.find(({ name }) => pattern.test(name)) ?? assert.fail(`no entry like ${pattern}`);

/** The same entries with matching checksums, as an attacker would make them. */
function withChecksums(entries: Part[]): Part[] {
  const others = entries.filter(({ name }) => !/^sums\/|^manifest/.test(name));
  const sha = (data: Buffer) => createHash('sha256').update(data).digest('hex');
  const sums = Buffer.from(JSON.stringify(others.map(({ name, data }) => [name, data.length, sha(data)])));
  const manifest = JSON.parse(entryLike(entries, /^manifest/).data.toString());
  manifest.entries = others.length;
  manifest.sha256 = sha(sums);
  return [
    ...others,
    { name: 'sums/000001.json', data: sums },
    { name: 'manifest.json', data: Buffer.from(JSON.stringify(manifest)) },
  ];
}

const target = await emptyStorage();

/** Recomputes the checksums of a table's rows. */
function withRowChecksums(entries: Part[], table: string): Part[] {
  const { data } = entryLike(entries, new RegExp(`^rows/${table}/`));
  const manifest = entryLike(entries, /^manifest/);
  const parsed = JSON.parse(manifest.data.toString());
  parsed.tables[table] = {
    rows: data.toString().split('\n').length - 1,
    sha256: createHash('sha256').update(data).digest('hex'),
  };
  manifest.data = Buffer.from(JSON.stringify(parsed));
  return withChecksums(entries);
}

/** A backup whose manifest has other id counters. */
const withCounters = (counters: Record<string, number>) =>
  backupWithChange((entries) => {
    const manifest = entryLike(entries, /^manifest/);
    const parsed = JSON.parse(manifest.data.toString());
    Object.assign(parsed.counters, counters);
    manifest.data = Buffer.from(JSON.stringify(parsed));
    return withChecksums(entries);
  });

async function expectRefused(file: string, message: RegExp): Promise<void> {
  const { status, out, err } = await run('restore', file, ...target.flags);
  assert.deepEqual([status, out], [1, ''], err);
  assert.match(err, message);
  assert.equal(err.split('\n').length, 2, err);
  // Only the lock of the data directory is left.
  assert.deepEqual(
    (await readdir(target.dataDirectory)).filter((name) => name !== 'claim'),
    [],
  );
}

test('an incomplete backup is refused with the position of the fault', async () => {
  await expectRefused(
    await writtenFile(bytes.subarray(0, bytes.length - 1000)),
    /near entry ".*": damaged or incomplete \(.+\)/,
  );
  const damaged = Buffer.from(bytes);
  damaged.fill(0x55, damaged.length >> 1, (damaged.length >> 1) + 64);
  await expectRefused(
    await writtenFile(damaged),
    /^(?:The backup, near entry|Entry) "rows\/\w+\/000001\.jsonl"(, line \d+)?: (?:damaged|incomplete|not|the) /,
  );
  const without = (pattern: RegExp) =>
    backupWithChange((entries) => entries.filter(({ name }) => !pattern.test(name)));
  await expectRefused(await without(/^manifest/), /incomplete: manifest\.json is missing/);
  await expectRefused(await without(/^rows\/account\//), /the content does not match its checksum/);
  await expectRefused(
    await without(/^files\//),
    /Entry "files\/.*": (missing from the backup|the content does not match)/,
  );
});

test('a modified entry is named', async () => {
  const file = await backupWithChange((entries) => {
    const { data } = entryLike(entries, /^files\/uploads.*original$/);
    data[0] = 0x58;
  });
  await expectRefused(
    file,
    /^Entry "files\/uploads\/.*\/original": the content does not match its checksum\.\n$/,
  );
  const rows = await backupWithChange((entries) => {
    const entry = entryLike(entries, /^rows\/message\//);
    entry.data = Buffer.from(entry.data.toString().replace('\n', '\n{"no":"row"}\n'));
  });
  await expectRefused(rows, /^Entry "rows\/message\/000001\.jsonl", line 2: not a valid row of message\.\n$/);
  const fewer = await backupWithChange((entries) => {
    const entry = entryLike(entries, /^rows\/message\//);
    entry.data = entry.data.subarray(entry.data.indexOf('\n') + 1);
    return withChecksums(entries);
  });
  await expectRefused(fewer, /^Entry "manifest\.json": rows of message do not match the backup\.\n$/);
});

test('foreign entries are refused, especially paths that lead elsewhere', async () => {
  const withEntry = (name: string, type: Part['type'] = 'file') =>
    backupWithChange((entries) => [
      ...entries.slice(0, 2),
      { name, data: Buffer.from('x'), type },
      ...entries.slice(2),
    ]);
  await expectRefused(await withEntry('files/uploads/../../secret'), /the path leads out of the folder/);
  await expectRefused(await withEntry('files/etc/passwd'), /invalid file path/);
  await expectRefused(await withEntry('files/uploads/a\\b'), /invalid file path/);
  await expectRefused(await withEntry('files//uploads/a'), /invalid file path/);
  await expectRefused(await withEntry('data/parley.db'), /unknown entry name/);
  await expectRefused(await withEntry('rows/sqlite_schema/000001.jsonl'), /the table is not in the header/);
  await expectRefused(await withEntry('files/uploads/a', 'symlink'), /unexpected entry type symlink/);
  await expectRefused(
    await backupWithChange((entries) => [...entries, { name: 'data/secret', data: Buffer.from('x') }]),
    /after the end/,
  );
});

test('a file that is not a backup of this version is refused', async () => {
  await expectRefused(await writtenFile(Buffer.from('nothing of the kind')), /not a Parley backup/);
  await expectRefused(
    await backupWithChange((entries) => entries.slice(1)),
    /a Parley backup does not start with this entry/,
  );
  const withHeader = (change: (header: Record<string, unknown>) => void) =>
    backupWithChange((entries) => {
      const entry = entryLike(entries, /^parley-backup/);
      const header = JSON.parse(entry.data.toString());
      change(header);
      entry.data = Buffer.from(JSON.stringify(header));
      return withChecksums(entries);
    });
  const header = (values: Record<string, unknown>) => withHeader((present) => Object.assign(present, values));
  await expectRefused(await header({ format: 'another' }), /not a Parley backup/);
  await expectRefused(await header({ version: 2 }), /made by a newer version of Parley/);
  await expectRefused(await header({ schema: 9999 }), /made by a newer version of Parley/);
  const table = { name: 'account', columns: [{ name: 'id"; drop table account; --', kind: 'number' }] };
  await expectRefused(await header({ tables: [table] }), /required fields are missing or invalid/);
  const others = await withHeader(({ tables }) => {
    const [first] = tables as { columns: { name: string }[] }[];
    if (first?.columns[0]) first.columns[0].name = 'unheard_of';
  });
  await expectRefused(others, /^The backup: table \w+ does not exist in this schema\.\n$/);
  await expectRefused(
    await backupWithChange((entries) => withChecksums(entries.filter(({ name }) => name !== 'data/secret'))),
    /the secret is missing/,
  );
});

test('rows and ids that no server writes are refused', async () => {
  const fractional = await backupWithChange((entries) => {
    const entry = entryLike(entries, /^rows\/account\//);
    entry.data = Buffer.from(entry.data.toString().replace(/(\d)([,\]])/, '$1.5$2'));
    return withRowChecksums(entries, 'account');
  });
  await expectRefused(
    fractional,
    /^Entry "rows\/account\/000001\.jsonl", line 1: not a valid row of account\.\n$/,
  );
  await expectRefused(await withCounters({ unheard_of: 3 }), /table unheard_of has no ID counter/);
  await expectRefused(await withCounters({ deployment: 3 }), /table deployment has no ID counter/);
  await expectRefused(await withCounters({ message: 3 }), /IDs of message do not match the backup/);
  const silent = await backupWithChange((entries) => {
    const manifest = entryLike(entries, /^manifest/);
    const parsed = JSON.parse(manifest.data.toString());
    delete parsed.counters.message;
    manifest.data = Buffer.from(JSON.stringify(parsed));
    return withChecksums(entries);
  });
  await expectRefused(silent, /^Entry "manifest\.json": the ID counter of table message is missing/);
  const many = await backupWithChange((entries) => [
    ...entries.slice(0, 1),
    ...Array.from({ length: 1001 }, (_, at) => ({ name: `files/uploads/${at}`, data: Buffer.from('x') })),
  ]);
  await expectRefused(
    many,
    /^Entry "files\/uploads\/999": checksums of the 1000 entries before it are missing\.\n$/,
  );
});

test('rows that do not fit their table are named with their entry', async () => {
  const withAccounts = (change: (text: string) => string) =>
    backupWithChange((entries) => {
      const entry = entryLike(entries, /^rows\/account\//);
      entry.data = Buffer.from(change(entry.data.toString()));
      return withRowChecksums(entries, 'account');
    });
  const message = /^Entry "rows\/account\/000001\.jsonl": rows do not fit into account \(.+\)\.\n$/;
  await expectRefused(await withAccounts((text) => text + text.slice(0, text.indexOf('\n') + 1)), message);
  await expectRefused(await withAccounts((text) => text.replace(/"[^"]*@example\.com"/, 'null')), message);
});

test('a backup that cannot be restored is not reported as complete', async () => {
  const file = await backupWithChange((entries) => {
    const entry = entryLike(entries, /^parley-backup/);
    const header = JSON.parse(entry.data.toString());
    header.tables.push({ name: 'dba_note', columns: [{ name: 'id', kind: 'number' }] });
    entry.data = Buffer.from(JSON.stringify(header));
    return withChecksums(entries);
  });
  const { status, err } = await run('restore', file, '--check');
  assert.deepEqual([status, err], [1, 'The backup: table dba_note does not exist in this schema.\n']);
});

test('bound archivePartBytes: rows that would fill the memory are refused', async () => {
  await withLimit('archivePartBytes', 5000, () =>
    assert.rejects(
      checkBackup(whole, () => undefined),
      /too large\. The limit is 5000 bytes/,
    ),
  );
  await checkBackup(whole, () => undefined);
});

test('after all errors the complete backup is restored to the same directory', async () => {
  await runJson('restore', whole, ...target.flags);
  const other = await serverAt(target);
  assert.equal(await (await load(clientAt(other, mel), url)).text(), 'Copper is up.');
  await other.close();
});
