// Paths of the store on disk stay below its folder, whatever they consist of.

import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { DiskStore } from '../../src/files/disk-store.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('nothing outside of its folder is written, read or removed', async () => {
  const folder = temporaryFolder();
  const root = join(folder, 'data');
  await mkdir(root);
  await writeFile(join(folder, 'outside'), 'stays');
  const store = new DiskStore(root);
  await store.write('avatars/1/a', [{ name: 'small.png', content: Buffer.from('x') }]);
  const invalidPath = /invalid path in the file store/;
  for (const path of ['../outside', 'avatars/1/../../../outside', 'avatars/1/../..', 'avatars/..', '..']) {
    await assert.rejects(store.remove(path), invalidPath, path);
    await assert.rejects(store.read(path), invalidPath, path);
    await assert.rejects(store.open(path), invalidPath, path);
    await assert.rejects(Array.fromAsync(store.list(path)), invalidPath, path);
    await assert.rejects(store.write(path, [{ name: 'y', content: Buffer.from('y') }]), path);
  }
  await assert.rejects(store.write('avatars', [{ name: '../../outside', content: Buffer.from('y') }]));
  assert.equal(await readFile(join(folder, 'outside'), 'utf8'), 'stays');
  assert.equal(String(await store.read('avatars/1/a/small.png')), 'x');
});
