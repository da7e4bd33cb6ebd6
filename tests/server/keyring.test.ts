// The server's secret: created once, the same for every process that opens the directory, and never damaged.

import assert from 'node:assert/strict';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openKeyring } from '../../src/server/keyring.ts';
import { temporaryFolder } from '../support/temporary.ts';

const directory = temporaryFolder();

test('all processes that open a new directory at once get the same secret', async () => {
  const keyrings = await Promise.all(Array.from({ length: 8 }, () => openKeyring(directory)));
  const secrets = new Set(keyrings.map(({ secret }) => secret.toString('hex')));
  assert.equal(secrets.size, 1);
  assert.deepEqual(await readdir(directory), ['secret']);
  assert.equal((await stat(join(directory, 'secret'))).mode & 0o777, 0o600);
});

test('an empty or truncated secret is refused', async () => {
  for (const damaged of ['', '\n', 'c2hvcnQ']) {
    await writeFile(join(directory, 'secret'), damaged);
    await assert.rejects(openKeyring(directory), /is damaged/);
  }
});
