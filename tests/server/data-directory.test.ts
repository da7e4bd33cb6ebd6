// Access to the data directory: its owner only, and one server at a time.

import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeDataDirectory, restrictDataDirectory } from '../../src/server/data-directory.ts';
import { claimDataDirectory } from '../../src/server/single-server.ts';
import { temporaryFolder } from '../support/temporary.ts';

const root = temporaryFolder();
const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

test('a new directory and its new parents are accessible to the owner only', async () => {
  const path = join(root, 'above', 'data');
  await makeDataDirectory(path);
  assert.deepEqual([await modeOf(path), await modeOf(join(root, 'above'))], [0o700, 0o700]);
});

test('a directory readable by others is reported and left as is, except for files with keys', async () => {
  const path = join(root, 'wide');
  await mkdir(path);
  await chmod(path, 0o755);
  await writeFile(join(path, 'parley.db'), '');
  await chmod(join(path, 'parley.db'), 0o644);
  const warnings: unknown[] = [];
  const log = {
    info: () => undefined,
    warn: (fields: unknown) => void warnings.push(fields),
    error: () => undefined,
  };
  await restrictDataDirectory(path, log);
  assert.deepEqual(warnings, [{ directory: path, mode: '755' }]);
  assert.deepEqual([await modeOf(path), await modeOf(join(path, 'parley.db'))], [0o755, 0o600]);
  // A file that is stricter than necessary stays so.
  await chmod(join(path, 'parley.db'), 0o400);
  await chmod(path, 0o700);
  await restrictDataDirectory(path, log);
  assert.equal(warnings.length, 1);
  assert.equal(await modeOf(join(path, 'parley.db')), 0o400);
});

test('one server uses it at a time, however long its path, and its lock is inside it', async () => {
  const path = join(root, ...Array<string>(5).fill('a'.repeat(60)));
  await makeDataDirectory(path);
  const first = await claimDataDirectory(path);
  await assert.rejects(claimDataDirectory(path), /Another server is running on the data directory/);
  assert.ok((await readdir(path)).every((name) => name.startsWith('claim')));
  await first.release();
  const second = await claimDataDirectory(path);
  await second.release();
});
