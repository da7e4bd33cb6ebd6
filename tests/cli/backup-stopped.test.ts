// A backup that is stopped leaves nothing behind, and nothing that looks like one.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { wholly, withRefusals, withWorkFolder } from '../../src/cli/backups/given.ts';
import { Suspects } from '../../src/cli/checks/suspects.ts';
import { root, runningDemo } from '../support/command-line.ts';
import { untilSo } from '../support/later.ts';
import { toldJson } from './backups.ts';

const main = fileURLToPath(new URL('../../src/main.mjs', import.meta.url));
const { server, place } = await runningDemo();

test('what a stopped backup has written is removed', async () => {
  const folder = await mkdtemp(join(root, 'stopped-'));
  const environment = { ...process.env, PARLEY_DATABASE_URL: '', PARLEY_DATA: '' };
  const child = spawn(process.execPath, [main, 'backup', join(folder, 'backup'), ...place], {
    env: environment,
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  await untilSo(async () => (await readdir(folder)).length > 0);
  child.kill('SIGTERM');
  const status = await ended;
  // It may have come to its end in that moment.
  assert.deepEqual(await readdir(folder), status === 0 ? ['backup'] : []);
  assert.ok(status === 0 || status === 143, `${status}`);
  const mel = await server.as('mel');
  await mel.say('general', 'metals', 'Still here');
  await toldJson('backup', join(folder, 'another'), ...place);
});

test('what a command has left that was killed goes with the next, and nothing else', async () => {
  const folder = await mkdtemp(join(root, 'killed-'));
  // No process has such an id, and this one goes on.
  const [left, used] = ['.parley-999999999-abcDEF', `.parley-${process.pid}-abcDEF`];
  for (const name of [left, used, '.parley-own', '.parley-1-abcDEF.txt']) await mkdir(join(folder, name));
  await writeFile(join(folder, left, 'rows.db'), 'half of it');
  await toldJson('backup', join(folder, 'backup'), ...place);
  assert.deepEqual(
    (await readdir(folder)).sort(),
    ['.parley-1-abcDEF.txt', used, '.parley-own', 'backup'].sort(),
  );
});

test('a signal that comes while everything is brought to its place comes too late', async () => {
  const folder = await mkdtemp(join(root, 'late-'));
  const seen = await withWorkFolder(join(folder, 'backup'), (made) =>
    wholly(async () => {
      const heard = new Promise((resolve) => process.once('SIGTERM', resolve));
      process.kill(process.pid, 'SIGTERM');
      await heard;
      return readdir(made);
    }),
  );
  assert.deepEqual(seen, []);
  assert.deepEqual(await readdir(folder), []);
});

test('what a database cannot help is told in a sentence', async () => {
  const full = new Database(':memory:');
  full.exec('create table one (a text)');
  full.pragma('max_page_count = 3');
  await assert.rejects(
    withRefusals(async () => full.prepare('insert into one values (?)').run('x'.repeat(100_000))),
    /^Error: There is no room left on the disk of the database \(.*full.*\)\.$/,
  );
  full.close();
  const path = join(await mkdtemp(join(root, 'damaged-')), 'parley.db');
  await writeFile(path, 'not a database at all, but a text of some length'.repeat(100));
  const damaged = new Database(path);
  await assert.rejects(
    withRefusals(async () => damaged.pragma('user_version')),
    /^Error: The database is damaged: restore a backup/,
  );
  damaged.close();
});

test('whatever stays wrong is counted, however many there are', async () => {
  let asked = 0;
  const suspects = new Suspects(async (paths) => {
    asked = Math.max(asked, paths.length);
    return paths.filter((path) => !path.endsWith('7'));
  });
  for (let at = 0; at < 2500; at++) await suspects.add(`file-${at}`);
  await suspects.end();
  assert.deepEqual([suspects.count, asked, suspects.text], [2250, 1000, 'file-0, file-1, file-2, …']);
});
