// Large answers are compressed if the client accepts it; their content is the same either way.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import zlib, {
  type CompressCallback,
  gunzipSync,
  type InflateRaw,
  inflateRawSync,
  type ZlibOptions,
  zstdDecompressSync,
} from 'node:zlib';
import { MIN_COMPRESSED_BYTES } from '../../src/server/http/compression.ts';
import { fillWithPeople } from '../support/crowd.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer({ checkAnswer: () => undefined });
const mel = await server.as('mel');
const authorization = `Basic ${btoa(`${mel.email}:${mel.apiKey}`)}`;

async function answerTo(path: string, acceptEncoding?: string): Promise<IncomingMessage> {
  const clientRequest = request(`${server.url}${path}`, {
    headers: { authorization, ...(acceptEncoding !== undefined && { 'accept-encoding': acceptEncoding }) },
    agent: false,
  });
  clientRequest.end();
  const [answer] = await once(clientRequest, 'response');
  return answer;
}

async function fetchRaw(
  path: string,
  acceptEncoding?: string,
): Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }> {
  const answer = await answerTo(path, acceptEncoding);
  return { headers: answer.headers, bytes: await buffer(answer) };
}

const page = '/api/v1/messages?anchor=newest&num_before=100&num_after=0';

test('a large answer is compressed with an encoding that its client accepts', async () => {
  const plain = await fetchRaw(page);
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.ok(plain.bytes.length >= MIN_COMPRESSED_BYTES);
  for (const [header, encoding, decompress] of [
    ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
    ['gzip, deflate, br', 'gzip', gunzipSync],
    ['gzip, zstd;q=0.5', 'gzip', gunzipSync],
    ['*', 'zstd', zstdDecompressSync],
    ['br', undefined, (bytes: Buffer) => bytes],
    ['gzip;q=0', undefined, (bytes: Buffer) => bytes],
    ['identity', undefined, (bytes: Buffer) => bytes],
  ] as const) {
    const { headers, bytes } = await fetchRaw(page, header);
    assert.deepEqual([headers['content-encoding'], headers.vary], [encoding, 'accept-encoding'], header);
    assert.equal(Number(headers['content-length']), bytes.length);
    assert.deepEqual(decompress(bytes), plain.bytes, header);
    if (encoding) assert.ok(bytes.length * 2 < plain.bytes.length);
  }
});

test('small answers are not compressed, including those of waiting polls', async () => {
  const { queueId, snapshot } = await mel.registerQueue({ event_types: ['message'] });
  const poll = fetchRaw(`/api/v1/events?queue_id=${queueId}&last_event_id=${snapshot.last_event_id}`, 'gzip');
  await mel.sendToChannel('general', 'plans', 'a short one');
  for (const { headers, bytes } of [await poll, await fetchRaw('/api/v1/users/me', 'gzip')]) {
    assert.deepEqual([headers['content-encoding'], headers.vary], [undefined, undefined]);
    assert.ok(bytes.length < MIN_COMPRESSED_BYTES);
    assert.equal(JSON.parse(bytes.toString()).result, 'success');
  }
});

test('a streamed answer is compressed while it is sent, and its client may disconnect midway', async () => {
  await server.server.services.database.write(1, (writer) =>
    fillWithPeople(writer, { like: mel.userId, size: 5000 }),
  );
  const plain = (await fetchRaw('/api/v1/users')).bytes;
  assert.deepEqual(zstdDecompressSync((await fetchRaw('/api/v1/users', 'zstd')).bytes), plain);
  assert.deepEqual(gunzipSync((await fetchRaw('/api/v1/users', 'gzip')).bytes), plain);
  for (const encoding of ['gzip', 'zstd']) {
    const answer = await answerTo('/api/v1/users', encoding);
    assert.equal(answer.headers['content-encoding'], encoding);
    const closeEvent = once(answer, 'close');
    answer.destroy();
    await closeEvent;
  }
  assert.equal((await fetchRaw('/api/v1/users/me')).headers['content-encoding'], undefined);
});

test('a large answer is one gzip member, though its shared part is compressed once for all', async (t) => {
  const deflatedSizes: number[] = [];
  const { deflateRaw } = zlib;
  t.mock.method(zlib, 'deflateRaw', (bytes: Buffer, ...more: [ZlibOptions, CompressCallback]) => {
    deflatedSizes.push(bytes.length);
    deflateRaw(bytes, ...more);
  });
  syncBuiltinESMExports();
  const acceptsBoth = 'zstd, gzip';
  const plain = (await fetchRaw('/api/v1/users')).bytes;
  const first = await fetchRaw('/api/v1/users', acceptsBoth);
  const before = deflatedSizes.length;
  const second = await fetchRaw('/api/v1/users', acceptsBoth);
  t.mock.restoreAll();
  syncBuiltinESMExports();
  assert.ok(before > 0 && deflatedSizes.length > before && plain.length > 1e6);
  const newBytes = deflatedSizes.slice(before).reduce((sum, length) => sum + length, 0);
  assert.ok(newBytes * 10 < plain.length, `${newBytes} of ${plain.length} bytes were compressed again`);
  for (const { headers, bytes } of [first, second]) {
    assert.equal(headers['content-encoding'], 'gzip');
    assert.deepEqual(gunzipSync(bytes), plain);
    // The header and trailer of a member take 18 bytes; anything after a first member would be ignored here.
    const content = inflateRawSync(bytes.subarray(10), { info: true }) as unknown as { engine: InflateRaw };
    assert.equal(content.engine.bytesWritten, bytes.length - 18);
  }
});

test('other documents are compressed too', async () => {
  for (const path of ['/static/emoji-data.json', '/api/client-table.json', '/api/v1/openapi.json']) {
    const [plain, { headers, bytes }] = [await fetchRaw(path), await fetchRaw(path, 'gzip')];
    assert.equal(headers['content-encoding'], 'gzip', path);
    assert.deepEqual(gunzipSync(bytes), plain.bytes);
  }
});
