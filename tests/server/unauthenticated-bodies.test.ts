// Bounds on what the server reads from callers that are not yet authenticated, and on concurrent work.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { describe, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { BufferedBody, BytesInFlight } from '../../src/server/http/request-body.ts';
import { startTestServer } from '../support/server.ts';
import { answerOf, startRequest } from '../support/slow-request.ts';
import { waitUntil } from '../support/waiting.ts';
import { withLimit } from '../support/with-limit.ts';
import { credentials } from '../uploads/support.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };

describe('a body', async () => {
  const server = await startTestServer();
  const mel = await server.as('mel');

  const begin = (path: string, headers: Record<string, string>, part: string) =>
    startRequest(server, path, headers, part);

  const post = async (body: string, headers: Record<string, string>, path = '/users/me/status') =>
    (await fetch(`${server.url}/api/v1${path}`, { method: 'POST', headers: { ...form, ...headers }, body }))
      .status;

  test('bound anonymousBodyBytes requestBodyBytes: without credentials is small, with an account up to the full size', async () => {
    const body = (size: number) => 'status_text=x&z='.padEnd(size, 'z');
    assert.equal(await post(body(limits.anonymousBodyBytes), {}, '/fetch_api_key'), 400);
    assert.equal(await post(body(limits.anonymousBodyBytes + 1), {}, '/fetch_api_key'), 413);
    assert.equal(await post(body(limits.anonymousBodyBytes + 1), {}, '/register/'), 413);
    assert.equal(await post(body(limits.requestBodyBytes), credentials(mel)), 200);
    assert.equal(await post(body(limits.requestBodyBytes + 1), credentials(mel)), 413);
  });

  test('without a length is cut off at the same size', async () => {
    const sent = begin('/fetch_api_key', form, 'z'.repeat(limits.anonymousBodyBytes + 1));
    assert.equal((await answerOf(sent)).statusCode, 413);
    sent.destroy();
  });

  test('is not waited for if its sender may not send it', async () => {
    for (const [headers, status] of [
      [{}, 401],
      [{ authorization: `Basic ${btoa(`mel@example.com:${'a'.repeat(32)}`)}` }, 401],
    ] as const) {
      const sent = begin('/messages', { ...form, ...headers, 'content-length': '4000000' }, 'type=');
      assert.equal((await answerOf(sent)).statusCode, status);
      sent.destroy();
    }
  });

  test('bound anonymousBodyBytesInFlight: without credentials is refused while others fill the memory for them; accounts are not affected', async () => {
    const all = limits.anonymousBodyBytesInFlight;
    const open = await withLimit('anonymousBodyBytesInFlightPerNetwork', all * 2, () => startTestServer());
    const part = 'z'.repeat(limits.anonymousBodyBytes - 1);
    const count = Math.ceil(all / part.length) + 1;
    const sent = Array.from({ length: count }, () => startRequest(open, '/fetch_api_key', form, part));
    const refusal = await Promise.race(sent.map(answerOf));
    assert.equal(refusal.statusCode, 503);
    assert.equal(refusal.headers['retry-after'], '5');
    assert.equal(await post(`status_text=${'x'.repeat(50)}&z=${part}`, credentials(mel)), 200);
    for (const one of sent) one.destroy();
  });

  test('bound bodyBytesInFlightPerAccount: sent slowly by an account leaves memory for other accounts', async () => {
    const narrow = await withLimit('bodyBytesInFlightPerAccount', 1000, () => startTestServer());
    const [slow, other] = await Promise.all([narrow.as('mel'), narrow.as('mia')]);
    const slowly = () =>
      startRequest(narrow, '/users/me/status', { ...form, ...credentials(slow) }, 'z'.repeat(900));
    const sent = [slowly(), slowly()];
    const refusal = await Promise.race(sent.map(answerOf));
    // The rest of the body is not read.
    assert.deepEqual([refusal.statusCode, refusal.headers.connection], [429, 'close']);
    const answer = await other.request('POST', '/users/me/status', { status_text: 'x', z: 'z'.repeat(900) });
    assert.equal(answer.status, 200);
    for (const one of sent) one.destroy();
  });

  test('bound anonymousBodyBytesInFlightPerNetwork: sent slowly without credentials leaves memory for other networks', async () => {
    const narrow = await withLimit('anonymousBodyBytesInFlightPerNetwork', 1000, () =>
      startTestServer({ trustedProxies: ['127.0.0.1'] }),
    );
    const slowly = () =>
      startRequest(narrow, '/fetch_api_key', { ...form, 'x-forwarded-for': '192.0.2.1' }, 'z'.repeat(900));
    const sent = [slowly(), slowly()];
    assert.equal((await Promise.race(sent.map(answerOf))).statusCode, 429);
    const otherAnswer = await fetch(`${narrow.url}/api/v1/fetch_api_key`, {
      method: 'POST',
      headers: { ...form, 'x-forwarded-for': '192.0.2.2' },
      body: `username=mel%40example.com&password=wrong&z=${'z'.repeat(900)}`,
    });
    assert.equal(otherAnswer.status, 401);
    for (const one of sent) one.destroy();
  });
});

describe('a body being read', () => {
  const incoming = (stream: PassThrough) =>
    Object.assign(stream, { headers: {} }) as unknown as IncomingMessage;

  test('has a deadline, and holds its memory until released', async () => {
    const inFlight = new BytesInFlight(10, 10);
    const slow = new PassThrough();
    const buffered = new BufferedBody(inFlight, 'mel');
    slow.write('12345');
    await assert.rejects(buffered.read(incoming(slow), { bytes: 10, seconds: 0.01, inFlight }), {
      status: 408,
    });
    const other = new PassThrough();
    other.end('123456');
    await assert.rejects(
      new BufferedBody(inFlight, 'mia').read(incoming(other), { bytes: 10, seconds: 5, inFlight }),
      {
        status: 503,
      },
    );
    buffered.release();
    assert.equal(inFlight.bytesInMemory, 0);
    const third = new PassThrough();
    third.end('1234567890');
    assert.equal(
      String(
        await new BufferedBody(inFlight, 'mel').read(incoming(third), { bytes: 10, seconds: 5, inFlight }),
      ),
      '1234567890',
    );
  });

  test('that ends early is refused', async () => {
    const inFlight = new BytesInFlight(10, 10);
    const brokenBody = new PassThrough();
    brokenBody.write('1');
    const read = new BufferedBody(inFlight, 'mel').read(incoming(brokenBody), {
      bytes: 10,
      seconds: 5,
      inFlight,
    });
    brokenBody.destroy();
    await assert.rejects(read, { status: 400 });
  });
});

describe('an address', () => {
  test('can open a bounded number of connections, and more after closing some', async () => {
    const server = await startTestServer({ connectionsPerAddress: 3 });
    const open = async () => {
      const socket = connect(server.server.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write('GET /health HTTP/1.1\r\nhost: x\r\n\r\n');
      const isServed = await Promise.race([
        once(socket, 'data').then(() => true),
        once(socket, 'close').then(() => false),
      ]);
      return { socket, isServed };
    };
    const sockets: Socket[] = [];
    for (let count = 0; count < 3; count++) {
      const { socket, isServed } = await open();
      assert.ok(isServed);
      sockets.push(socket);
    }
    assert.equal((await open()).isServed, false);
    sockets.pop()?.destroy();
    for (let attempt = 0; ; attempt++) {
      const { socket, isServed } = await open();
      if (isServed) sockets.push(socket);
      if (isServed) break;
      assert.ok(attempt < 1000);
    }
    for (const socket of sockets) socket.destroy();
  });

  test('behind a trusted proxy has a bounded number of requests, and the proxy any number of connections', async () => {
    const server = await startTestServer({ connectionsPerAddress: 2, trustedProxies: ['127.0.0.0/8'] });
    const begin = (address: string) => {
      const headers = { ...form, 'x-forwarded-for': address };
      const sent = request(`${server.url}/api/v1/fetch_api_key`, { method: 'POST', headers });
      sent.on('error', () => undefined);
      sent.write('username=');
      return sent;
    };
    const statusOf = async (address: string) => {
      const response = await fetch(`${server.url}/health`, { headers: { 'x-forwarded-for': address } });
      return response.status;
    };
    const waitingBodies = [begin('203.0.113.1'), begin('203.0.113.1'), begin('203.0.113.2')];
    await waitUntil(async () => (await statusOf('203.0.113.1')) === 429);
    assert.equal(await statusOf('203.0.113.3'), 200);
    for (const sent of waitingBodies) sent.destroy();
    await waitUntil(async () => (await statusOf('203.0.113.1')) === 200);
  });
});
