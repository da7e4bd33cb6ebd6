// Large incoming files are on disk, not in memory: only for callers who may upload, only during the request, and only a
// bounded number at once.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { DiskSpace } from '../../src/files/disk-space.ts';
import { RequestFiles } from '../../src/server/http/arriving-files.ts';
import type { ApiClient } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { waitUntil } from '../support/waiting.ts';
import { credentials, sendFiles } from './support.ts';

const server = await startTestServer();
const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);

const arrivingFiles = () => readdir(join(server.dataDirectory, 'arriving')).catch(() => []);

const TOO_LARGE_FOR_MEMORY = Buffer.alloc(limits.fileBytesInMemory + 1);

/** A request whose body starts with a file and does not end. */
function beginBody(client: ApiClient, path = '/user_uploads'): ClientRequest {
  const sent = request(`${server.url}/api/v1${path}`, {
    method: 'POST',
    headers: { ...credentials(client), 'content-type': 'multipart/form-data; boundary=b' },
  });
  sent.on('error', () => undefined);
  sent.write('--b\r\ncontent-disposition: form-data; name="f"; filename="slow.bin"\r\n\r\n');
  sent.write(TOO_LARGE_FOR_MEMORY);
  return sent;
}

async function answerTo(sent: ClientRequest): Promise<IncomingMessage> {
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return answer;
}

test('a large file is on disk while it arrives, and removed when its client disconnects', async () => {
  const sent = beginBody(mel);
  await waitUntil(async () => (await arrivingFiles()).length === 1);
  sent.destroy();
  await waitUntil(async () => (await arrivingFiles()).length === 0);
});

test('bound fileBytesInMemory: a file of that size is not on disk before it is accepted, a larger one is', async () => {
  const dataDirectory = await temporaryFolder();
  const disk = { dataDirectory, diskSpace: new DiskSpace(async () => ({ free: 1e12, size: 1e12 })) };
  const files = new RequestFiles(disk, 1e9, { acquire: () => undefined, release: () => undefined });
  const sizes = [limits.fileBytesInMemory, limits.fileBytesInMemory + 1];
  const [small, large] = await Promise.all(
    sizes.map((size) => {
      const description = { fieldName: 'f', fileName: `${size}`, contentType: 'text/plain' };
      return files.receive(description, Readable.from([Buffer.alloc(size - 1), Buffer.alloc(1)]));
    }),
  );
  assert.ok(Buffer.isBuffer(small?.content));
  assert.ok(large && !Buffer.isBuffer(large.content));
  assert.deepEqual([small.size, large.size, large.content.size], [...sizes, sizes[1]]);
  assert.equal((await readdir(join(dataDirectory, 'arriving'))).length, 1);
  await files.end();
  assert.deepEqual(await readdir(join(dataDirectory, 'arriving')), []);
});

test('an accepted or refused file leaves no temporary file', async () => {
  const file = { name: 'a.txt', bytes: Buffer.from('a') };
  assert.equal((await sendFiles(mel, '/user_uploads', [file])).status, 200);
  assert.equal((await sendFiles(mel, '/user_uploads', [file, file])).status, 400);
  assert.equal((await sendFiles(mel, '/users/me/avatar', [file])).status, 400);
  await waitUntil(async () => (await arrivingFiles()).length === 0);
});

test('a caller without permission is refused before the file arrives, and nothing is stored', async () => {
  assert.equal((await answerTo(beginBody(server.anonymous))).statusCode, 401);
  assert.equal((await answerTo(beginBody(mel, '/realm/icon'))).statusCode, 400);
  await waitUntil(async () => (await arrivingFiles()).length === 0);
});

test('an operation without files refuses them, and stores none', async () => {
  const file = { name: 'a', bytes: Buffer.alloc(100) };
  const { status, body } = await sendFiles(mel, '/users/me/status', [file], { status_text: 'sent along' });
  assert.deepEqual([status, body.msg], [400, 'This operation does not accept files.']);
  await waitUntil(async () => (await arrivingFiles()).length === 0);
});

test('bound filesArrivingPerAccount: an account uploads a bounded number of files at once, and others are not affected', async () => {
  const sent = Array.from({ length: limits.filesArrivingPerAccount }, () => beginBody(mel));
  await waitUntil(async () => (await arrivingFiles()).length === sent.length);
  const file = { name: 'a.txt', bytes: Buffer.from('a') };
  const more = await sendFiles(mel, '/user_uploads', [file]);
  assert.deepEqual([more.status, more.body.code], [429, 'RATE_LIMIT_HIT']);
  assert.equal((await sendFiles(mia, '/user_uploads', [file])).status, 200);
  const [first, ...others] = sent;
  for (const one of others) one.destroy();
  first?.end('\r\n--b--\r\n');
  assert.equal(first && (await answerTo(first)).statusCode, 200);
  await waitUntil(async () => (await arrivingFiles()).length === 0);
  assert.equal((await sendFiles(mel, '/user_uploads', [file])).status, 200);
});

test('bound fileMegabytes: a body without a length is cut off when it is too large', async () => {
  const sent = beginBody(mel);
  const answerPromise = answerTo(sent);
  const piece = Buffer.alloc(1024 * 1024);
  for (let mebibytes = 0; mebibytes < limits.fileMegabytes + 2; mebibytes++) sent.write(piece);
  assert.equal((await answerPromise).statusCode, 413);
  sent.destroy();
  await waitUntil(async () => (await arrivingFiles()).length === 0);
});

test('bound abandonedFileHours: leftovers of a crash are removed, arriving files are not', async () => {
  const old = join(server.dataDirectory, 'arriving', 'left');
  await writeFile(old, 'x');
  const past = Date.now() / 1000 - limits.abandonedFileHours * 3600 - 60;
  await utimes(old, past, past);
  await writeFile(join(server.dataDirectory, 'arriving', 'coming'), 'x');
  await server.server.scheduler.runDue();
  assert.deepEqual(await arrivingFiles(), ['coming']);
});

test('the end of a request waits for the files that it was receiving', async () => {
  const dataDirectory = await temporaryFolder();
  const disk = { dataDirectory, diskSpace: new DiskSpace(() => Promise.reject(new Error('no such call'))) };
  const files = new RequestFiles(disk, 100, { acquire: () => undefined, release: () => undefined });
  let hasFailed = false;
  files
    .receive({ fieldName: 'f', fileName: 'slow.bin', contentType: 'text/plain' }, new PassThrough())
    .catch(() => {
      hasFailed = true;
    });
  await files.end();
  assert.equal(hasFailed, true);
  assert.deepEqual(await readdir(join(dataDirectory, 'arriving')).catch(() => []), []);
});
