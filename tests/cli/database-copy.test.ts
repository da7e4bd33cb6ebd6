// Copying a database to the other engine and back: everyone sees the same there, and ids continue. An interrupted copy can
// be resumed, and the target must be empty.

import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { copyDatabase } from '../../src/backups/copy-database.ts';
import { PostgresRows } from '../../src/storage/rows/postgres-rows.ts';
import { SqliteRows } from '../../src/storage/rows/sqlite-rows.ts';
import type { ApiClient } from '../support/client.ts';
import { root, run, runningDemo } from '../support/command-line.ts';
import { freshDatabase } from '../support/server.ts';
import { clientAt, type Place, placeAt, runJson, seenBy, serverAt } from './backups.ts';

/** A demo that was used and stopped, and what its people saw. */
async function stoppedDemo() {
  const { server } = await runningDemo();
  const people = await Promise.all([server.as('mel'), server.as('mia'), server.as('olive')]);
  const [mel, , olive] = people as [ApiClient, ApiClient, ApiClient];
  await mel.sendToChannel('general', 'metals', 'Zirconium');
  const deletedId = await mel.sendToChannel('general', 'metals', 'Said in error');
  await olive.ok('DELETE', `/messages/${deletedId}`);
  const seen = await Promise.all(people.map((who) => seenBy(who, 'zirconium')));
  await server.close();
  return { place: placeAt(server.dataDirectory, server.databaseUrl), people, mel, gone: deletedId, seen };
}

/** The target of a copy: the other engine if there is one, or another file. */
async function target(): Promise<{ readonly place: Place; readonly flags: readonly string[] }> {
  const directory = await mkdtemp(join(root, 'copy-'));
  return { place: placeAt(directory, undefined), flags: ['--to-data', directory] };
}

async function opened({ dataDirectory, databaseUrl }: Place) {
  if (databaseUrl === undefined) return SqliteRows.forReading(join(dataDirectory, 'parley.db'));
  const rows = await PostgresRows.connect(databaseUrl);
  await rows.execute('begin', []);
  return rows;
}

test('a database is copied to the other engine and back', async () => {
  const { place, people, mel, gone, seen } = await stoppedDemo();
  const { place: there, flags } = await target();
  const summary = await runJson('database', 'copy', ...flags, ...place.flags);
  assert.ok(summary.rows > 100 && summary.tables.message.rows > 10, JSON.stringify(summary));
  assert.equal((await stat(join(there.dataDirectory, 'parley.db'))).mode & 0o777, 0o600);
  const places = [there];
  const url = await freshDatabase();
  if (url !== undefined) {
    const back = placeAt(there.dataDirectory, url);
    const again = await runJson('database', 'copy', '--to', url, ...there.flags);
    assert.deepEqual(again.tables, summary.tables);
    places.push(back);
  }
  for (const one of places) {
    const server = await serverAt(one);
    assert.deepEqual(
      await Promise.all(people.map((who) => seenBy(clientAt(server, who), 'zirconium'))),
      seen,
    );
    assert.ok((await clientAt(server, mel).sendToChannel('general', 'metals', 'And on it goes')) > gone);
    await server.close();
  }
});

test('an interrupted copy is resumed, and no server starts on it before', async () => {
  const { place, people, seen } = await stoppedDemo();
  const { place: there, flags } = await target();
  const source = await opened(place);
  const growing = await SqliteRows.forFilling(join(there.dataDirectory, 'parley.db-copy'));
  const stopping = (stage: string, done: number) => {
    if (stage === 'words' || (stage === 'tables' && done > 60)) throw new Error('pulled the plug');
  };
  await assert.rejects(copyDatabase(source, growing, stopping), /pulled the plug/);
  growing.close();
  await source.close();
  await assert.rejects(serverAt(there), /^\w*Error: .* contains an incomplete copy\. /);
  if (place.databaseUrl !== undefined) {
    const url = (await freshDatabase()) ?? '';
    const [from, to] = [await opened(place), await PostgresRows.connect(url)];
    await assert.rejects(copyDatabase(from, to, stopping), /pulled the plug/);
    await Promise.all([from.close(), to.close()]);
    await assert.rejects(
      serverAt(placeAt(there.dataDirectory, url)),
      /^\w*Error: The database contains an incomplete copy/,
    );
    const rest = await runJson('database', 'copy', '--to', url, ...place.flags);
    assert.ok(rest.rows_copied_before > 50, JSON.stringify(rest));
  }
  const summary = await runJson('database', 'copy', ...flags, ...place.flags);
  assert.ok(
    summary.rows_copied_before > 50 && summary.rows_copied_before < summary.rows,
    JSON.stringify(summary),
  );
  const server = await serverAt(there);
  assert.deepEqual(await Promise.all(people.map((who) => seenBy(clientAt(server, who), 'zirconium'))), seen);
  await server.close();
});

test('the target must be an empty database without a running server', async () => {
  const { place, mel } = await stoppedDemo();
  const { place: there, flags } = await target();
  const refused = async (words: RegExp, status: number, ...args: string[]) => {
    const ended = await run('database', 'copy', ...args);
    assert.deepEqual([ended.status, ended.out], [status, ''], ended.err);
    assert.match(ended.err, words);
    assert.equal(ended.err.split('\n').length, 2);
  };
  await refused(/needs either .* See database copy --help/, 2, ...place.flags);
  await refused(/^--to must be a postgres:\/\/ address/, 2, '--to', 'mysql://x', ...place.flags);
  await refused(/No database found in/, 1, ...flags, '--data', join(root, 'nowhere'));
  const server = await serverAt(place);
  await refused(
    /^(Another server is running|The database has \d+ other connection)/,
    1,
    ...flags,
    ...place.flags,
  );
  // Messages sent after a copy was interrupted prevent its resumption.
  await server.close();
  const source = await opened(place);
  const growing = await SqliteRows.forFilling(join(there.dataDirectory, 'parley.db-copy'));
  const plug = () => {
    throw new Error('pulled the plug');
  };
  await assert.rejects(copyDatabase(source, growing, plug), /pulled the plug/);
  growing.close();
  await source.close();
  const again = await serverAt(place);
  await clientAt(again, mel).sendToChannel('general', 'metals', 'In between');
  await again.close();
  await refused(/^The target: it contains part of a different or older copy/, 1, ...flags, ...place.flags);
  for (const name of ['parley.db-wal', 'parley.db-shm', 'parley.db-journal', 'parley.db']) {
    const left = join(there.dataDirectory, name);
    await writeFile(left, '');
    await refused(
      new RegExp(`${name} already exists. Choose a directory without`),
      1,
      ...flags,
      ...place.flags,
    );
    if (name !== 'parley.db') await rm(left);
  }
  const used = await freshDatabase();
  if (used === undefined) return;
  const other = await serverAt(placeAt(there.dataDirectory, used)).catch(() => undefined);
  await other?.close();
  await refused(/^The target: it is not empty/, 1, '--to', used, ...place.flags);
});
