// The server's secret: made once, the same for whoever opens the directory, and never a damaged one.

import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openKeyring } from '../../src/server/keyring.ts';

const directory = await mkdtemp(join(tmpdir(), 'parley-keyring-'));
after(() => rm(directory, { recursive: true, force: true }));

test('all who open a new directory at once hold the same secret', async () => {
  const keyrings = await Promise.all(Array.from({ length: 8 }, () => openKeyring(directory)));
  const secrets = new Set(keyrings.map(({ secret }) => secret.toString('hex')));
  assert.equal(secrets.size, 1);
  assert.deepEqual(await readdir(directory), ['secret']);
  assert.equal((await stat(join(directory, 'secret'))).mode & 0o777, 0o600);
});

test('an empty or shortened secret is refused', async () => {
  for (const damaged of ['', '\n', 'c2hvcnQ']) {
    await writeFile(join(directory, 'secret'), damaged);
    await assert.rejects(openKeyring(directory), /is damaged/);
  }
});
