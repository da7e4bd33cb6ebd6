// Damaged, truncated, foreign and malicious backups: each is refused with the place and reason, and nothing of it is
// written.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { packTar, type TarEntry, unpackTar } from 'modern-tar';
import { checkBackup } from '../../src/backups/restore.ts';
import { run, runningDemo } from '../support/command-line.ts';
import { withLimit } from '../support/with-limit.ts';
import { load, upload } from '../uploads/support.ts';
import { emptyPlace, freshPath, placeAt, sameAt, serverAt, toldJson } from './backups.ts';

const { server } = await runningDemo();
const mel = await server.as('mel');
const { url } = await upload(mel, 'report.txt', 'Copper is up.');
await mel.say('general', 'metals', `Here is [the report](${url})`);
const whole = freshPath();
await toldJson('backup', whole, ...placeAt(server.dataDirectory, server.databaseUrl).flags);
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
async function changed(change: (entries: Part[]) => unknown): Promise<string> {
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
function fitted(entries: Part[]): Part[] {
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

const place = await emptyPlace();

/** Recomputes the checksums of a table's rows. */
function fittedRows(entries: Part[], table: string): Part[] {
  const { data } = entryLike(entries, new RegExp(`^rows/${table}/`));
  const manifest = entryLike(entries, /^manifest/);
  const parsed = JSON.parse(manifest.data.toString());
  parsed.tables[table] = {
    rows: data.toString().split('\n').length - 1,
    sha256: createHash('sha256').update(data).digest('hex'),
  };
  manifest.data = Buffer.from(JSON.stringify(parsed));
  return fitted(entries);
}

/** A backup whose manifest has other id counters. */
const withCounters = (counters: Record<string, number>) =>
  changed((entries) => {
    const manifest = entryLike(entries, /^manifest/);
    const parsed = JSON.parse(manifest.data.toString());
    Object.assign(parsed.counters, counters);
    manifest.data = Buffer.from(JSON.stringify(parsed));
    return fitted(entries);
  });

async function refused(file: string, words: RegExp): Promise<void> {
  const { status, out, err } = await run('restore', file, ...place.flags);
  assert.deepEqual([status, out], [1, ''], err);
  assert.match(err, words);
  assert.equal(err.split('\n').length, 2, err);
  // The lock of the directory.
  assert.deepEqual(
    (await readdir(place.dataDirectory)).filter((name) => name !== 'claim'),
    [],
  );
}

test('an incomplete backup is refused with the place', async () => {
  await refused(
    await writtenFile(bytes.subarray(0, bytes.length - 1000)),
    /near entry ".*": it is damaged or ends too soon \(.+\)/,
  );
  const damaged = Buffer.from(bytes);
  damaged.fill(0x55, damaged.length >> 1, (damaged.length >> 1) + 64);
  await refused(
    await writtenFile(damaged),
    /^(the backup, near )?entry "rows\/\w+\/000001\.jsonl"(, line \d+)?: its? /,
  );
  const without = (pattern: RegExp) =>
    changed((entries) => entries.filter(({ name }) => !pattern.test(name)));
  await refused(await without(/^manifest/), /it ends too soon: manifest\.json is missing/);
  await refused(
    await without(/^rows\/account\//),
    /entry "rows\/account.*it does not hold what|does not hold what/,
  );
  await refused(
    await without(/^files\//),
    /entry "files\/.*": it (is missing from the backup|does not hold)/,
  );
});

test('a modified entry is named', async () => {
  const file = await changed((entries) => {
    const { data } = entryLike(entries, /^files\/uploads.*original$/);
    data[0] = 0x58;
  });
  await refused(
    file,
    /^entry "files\/uploads\/.*\/original": it does not hold what the backup says that it holds\.\n$/,
  );
  const rows = await changed((entries) => {
    const entry = entryLike(entries, /^rows\/message\//);
    entry.data = Buffer.from(entry.data.toString().replace('\n', '\n{"no":"row"}\n'));
  });
  await refused(rows, /^entry "rows\/message\/000001\.jsonl", line 2: it is no row of message\.\n$/);
  const fewer = await changed((entries) => {
    const entry = entryLike(entries, /^rows\/message\//);
    entry.data = entry.data.subarray(entry.data.indexOf('\n') + 1);
    return fitted(entries);
  });
  await refused(
    fewer,
    /^entry "manifest\.json": it tells of other rows of message than the backup holds\.\n$/,
  );
});

test('foreign entries are refused, especially paths that lead elsewhere', async () => {
  const beside = (name: string, type: Part['type'] = 'file') =>
    changed((entries) => [
      ...entries.slice(0, 2),
      { name, data: Buffer.from('x'), type },
      ...entries.slice(2),
    ]);
  await refused(await beside('files/uploads/../../secret'), /its path leads out of the folder/);
  await refused(await beside('files/etc/passwd'), /no file of a server lies at such a path/);
  await refused(await beside('files/uploads/a\\b'), /no file of a server lies at such a path/);
  await refused(await beside('files//uploads/a'), /no file of a server lies at such a path/);
  await refused(await beside('data/parley.db'), /no backup holds an entry of this name/);
  await refused(await beside('rows/sqlite_schema/000001.jsonl'), /knows no such table/);
  await refused(await beside('files/uploads/a', 'symlink'), /it is a symlink/);
  await refused(
    await changed((entries) => [...entries, { name: 'data/secret', data: Buffer.from('x') }]),
    /after the end/,
  );
});

test('a file that is not a backup of this version is refused', async () => {
  await refused(await writtenFile(Buffer.from('nothing of the kind')), /it is no backup of Parley/);
  await refused(await changed((entries) => entries.slice(1)), /no backup of Parley begins with it/);
  const withHeader = (change: (header: Record<string, unknown>) => void) =>
    changed((entries) => {
      const entry = entryLike(entries, /^parley-backup/);
      const header = JSON.parse(entry.data.toString());
      change(header);
      entry.data = Buffer.from(JSON.stringify(header));
      return fitted(entries);
    });
  const header = (values: Record<string, unknown>) => withHeader((present) => Object.assign(present, values));
  await refused(await header({ format: 'another' }), /it is of no backup of Parley/);
  await refused(await header({ version: 2 }), /a form that this version does not know/);
  await refused(await header({ schema: 9999 }), /a newer version of Parley made it/);
  const table = { name: 'account', columns: [{ name: 'id"; drop table account; --', kind: 'number' }] };
  await refused(await header({ tables: [table] }), /lacks what the header of a backup says/);
  const others = await withHeader(({ tables }) => {
    const [first] = tables as { columns: { name: string }[] }[];
    if (first?.columns[0]) first.columns[0].name = 'unheard_of';
  });
  await refused(others, /^the backup: its table \w+ is none that a server of its schema has\.\n$/);
  await refused(
    await changed((entries) => fitted(entries.filter(({ name }) => name !== 'data/secret'))),
    /it holds no secret/,
  );
});

test('rows and ids that no server writes are refused', async () => {
  const half = await changed((entries) => {
    const entry = entryLike(entries, /^rows\/account\//);
    entry.data = Buffer.from(entry.data.toString().replace(/(\d)([,\]])/, '$1.5$2'));
    return fittedRows(entries, 'account');
  });
  await refused(half, /^entry "rows\/account\/000001\.jsonl", line 1: it is no row of account\.\n$/);
  await refused(await withCounters({ unheard_of: 3 }), /its table unheard_of gives out no ids/);
  await refused(await withCounters({ deployment: 3 }), /its table deployment gives out no ids/);
  await refused(await withCounters({ message: 3 }), /it tells of lower ids of message than the backup holds/);
  const silent = await changed((entries) => {
    const manifest = entryLike(entries, /^manifest/);
    const parsed = JSON.parse(manifest.data.toString());
    delete parsed.counters.message;
    manifest.data = Buffer.from(JSON.stringify(parsed));
    return fitted(entries);
  });
  await refused(
    silent,
    /^entry "manifest\.json": it does not tell which ids the table message has given out/,
  );
  const many = await changed((entries) => [
    ...entries.slice(0, 1),
    ...Array.from({ length: 1001 }, (_, at) => ({ name: `files/uploads/${at}`, data: Buffer.from('x') })),
  ]);
  await refused(many, /^entry "files\/uploads\/999": nothing tells of the 1000 entries before it\.\n$/);
});

test('rows that do not fit their table are named with their entry', async () => {
  const withAccounts = (change: (text: string) => string) =>
    changed((entries) => {
      const entry = entryLike(entries, /^rows\/account\//);
      entry.data = Buffer.from(change(entry.data.toString()));
      return fittedRows(entries, 'account');
    });
  const words = /^entry "rows\/account\/000001\.jsonl": its rows do not fit into account \(.+\)\.\n$/;
  await refused(await withAccounts((text) => text + text.slice(0, text.indexOf('\n') + 1)), words);
  await refused(await withAccounts((text) => text.replace(/"[^"]*@example\.com"/, 'null')), words);
});

test('a backup that cannot be restored is not reported as complete', async () => {
  const file = await changed((entries) => {
    const entry = entryLike(entries, /^parley-backup/);
    const header = JSON.parse(entry.data.toString());
    header.tables.push({ name: 'dba_note', columns: [{ name: 'id', kind: 'number' }] });
    entry.data = Buffer.from(JSON.stringify(header));
    return fitted(entries);
  });
  const { status, err } = await run('restore', file, '--check');
  assert.deepEqual(
    [status, err],
    [1, 'the backup: its table dba_note is none that a server of its schema has.\n'],
  );
});

test('bound backupPartBytes: rows that would fill the memory are refused', async () => {
  await withLimit('backupPartBytes', 5000, () =>
    assert.rejects(
      checkBackup(whole, () => undefined),
      /it has more than 5000 bytes/,
    ),
  );
  await checkBackup(whole, () => undefined);
});

test('after all refusals the complete backup is restored to the same place', async () => {
  await toldJson('restore', whole, ...place.flags);
  const other = await serverAt(place);
  assert.equal(await (await load(sameAt(other, mel), url)).text(), 'Copper is up.');
  await other.close();
});
