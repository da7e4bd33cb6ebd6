// The protocol of resumable uploads request by request: its errors, and concurrent requests for the same upload.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathsOnDisk } from '../support/object-store.ts';
import { startTestServer } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';
import { credentials, load } from './support.ts';

const server = await startTestServer();
const mel = await server.as('mel');
const PART = { 'content-type': 'application/offset+octet-stream' };

function send(
  method: string,
  url: string,
  headers: Record<string, string | undefined> = {},
  body?: Uint8Array,
) {
  const all = { 'tus-resumable': '1.0.0', ...credentials(mel), ...headers };
  const sent = Object.entries(all).filter((header): header is [string, string] => header[1] !== undefined);
  return fetch(new URL(url, mel.url), { method, headers: sent, ...(body && { body: new Uint8Array(body) }) });
}

async function begin(size: number, headers: Record<string, string> = {}): Promise<string> {
  const answer = await send('POST', '/api/v1/tus/', { 'upload-length': String(size), ...headers });
  assert.equal(answer.status, 201);
  return answer.headers.get('location') ?? '';
}

function part(url: string, offset: number, bytes: Uint8Array): Promise<Response> {
  return send('PATCH', url, { 'upload-offset': String(offset), ...PART }, bytes);
}

/** Begins a part without ending it. `length` is what it declares; without one it is sent in chunks. */
function openPart(url: string, offset: number, length?: number): ClientRequest {
  const headers = {
    'tus-resumable': '1.0.0',
    ...credentials(mel),
    ...PART,
    'upload-offset': offset,
    ...(length !== undefined && { 'content-length': length }),
  };
  return httpRequest(new URL(url, mel.url), { method: 'PATCH', headers }).on('error', () => undefined);
}

async function offsetOf(url: string): Promise<number> {
  return Number((await send('HEAD', url)).headers.get('upload-offset'));
}

const stored = (url: string) =>
  readFile(join(server.dataDirectory, 'resumable', url.slice(url.lastIndexOf('/') + 1)));

async function loaded(answer: Response): Promise<Buffer> {
  assert.equal(answer.status, 200);
  const { url } = (await answer.json()) as { url: string };
  return Buffer.from(await (await load(mel, url)).arrayBuffer());
}

test('an upload is described by its size, its offset and the metadata as sent', async () => {
  const metadata = `filename ${btoa('a.txt')},empty,filetype ${btoa('text/plain')}`;
  const url = await begin(9, { 'upload-metadata': metadata });
  assert.equal((await part(url, 0, Buffer.from('12345'))).headers.get('upload-offset'), '5');
  const { status, headers } = await send('HEAD', url);
  assert.equal(status, 200);
  const names = ['upload-offset', 'upload-length', 'upload-metadata', 'cache-control', 'tus-resumable'];
  assert.deepEqual(
    names.map((name) => headers.get(name)),
    ['5', '9', metadata, 'no-store', '1.0.0'],
  );
});

test('a creation may contain the first bytes, and says how many arrived', async () => {
  const answer = await send('POST', '/api/v1/tus/', { 'upload-length': '8', ...PART }, Buffer.from('12345'));
  assert.deepEqual([answer.status, answer.headers.get('upload-offset')], [201, '5']);
  const url = answer.headers.get('location') ?? '';
  assert.equal((await send('HEAD', url)).headers.get('upload-metadata'), null);
  assert.equal((await loaded(await part(url, 5, Buffer.from('678')))).toString(), '12345678');
});

test('a creation with more bytes than it declares is refused and leaves nothing', async () => {
  const parts = () => pathsOnDisk(join(server.dataDirectory, 'resumable'));
  const before = await parts();
  const headers = { 'upload-length': '4', ...PART };
  assert.equal((await send('POST', '/api/v1/tus/', headers, Buffer.from('12345'))).status, 413);
  assert.deepEqual(await parts(), before);
});

test('malformed requests are refused without changing the upload', async () => {
  const url = await begin(10);
  await part(url, 0, Buffer.from('12345'));
  const invalidRequests: [number, Record<string, string | undefined>][] = [
    [412, { 'tus-resumable': undefined }],
    [412, { 'tus-resumable': '0.2.2' }],
    [415, { 'content-type': 'application/octet-stream' }],
    [415, { 'content-type': undefined }],
    [403, { 'upload-offset': undefined }],
    [403, { 'upload-offset': '-1' }],
    [403, { 'upload-offset': '5.0' }],
    [403, { 'upload-length': '10' }],
    [409, { 'upload-offset': '4' }],
    [409, { 'upload-offset': '6' }],
    [413, {}],
  ];
  for (const [status, headers] of invalidRequests) {
    const answer = await send('PATCH', url, { 'upload-offset': '5', ...PART, ...headers }, Buffer.alloc(6));
    const { message } = (await answer.json()) as { message: string };
    assert.deepEqual([answer.status, answer.headers.get('tus-resumable')], [status, '1.0.0'], message);
    assert.equal(answer.headers.get('tus-version'), status === 412 ? '1.0.0' : null);
    assert.ok(message.endsWith('.'), message);
  }
  assert.equal(await offsetOf(url), 5);
  for (const metadata of ['a b c', 'a !', 'a YQ', 'a YQ==,a Yg==', 'ä YQ==', ',']) {
    const headers = { 'upload-length': '5', 'upload-metadata': Buffer.from(metadata).toString('latin1') };
    assert.equal((await send('POST', '/api/v1/tus/', headers)).status, 403, metadata);
  }
});

test('a part of undeclared length ends where the upload does', async () => {
  const url = await begin(10);
  const request = openPart(url, 0);
  const answerPromise = once(request, 'response') as Promise<[IncomingMessage]>;
  request.write('12345');
  await waitUntil(async () => (await stored(url)).length === 5);
  request.write('67890 and more');
  const [answer] = await answerPromise;
  assert.equal(answer.statusCode, 413);
  request.destroy();
  assert.equal(await offsetOf(url), 5);
  assert.equal((await loaded(await part(url, 5, Buffer.from('67890')))).toString(), '1234567890');
});

test('only one of two parts at the same offset is appended', async () => {
  const bytes = randomBytes(400_000);
  const url = await begin(bytes.length);
  const answers = await Promise.all([1, 2, 3].map(() => part(url, 0, bytes.subarray(0, 200_000))));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 409, 409]);
  assert.equal(await offsetOf(url), 200_000);
  const ends = await Promise.all([1, 2].map(() => part(url, 200_000, bytes.subarray(200_000))));
  assert.deepEqual(ends.map(({ status }) => status).sort(), [200, 404]);
  const [done] = ends.filter(({ status }) => status === 200);
  assert.ok(done && (await loaded(done)).equals(bytes));
});

test('a waiting request ends a part that no longer arrives, and the bytes that arrived count', async () => {
  const url = await begin(10);
  const request = openPart(url, 0, 10);
  const answerPromise = once(request, 'response') as Promise<[IncomingMessage]>;
  request.write('12345');
  await waitUntil(async () => (await stored(url)).length === 5);
  assert.equal(await offsetOf(url), 5);
  const [answer] = await answerPromise;
  assert.deepEqual(
    [answer.statusCode, answer.headers['upload-offset'], answer.headers.connection],
    [204, '5', 'close'],
  );
  request.destroy();
  assert.equal((await loaded(await part(url, 5, Buffer.from('67890')))).toString(), '1234567890');
});

test('the bytes that arrived before the connection broke count', async () => {
  const url = await begin(10);
  const request = openPart(url, 0, 10);
  request.write('12345');
  await waitUntil(async () => (await stored(url)).length === 5);
  request.destroy();
  assert.equal(await offsetOf(url), 5);
  assert.equal((await loaded(await part(url, 5, Buffer.from('67890')))).toString(), '1234567890');
});

test('other requests for an upload wait while it is stored', async (t) => {
  const url = await begin(10);
  const other = await begin(10);
  const { fileStore } = server.server.services;
  const writeNewFolder = fileStore.writeNewFolder.bind(fileStore);
  let described: Promise<Response> | undefined;
  let isDescribed = false;
  t.mock.method(fileStore, 'writeNewFolder', async (...args: Parameters<typeof writeNewFolder>) => {
    described ??= send('HEAD', url).finally(() => {
      isDescribed = true;
    });
    for (let round = 0; round < 5; round++) assert.equal(await offsetOf(other), 0);
    assert.equal(isDescribed, false);
    return writeNewFolder(...args);
  });
  const completed = await part(url, 0, Buffer.from('1234567890'));
  assert.equal((await loaded(completed)).toString(), '1234567890');
  assert.equal((await described)?.status, 404);
});
