// Copying a database to the other engine and back: everyone sees the same there, and ids continue. An interrupted copy can
// be resumed, and the target must be empty.

import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { beginCopy, copyDatabase, copyOnce } from '../../src/backups/copy-database.ts';
import { PostgresRows } from '../../src/storage/rows/postgres-rows.ts';
import { SqliteRows } from '../../src/storage/rows/sqlite-rows.ts';
import type { ApiClient } from '../support/client.ts';
import { root, run, runningDemo } from '../support/command-line.ts';
import { freshDatabase, type TestServer } from '../support/server.ts';
import { clientAt, runJson, seenBy, serverAt, storageAt, type TestStorage } from './backups.ts';

/** A demo that was used and stopped, and what its people saw. */
async function stoppedDemo() {
  const { server } = await runningDemo();
  const people = await Promise.all([server.as('mel'), server.as('mia'), server.as('olive')]);
  const [mel, , olive] = people as [ApiClient, ApiClient, ApiClient];
  await mel.sendToChannel('general', 'metals', 'Zirconium');
  const deletedId = await mel.sendToChannel('general', 'metals', 'Said in error');
  await olive.ok('DELETE', `/messages/${deletedId}`);
  const visibleStates = await Promise.all(people.map((client) => seenBy(client, 'zirconium')));
  await server.close();
  return {
    storage: storageAt(server.dataDirectory, server.databaseUrl),
    people,
    mel,
    deletedId,
    visibleStates,
  };
}

/** The target of a copy: the other engine if there is one, or another file. */
async function target(): Promise<{ readonly storage: TestStorage; readonly flags: readonly string[] }> {
  const directory = await mkdtemp(join(root, 'copy-'));
  return { storage: storageAt(directory, undefined), flags: ['--to-data', directory] };
}

async function openStorage({ dataDirectory, databaseUrl }: TestStorage) {
  if (databaseUrl === undefined) return SqliteRows.forReading(join(dataDirectory, 'parley.db'));
  const rows = await PostgresRows.connect(databaseUrl);
  await rows.execute('begin', []);
  return rows;
}

test('a database is copied to the other engine and back', async () => {
  const { storage, people, mel, deletedId, visibleStates } = await stoppedDemo();
  const { storage: there, flags } = await target();
  const summary = await runJson('database', 'copy', ...flags, ...storage.flags);
  assert.ok(summary.rows > 100 && summary.tables.message.rows > 10, JSON.stringify(summary));
  assert.equal((await stat(join(there.dataDirectory, 'parley.db'))).mode & 0o777, 0o600);
  const storages = [there];
  const url = await freshDatabase();
  if (url !== undefined) {
    const storageBack = storageAt(there.dataDirectory, url);
    const secondSummary = await runJson('database', 'copy', '--to', url, ...there.flags);
    assert.deepEqual(secondSummary.tables, summary.tables);
    storages.push(storageBack);
  }
  for (const one of storages) {
    const server = await serverAt(one);
    assert.deepEqual(
      await Promise.all(people.map((client) => seenBy(clientAt(server, client), 'zirconium'))),
      visibleStates,
    );
    assert.ok((await clientAt(server, mel).sendToChannel('general', 'metals', 'And on it goes')) > deletedId);
    await server.close();
  }
});

test('an interrupted copy is resumed, and no server starts on it before', async () => {
  const { storage, people, visibleStates } = await stoppedDemo();
  const { storage: there, flags } = await target();
  const source = await openStorage(storage);
  const growing = await SqliteRows.forFilling(join(there.dataDirectory, 'parley.db-copy'));
  const stopInMiddle = (stage: string, done: number) => {
    if (stage === 'words' || (stage === 'tables' && done > 60)) throw new Error('stopped on purpose');
  };
  await assert.rejects(copyDatabase(source, growing, stopInMiddle), /stopped on purpose/);
  growing.close();
  await source.close();
  await assert.rejects(serverAt(there), /^\w*Error: .* contains an incomplete copy\. /);
  if (storage.databaseUrl !== undefined) {
    const url = (await freshDatabase()) ?? '';
    const [from, to] = [await openStorage(storage), await PostgresRows.connect(url)];
    await assert.rejects(copyDatabase(from, to, stopInMiddle), /stopped on purpose/);
    await Promise.all([from.close(), to.close()]);
    await assert.rejects(
      serverAt(storageAt(there.dataDirectory, url)),
      /^\w*Error: The database contains an incomplete copy/,
    );
    const rest = await runJson('database', 'copy', '--to', url, ...storage.flags);
    assert.ok(rest.rows_copied_before > 50, JSON.stringify(rest));
  }
  const summary = await runJson('database', 'copy', ...flags, ...storage.flags);
  assert.ok(
    summary.rows_copied_before > 50 && summary.rows_copied_before < summary.rows,
    JSON.stringify(summary),
  );
  const server = await serverAt(there);
  assert.deepEqual(
    await Promise.all(people.map((client) => seenBy(clientAt(server, client), 'zirconium'))),
    visibleStates,
  );
  await server.close();
});

test('an interrupted copy is resumed after the source was used, with everything that changed', async () => {
  const { storage, people, mel } = await stoppedDemo();
  const { storage: there, flags } = await target();
  const begin = await serverAt(storage);
  const at = (server: TestServer) => clientAt(server, mel);
  const [edited, deleted, moved] = [
    await at(begin).sendToChannel('general', 'metals', 'Zirconium to be edited'),
    await at(begin).sendToChannel('general', 'metals', 'Zirconium to be deleted'),
    await at(begin).sendToChannel('general', 'ores', 'to be found by its topic'),
  ];
  await begin.close();
  const source = await openStorage(storage);
  const growing = await SqliteRows.forFilling(join(there.dataDirectory, 'parley.db-copy'));
  await beginCopy(source, growing);
  await copyOnce(source, growing, () => undefined);
  growing.close();
  await source.close();
  const used = await serverAt(storage);
  await at(used).ok('PATCH', `/messages/${edited}`, { content: 'now about hafnium' });
  await clientAt(used, people[2] as ApiClient).ok('DELETE', `/messages/${deleted}`);
  await at(used).ok('PATCH', `/messages/${moved}`, { topic: 'zirconium', propagate_mode: 'change_all' });
  await at(used).sendToChannel('general', 'metals', 'More zirconium');
  const seen = async (server: TestServer) => [
    await Promise.all(people.map((client) => seenBy(clientAt(server, client), 'zirconium'))),
    await Promise.all(people.map((client) => seenBy(clientAt(server, client), 'hafnium'))),
  ];
  const expected = await seen(used);
  await used.close();
  const summary = await runJson('database', 'copy', ...flags, ...storage.flags);
  assert.ok(summary.rows_copied_before > 100, JSON.stringify(summary.rows_copied_before));
  const server = await serverAt(there);
  assert.deepEqual(await seen(server), expected);
  const [zirconium] = expected[0] ?? [];
  assert.ok(zirconium?.found.includes(moved) && !zirconium.found.includes(edited));
  await server.close();
});

test('a copy of another deployment is not continued', async () => {
  const [first, second] = [
    await stoppedDemo(),
    await serverAt(storageAt(await mkdtemp(join(root, 'other-')), undefined)),
  ];
  await second.close();
  const { storage: there, flags } = await target();
  const source = await openStorage(first.storage);
  const growing = await SqliteRows.forFilling(join(there.dataDirectory, 'parley.db-copy'));
  await beginCopy(source, growing);
  growing.close();
  await source.close();
  const { status, err } = await run('database', 'copy', ...flags, '--data', second.dataDirectory);
  assert.equal(status, 1);
  assert.match(err, /^The target: it contains part of a different or older copy/);
});

test('the target must be an empty database without a running server', async () => {
  const { storage } = await stoppedDemo();
  const { storage: there, flags } = await target();
  const refused = async (words: RegExp, status: number, ...args: string[]) => {
    const result = await run('database', 'copy', ...args);
    assert.deepEqual([result.status, result.out], [status, ''], result.err);
    assert.match(result.err, words);
    assert.equal(result.err.split('\n').length, 2);
  };
  await refused(/needs either .* See database copy --help/, 2, ...storage.flags);
  await refused(/^--to must be a postgres:\/\/ address/, 2, '--to', 'mysql://x', ...storage.flags);
  await refused(/No database found in/, 1, ...flags, '--data', join(root, 'nowhere'));
  const server = await serverAt(storage);
  await refused(
    /^(Another server is running|The database has \d+ other connection)/,
    1,
    ...flags,
    ...storage.flags,
  );
  await server.close();
  for (const name of ['parley.db-wal', 'parley.db-shm', 'parley.db-journal', 'parley.db']) {
    const leftover = join(there.dataDirectory, name);
    await writeFile(leftover, '');
    await refused(
      new RegExp(`${name} already exists. Choose a directory without`),
      1,
      ...flags,
      ...storage.flags,
    );
    if (name !== 'parley.db') await rm(leftover);
  }
  const used = await freshDatabase();
  if (used === undefined) return;
  const other = await serverAt(storageAt(there.dataDirectory, used)).catch(() => undefined);
  await other?.close();
  await refused(/^The target: it is not empty/, 1, '--to', used, ...storage.flags);
});
