// A disk that fills up: uploads stop while there is still space for messages, and every interface reports the reason.

import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { limits, MEBIBYTE } from '../../src/api-contract/limits.ts';
import { DiskSpace, type DiskUsage, reserveOf } from '../../src/files/disk-space.ts';
import { startTestServer } from '../support/server.ts';
import { credentials, png, sendFiles, upload } from './support.ts';

const GIBIBYTE = 1024 * MEBIBYTE;
const ROOMY: DiskUsage = { free: 100 * GIBIBYTE, size: 200 * GIBIBYTE };
const LOW: DiskUsage = { free: GIBIBYTE - 1, size: 200 * GIBIBYTE };
const FULL: DiskUsage = { free: MEBIBYTE - 1, size: 200 * GIBIBYTE };

let room: DiskUsage = ROOMY;
const server = await startTestServer({ readFreeSpace: async () => room });
const mel = await server.as('mel');

afterEach(() => {
  room = ROOMY;
});

/** The answer to starting a resumable upload. */
async function beginInParts(bytes = 5): Promise<{ status: number; body: string }> {
  const headers = { ...credentials(mel), 'tus-resumable': '1.0.0', 'upload-length': String(bytes) };
  const response = await fetch(`${server.url}/api/v1/tus/`, { method: 'POST', headers });
  return { status: response.status, body: await response.text() };
}

/** Arriving files; the folder is created with the first. */
function arrivingFiles({ dataDirectory }: { readonly dataDirectory: string }): Promise<string[]> {
  return readdir(join(dataDirectory, 'arriving')).catch(() => []);
}

async function health() {
  const response = await fetch(`${server.url}/health`);
  return {
    status: response.status,
    body: (await response.json()) as { status: string; reasons?: string[]; disk?: string },
  };
}

test('bound diskReserveShare diskReserveBytes: the reserve is the smaller of a share and a size', () => {
  assert.equal(reserveOf(10 * GIBIBYTE), 10 * GIBIBYTE * limits.diskReserveShare);
  assert.equal(reserveOf(1000 * GIBIBYTE), limits.diskReserveBytes);
});

test('the free space of a disk is low below its reserve, and full below a mebibyte', async () => {
  const stateOf = (given: DiskUsage) => new DiskSpace(async () => given).state();
  const size = 200 * GIBIBYTE;
  assert.equal(await stateOf({ free: GIBIBYTE, size }), 'ok');
  assert.equal(await stateOf({ free: GIBIBYTE - 1, size }), 'low');
  assert.equal(await stateOf({ free: MEBIBYTE, size }), 'low');
  assert.equal(await stateOf({ free: MEBIBYTE - 1, size }), 'full');
  // On a disk of 10 MB half of the reserve would be less.
  assert.equal(await stateOf({ free: 300 * 1024, size: 10 * MEBIBYTE }), 'low');
  const unknown = new DiskSpace(() => Promise.reject(new Error('no such call')));
  assert.equal(await unknown.state(), 'ok');
  assert.equal(await stateOf({ free: 0, size: 0 }), 'ok');
});

test('files are refused when only the reserve is left, and messages are accepted', async () => {
  room = LOW;
  for (const path of ['/user_uploads', '/users/me/avatar']) {
    const sent = await sendFiles(mel, path, [{ name: 'a.png', bytes: await png(8, 8) }]);
    assert.deepEqual([sent.status, sent.body.code], [503, 'SERVICE_UNAVAILABLE'], path);
    assert.match(sent.body.msg, /running out of disk space/);
  }
  const inParts = await beginInParts();
  assert.equal(inParts.status, 503);
  assert.match(JSON.parse(inParts.body).message, /running out of disk space/);
  assert.deepEqual(await arrivingFiles(server), []);
  room = { free: GIBIBYTE + 4, size: 200 * GIBIBYTE };
  assert.equal((await beginInParts()).status, 503, 'one that would take from the reserve');
  room = LOW;
  await mel.sendToChannel('general', 'disk', 'Still here');
  room = ROOMY;
  await upload(mel, 'a.txt', 'a');
  assert.equal((await beginInParts()).status, 201);
});

test('a file that would use up the reserve is aborted midway', async () => {
  let reads = 0;
  const filling = await startTestServer({ readFreeSpace: async () => (++reads > 1 ? LOW : ROOMY) });
  const max = await filling.as('max');
  const sent = await sendFiles(max, '/user_uploads', [{ name: 'a', bytes: Buffer.alloc(6 * MEBIBYTE) }]);
  assert.equal(sent.status, 503);
  assert.match(sent.body.msg, /running out of disk space/);
  assert.deepEqual(await arrivingFiles(filling), []);
});

test('health and metrics report the free space', async () => {
  assert.deepEqual((await health()).body.disk, undefined);
  room = LOW;
  assert.deepEqual(await health(), {
    status: 200,
    body: { status: 'degraded', reasons: ['disk_low'], disk: 'low' },
  });
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  assert.match(metrics, new RegExp(`parley_disk_bytes\\{of="free"\\} ${LOW.free}`));
  assert.match(metrics, new RegExp(`parley_disk_bytes\\{of="reserve"\\} ${GIBIBYTE}`));
  room = FULL;
  const { status, body } = await health();
  assert.equal(body.disk, 'full');
  const isEmbedded = server.server.services.database.engine === 'sqlite';
  assert.equal(status, isEmbedded ? 503 : 200);
  assert.deepEqual([body.status, body.reasons], [isEmbedded ? 'unavailable' : 'degraded', ['disk_full']]);
});
