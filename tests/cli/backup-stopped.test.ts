// A stopped backup leaves nothing behind, and no file that resembles a backup.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runFinalStep, withWorkFolder } from '../../src/cli/backups/work-folder.ts';
import { ownPrefix } from '../../src/files/abandoned-folders.ts';
import { root, run, runningDemo } from '../support/command-line.ts';
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
  // If it was too late to stop it, the backup exists, and the process may have been killed while it ended.
  assert.deepEqual(await readdir(folder), status === 143 ? [] : ['backup']);
  assert.ok(status === 0 || status === 143 || status === null, `${status}`);
  const mel = await server.as('mel');
  await mel.sendToChannel('general', 'metals', 'Still here');
  await runJson('backup', join(folder, 'another'), ...storageFlags);
});

test('the leftovers of a killed command are removed by the next one, and nothing else', async () => {
  const folder = await mkdtemp(join(root, 'killed-'));
  // No process has the former id; the latter is running.
  const used = `${ownPrefix('.parley-')}abcDEF`;
  const abandoned = used.replace(`-${process.pid}-`, '-999999999-');
  // Processes of other computers are unknown here, but not when they last wrote.
  const [elsewhere, stale] = ['.parley-00000000-999999999-abcDEF', '.parley-00000000-999999998-abcDEF'];
  const stay = [used, elsewhere, '.parley-own', `${abandoned}.txt`];
  for (const name of [...stay, abandoned, stale]) await mkdir(join(folder, name));
  for (const name of [abandoned, elsewhere, stale])
    await writeFile(join(folder, name, 'rows.db'), 'half of it');
  const longAgo = new Date('2024-02-03');
  for (const path of [stale, elsewhere, join(stale, 'rows.db')])
    await utimes(join(folder, path), longAgo, longAgo);
  await runJson('backup', join(folder, 'backup'), ...storageFlags);
  assert.deepEqual((await readdir(folder)).sort(), [...stay, 'backup'].sort());
});

test('a signal during the final move, or after it, is too late to stop it', async () => {
  const folder = await mkdtemp(join(root, 'late-'));
  // Emitted to listeners only, because other test files run in this process.
  const signal = () => process.emit('SIGTERM', 'SIGTERM');
  const workFolder = await withWorkFolder(join(folder, 'backup'), async (made) => {
    await runFinalStep(async () => signal());
    signal();
    return readdir(made);
  });
  assert.deepEqual(workFolder, []);
  assert.deepEqual(await readdir(folder), []);
});

test('commands that have ended do not handle signals', async () => {
  const before = process.listenerCount('SIGTERM');
  const folder = await mkdtemp(join(root, 'ended-'));
  await runJson('backup', join(folder, 'backup'), ...storageFlags);
  for (const more of [[], ['--dry-run']])
    assert.equal(
      (await run('organization', 'import', join(folder, 'missing'), ...more, ...storageFlags)).status,
      1,
    );
  assert.equal(process.listenerCount('SIGTERM'), before);
});
