// A backup that is stopped leaves nothing behind, and nothing that looks like one.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
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
