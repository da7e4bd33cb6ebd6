// A stopped backup leaves nothing behind, and nothing that looks like a backup.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runUninterrupted, withWorkFolder } from '../../src/cli/backups/work-folder.ts';
import { ownPrefix } from '../../src/files/abandoned-folders.ts';
import { root, runningDemo } from '../support/command-line.ts';
import { waitUntil } from '../support/waiting.ts';
import { runJson } from './backups.ts';

const main = fileURLToPath(new URL('../../src/main.mjs', import.meta.url));
const { server, storageFlags } = await runningDemo();

test('a stopped backup removes what it has written', async () => {
  const folder = await mkdtemp(join(root, 'stopped-'));
  const environment = { ...process.env, PARLEY_DATABASE_URL: '', PARLEY_DATA: '' };
  const child = spawn(process.execPath, [main, 'backup', join(folder, 'backup'), ...storageFlags], {
    env: environment,
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  await waitUntil(async () => (await readdir(folder)).length > 0);
  child.kill('SIGTERM');
  const status = await ended;
  // It may have finished at that moment.
  assert.deepEqual(await readdir(folder), status === 0 ? ['backup'] : []);
  assert.ok(status === 0 || status === 143, `${status}`);
  const mel = await server.as('mel');
  await mel.sendToChannel('general', 'metals', 'Still here');
  await runJson('backup', join(folder, 'another'), ...storageFlags);
});

test('the leftovers of a killed command are removed by the next one, and nothing else', async () => {
  const folder = await mkdtemp(join(root, 'killed-'));
  // No process has the former id; the latter is running.
  const used = `${ownPrefix('.parley-')}abcDEF`;
  const left = used.replace(`-${process.pid}-`, '-999999999-');
  // Processes of other computers are unknown here, but not when they last wrote.
  const [elsewhere, stale] = ['.parley-00000000-999999999-abcDEF', '.parley-00000000-999999998-abcDEF'];
  const stay = [used, elsewhere, '.parley-own', `${left}.txt`];
  for (const name of [...stay, left, stale]) await mkdir(join(folder, name));
  for (const name of [left, elsewhere, stale]) await writeFile(join(folder, name, 'rows.db'), 'half of it');
  const longAgo = new Date('2024-02-03');
  for (const path of [stale, elsewhere, join(stale, 'rows.db')])
    await utimes(join(folder, path), longAgo, longAgo);
  await runJson('backup', join(folder, 'backup'), ...storageFlags);
  assert.deepEqual((await readdir(folder)).sort(), [...stay, 'backup'].sort());
});

test('a signal during the final move is too late to stop it', async () => {
  const folder = await mkdtemp(join(root, 'late-'));
  const seen = await withWorkFolder(join(folder, 'backup'), (made) =>
    runUninterrupted(async () => {
      // Emitted to listeners only, because other test files run in this process.
      process.emit('SIGTERM', 'SIGTERM');
      return readdir(made);
    }),
  );
  assert.deepEqual(seen, []);
  assert.deepEqual(await readdir(folder), []);
});
