// While a complete upload is being finished, other requests for it wait.

import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { Upload } from '@tus/server';
import { DiskSpace, diskUsageOf } from '../../src/files/disk-space.ts';
import { PartsStore } from '../../src/server/files/resumable-parts.ts';

test('another request does not interrupt finishing an upload', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-parts-'));
  const request = {};
  const parts = new PartsStore(folder, new DiskSpace(diskUsageOf(folder)), () => request);
  for (const id of ['full', 'other']) await parts.create(new Upload({ id, size: 5, offset: 0 }));
  assert.equal(await parts.write(Readable.from([Buffer.from('12345')]), 'full', 0), 5);
  parts.endHandover('full', {});
  const order: string[] = [];
  const asked = parts.getUpload('full').then((upload) => {
    order.push('asked');
    return upload;
  });
  for (let round = 0; round < 5; round++) await parts.getUpload('other');
  assert.equal((await stat(join(folder, 'full'))).size, 5);
  order.push('settled');
  parts.endHandover('full', request);
  assert.equal((await asked).offset, 4);
  assert.deepEqual(order, ['settled', 'asked']);
  await rm(folder, { recursive: true });
});
