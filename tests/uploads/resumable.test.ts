// Resumable uploads with the library that browsers use: they survive disconnects and restarts, become ordinary uploads, and
// are refused before the first byte.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { appendFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { Upload, type UploadOptions } from 'tus-js-client';
import { storageUnavailable } from '../../src/api-contract/error.ts';
import { limits } from '../../src/api-contract/limits.ts';
import { changeSettings } from '../../src/stores/organizations/setting-store.ts';
import type { ApiClient } from '../support/client.ts';
import { expectFold } from '../support/fold.ts';
import { freshDatabase, startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { credentials, load, png } from './support.ts';

const MIB = 1024 * 1024;
let ahead = 0;
const dataDirectory = temporaryFolder();
const databaseUrl = await freshDatabase();
const clock = () => Date.now() / 1000 + ahead;
const server = await startTestServer({ dataDirectory, databaseUrl, clock });
const [mel, mia, olive] = await Promise.all([server.as('mel'), server.as('mia'), server.as('olive')]);

const tusUrl = (client: ApiClient) => `${client.url}/api/v1/tus/`;
const encoded = (text: string) => Buffer.from(text).toString('base64');

interface Done {
  readonly url: string;
  readonly filename: string;
}

/** Uploads as a browser does; returns the last answer. */
function uploadInParts(
  client: ApiClient,
  bytes: Buffer,
  options: Partial<UploadOptions> = {},
): Promise<Done> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint: tusUrl(client),
      headers: credentials(client),
      chunkSize: 64 * 1024,
      retryDelays: [],
      metadata: { filename: 'in parts.bin', filetype: 'application/octet-stream' },
      onError: reject,
      onSuccess: ({ lastResponse }) => resolve(JSON.parse(lastResponse.getBody())),
      ...options,
    });
    upload.start();
  });
}

/** A request of the protocol by hand. */
function send(
  client: ApiClient,
  method: string,
  url: string,
  headers: Record<string, string> = {},
  body?: Uint8Array<ArrayBuffer>,
): Promise<Response> {
  return fetch(new URL(url, client.url), {
    method,
    headers: { 'tus-resumable': '1.0.0', ...credentials(client), ...headers },
    ...(body && { body }),
  });
}

async function begin(client: ApiClient, size: number, name = 'a.bin'): Promise<string> {
  const headers = { 'upload-length': String(size), 'upload-metadata': `filename ${encoded(name)}` };
  const answer = await send(client, 'POST', '/api/v1/tus/', headers);
  assert.equal(answer.status, 201);
  return answer.headers.get('location') ?? '';
}

function part(client: ApiClient, url: string, offset: number, bytes: Uint8Array): Promise<Response> {
  const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
  return send(client, 'PATCH', url, headers, new Uint8Array(bytes));
}

async function offsetOf(client: ApiClient, url: string): Promise<number> {
  const answer = await send(client, 'HEAD', url);
  assert.equal(answer.status, 200);
  return Number(answer.headers.get('upload-offset'));
}

const parts = () => readdir(join(dataDirectory, 'resumable'));

async function errorOf(answer: Response): Promise<readonly [number, string]> {
  const { message } = (await answer.json()) as { message: string };
  return [answer.status, message];
}

test('a resumable upload becomes an ordinary upload', async () => {
  const bytes = randomBytes(300_000);
  let uploaded: Done | undefined;
  const eventLists = await expectFold([mel, mia, olive], async () => {
    uploaded = await uploadInParts(mel, bytes);
  });
  assert.match(uploaded?.url ?? '', /^\/user_uploads\/1\/[0-9a-f]{2}\/[\w-]{24}\/in-parts\.bin$/);
  assert.equal(uploaded?.filename, 'in parts.bin');
  assert.ok(Buffer.from(await (await load(mel, uploaded?.url ?? '')).arrayBuffer()).equals(bytes));
  assert.equal((await load(mia, uploaded?.url ?? '')).status, 403);
  assert.deepEqual(
    eventLists[0]?.map((event) => [event.type, event.op, event.attachment.size]),
    [['attachment', 'add', bytes.length]],
  );
  assert.deepEqual([eventLists[1], eventLists[2]], [[], []]);
  assert.deepEqual(await parts(), []);
});

test('a resumably uploaded picture gets its thumbnail, and its type from its bytes', async () => {
  const { url } = await uploadInParts(mel, await png(30, 20), {
    metadata: { filename: 'p.txt', filetype: 'text/html' },
  });
  assert.equal((await load(mel, url)).headers.get('content-type'), 'image/png');
  const thumbnail = await load(
    mel,
    `${url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`,
  );
  assert.equal(thumbnail.headers.get('content-type'), 'image/webp');
});

test('a file may come with the first request, be empty, or have no name', async () => {
  const whole = await uploadInParts(mel, Buffer.from('all at once'), { uploadDataDuringCreation: true });
  assert.equal(await (await load(mel, whole.url)).text(), 'all at once');
  const empty = await send(mel, 'POST', '/api/v1/tus', { 'upload-length': '0' });
  assert.equal(empty.status, 200);
  assert.match(empty.headers.get('content-type') ?? '', /^application\/json/);
  const { url, filename } = (await empty.json()) as Done;
  assert.equal(filename, 'uploaded-file');
  assert.equal(await (await load(mel, url)).text(), '');
});

test('an upload that was complete when the server died resumes at its last byte, and completes', async () => {
  const bytes = randomBytes(5000);
  const url = await begin(mel, bytes.length);
  await part(mel, url, 0, bytes.subarray(0, 1000));
  await appendFile(
    join(dataDirectory, 'resumable', url.slice(url.lastIndexOf('/') + 1)),
    bytes.subarray(1000),
  );
  assert.equal(await offsetOf(mel, url), bytes.length - 1);
  const last = await part(mel, url, bytes.length - 1, bytes.subarray(-1));
  assert.equal(last.status, 200);
  const uploaded = (await last.json()) as Done;
  assert.ok(Buffer.from(await (await load(mel, uploaded.url)).arrayBuffer()).equals(bytes));
});

test('an upload that could not be stored is stored with its last byte, sent again', async (t) => {
  const bytes = randomBytes(5000);
  const url = await begin(mel, bytes.length);
  const { mock } = t.mock.method(server.server.services.fileStore, 'writeNewFolder', async () => {
    throw storageUnavailable();
  });
  assert.equal((await part(mel, url, 0, bytes)).status, 503);
  mock.restore();
  assert.equal(await offsetOf(mel, url), bytes.length - 1);
  const last = await part(mel, url, bytes.length - 1, bytes.subarray(-1));
  assert.equal(last.status, 200);
  const uploaded = (await last.json()) as Done;
  assert.ok(Buffer.from(await (await load(mel, uploaded.url)).arrayBuffer()).equals(bytes));
});

test('an upload whose description a crash cut off does not exist, so that its client starts over', async () => {
  const url = await begin(mel, 5000);
  const id = url.split('/').at(-1) ?? '';
  const path = join(dataDirectory, 'resumable', id);
  await writeFile(`${path}.json`, '{"size":50');
  assert.equal((await send(mel, 'HEAD', url)).status, 404);
  // Until it expires it counts as unfinished.
  for (const file of [path, `${path}.json`]) await rm(file);
});

test('no one can continue or end another account’s upload', async () => {
  const url = await begin(mel, 10);
  for (const method of ['HEAD', 'DELETE']) assert.equal((await send(mia, method, url)).status, 404);
  assert.equal((await part(mia, url, 0, Buffer.from('x'))).status, 404);
  assert.equal((await send(mel, 'HEAD', '/api/v1/tus/..%2f..%2fsecret')).status, 404);
  assert.equal((await send(mel, 'GET', url)).status, 404);
  // A path that some parsers read as one upload and some as another.
  const own = await begin(mia, 10);
  const mels = url.slice(url.lastIndexOf('/') + 1);
  assert.equal((await send(mia, 'DELETE', `${own}?/${mels}`)).status, 204);
  assert.equal(await offsetOf(mel, url), 0);
  // Creating an upload that exists would skip the initial checks.
  assert.equal((await send(mel, 'POST', url, { 'upload-length': '20' })).status, 404);
  assert.equal((await send(mel, 'DELETE', url)).status, 204);
  assert.equal((await send(mel, 'HEAD', url)).status, 404);
  assert.deepEqual(await parts(), []);
});

test('a disallowed upload is refused before the first byte', async () => {
  const tooLarge = { 'upload-length': String(limits.fileMegabytes * MIB + 1) };
  assert.deepEqual(await errorOf(await send(mel, 'POST', '/api/v1/tus/', tooLarge)), [
    413,
    'Uploaded file is larger than the allowed limit of 25 MiB',
  ]);
  const deferred = await send(mel, 'POST', '/api/v1/tus/', { 'upload-defer-length': '1' });
  assert.deepEqual(await errorOf(deferred), [411, 'SizeIsDeferred is not supported']);
  assert.equal((await send(mel, 'POST', '/api/v1/tus/', { 'upload-length': 'many' })).status, 411);
  const joinAnswer = await send(mel, 'POST', '/api/v1/tus/', {
    'upload-length': '5',
    'upload-concat': 'partial',
  });
  assert.deepEqual(await errorOf(joinAnswer), [
    403,
    'Upload-Concat is not supported. Send the file as one upload.',
  ]);
  const anonymousAnswer = await send(server.anonymous, 'POST', '/api/v1/tus/', { 'upload-length': '5' });
  assert.deepEqual(await errorOf(anonymousAnswer), [401, 'Unauthenticated upload']);
  const url = await begin(mel, 5);
  assert.equal((await part(mel, url, 0, Buffer.from('too many'))).status, 413);
  assert.equal(await offsetOf(mel, url), 0);
  await send(mel, 'DELETE', url);
});

test('an organization without space refuses at the start, and at the end if it filled up in the meantime', async () => {
  const { database } = server.server.services;
  const setQuota = (mebibytes: number | null) =>
    database.write(1, async (writer) => {
      await changeSettings(writer, { upload_quota_mib: mebibytes });
      const touches = { organization: true } as const;
      writer.emit({ type: '_changed', audience: { kind: 'nobody' }, payload: {}, touches });
    });
  const uploadUrl = await begin(mel, 2 * MIB);
  await setQuota(1);
  const full = [413, "Upload would exceed your organization's upload quota."];
  assert.deepEqual(
    await errorOf(await send(mel, 'POST', '/api/v1/tus/', { 'upload-length': `${2 * MIB}` })),
    full,
  );
  assert.deepEqual(await errorOf(await part(mel, uploadUrl, 0, Buffer.alloc(2 * MIB))), full);
  assert.equal((await send(mel, 'HEAD', uploadUrl)).status, 404);
  assert.deepEqual(await parts(), []);
  await setQuota(null);
});

test('bound unfinishedUploadsPerAccount: concurrent creations do not exceed the bound', async () => {
  const answers = await Promise.all(
    Array.from({ length: limits.unfinishedUploadsPerAccount + 15 }, () =>
      send(olive, 'POST', '/api/v1/tus/', { 'upload-length': '10' }),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  assert.deepEqual(new Set(statuses), new Set([201, 429]));
  assert.equal(statuses.filter((status) => status === 201).length, limits.unfinishedUploadsPerAccount);
  await Promise.all(
    answers.map((answer) => send(olive, 'DELETE', answer.headers.get('location') ?? '/api/v1/tus/none')),
  );
});

test('bound unfinishedUploadHours: an account has few unfinished uploads, which expire after a day', async () => {
  const urls: string[] = [];
  for (let count = 0; count < limits.unfinishedUploadsPerAccount; count++) urls.push(await begin(mel, 9));
  const more = await send(mel, 'POST', '/api/v1/tus/', { 'upload-length': '9' });
  assert.equal(more.status, 429);
  assert.ok(Number(more.headers.get('retry-after')) > 0);
  await send(mia, 'DELETE', await begin(mia, 9));
  await server.server.scheduler.runDue();
  assert.equal(await offsetOf(mel, urls[0] ?? ''), 0);
  ahead = limits.unfinishedUploadHours * 3600 + 7200;
  await server.server.scheduler.runDue();
  ahead = 0;
  assert.deepEqual(await parts(), []);
  assert.equal((await part(mel, urls[0] ?? '', 0, Buffer.from('123456789'))).status, 404);
});

test('the protocol’s capabilities are returned to everyone', async () => {
  const { status, headers } = await send(server.anonymous, 'OPTIONS', '/api/v1/tus/');
  assert.equal(status, 204);
  assert.equal(headers.get('tus-version'), '1.0.0');
  assert.equal(headers.get('tus-max-size'), String(25 * MIB));
  assert.equal(headers.get('access-control-allow-origin'), null);
});

test('an upload resumes where it stopped, across a restart of the server', async () => {
  const bytes = randomBytes(100_000);
  const url = await begin(mel, bytes.length, 'restarted.bin');
  const first = await part(mel, url, 0, bytes.subarray(0, 60_000));
  assert.deepEqual([first.status, first.headers.get('upload-offset')], [204, '60000']);
  await server.close();
  await startTestServer({ dataDirectory, databaseUrl, clock, port: Number(new URL(mel.url).port) });
  assert.equal(await offsetOf(mel, url), 60_000);
  assert.equal((await part(mel, url, 50_000, bytes.subarray(50_000))).status, 409);
  const uploaded = await uploadInParts(mel, bytes, { uploadUrl: new URL(url, mel.url).toString() });
  assert.equal(uploaded.filename, 'restarted.bin');
  assert.ok(Buffer.from(await (await load(mel, uploaded.url)).arrayBuffer()).equals(bytes));
});
