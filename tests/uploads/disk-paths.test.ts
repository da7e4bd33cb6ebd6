// The store on disk: paths stay below its folder, whatever they consist of, and no file of others is lost or seen incomplete.

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

test('files that arrive together in a folder that does not exist are both kept, and one that fails removes no other', async () => {
  for (let round = 0; round < 20; round++) {
    const store = new DiskStore(temporaryFolder());
    const contents = ['one', 'two'].map((text) => Buffer.alloc(200_000, text));
    const results = await Promise.allSettled(
      contents.map((content) => store.write('organization/1', [{ name: 'icon-1', content }])),
    );
    assert.ok(results.some(({ status }) => status === 'fulfilled'));
    const kept = await store.read('organization/1/icon-1');
    assert.ok(kept && contents.some((content) => content.equals(kept)), `round ${round}`);
  }
});

test('an incomplete file in a folder that did not exist is not listed', async () => {
  const store = new DiskStore(temporaryFolder());
  const writing = store.write('organization/1', [{ name: 'icon-1', content: Buffer.alloc(8_000_000) }]);
  let isWritten = false;
  void writing.then(() => {
    isWritten = true;
  });
  while (!isWritten) {
    const listed = await Array.fromAsync(store.list('organization'));
    for (const path of listed) assert.equal((await store.read(path))?.length, 8_000_000);
  }
});
