// The HTTP server below the API and the pages: routes, replies, bodies and errors, with handlers of the test.

import assert from 'node:assert/strict';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { after, test } from 'node:test';
import { ApiError } from '../../src/api-contract/error.ts';
import type { HttpReply } from '../../src/server/http/http-reply.ts';
import type { HttpRequest } from '../../src/server/http/http-request.ts';
import { HttpServer, type HttpServerOptions } from '../../src/server/http/http-server.ts';
import { unreadableRequestHandler } from '../../src/server/http/unreadable-request.ts';
import { waitUntil } from '../support/waiting.ts';

const BODY_BYTES = 10;
const lateErrors: unknown[] = [];
const reachedByHooks: string[] = [];
const endlessBodies: Readable[] = [];

function endless(): Readable {
  return new Readable({
    read() {
      this.push('more');
    },
  });
}

/** Answers with the status and message of an error. */
function sendError(error: unknown, { url }: HttpRequest, reply: HttpReply): HttpReply {
  if (url === '/unanswerable') throw new Error('no page for this error');
  const { status, headers } = error instanceof ApiError ? error : { status: 500, headers: {} };
  return reply.code(status).headers(headers).type('text/plain').send(String(error));
}

/** A stream that fails after some pieces. */
function failingAfter(pieces: string[]): Readable {
  return new Readable({
    read() {
      const piece = pieces.shift();
      if (piece === undefined) this.destroy(new ApiError(503, 'SERVICE_UNAVAILABLE', 'the disk failed'));
      else setImmediate(() => this.push(piece));
    },
  });
}

const options: HttpServerOptions = {
  node: {},
  onUnreadableRequest: (_error, socket) => void socket.destroy(),
  isTrusted: () => false,
  headers: { 'x-every': 'reply' },
  bodyBytes: BODY_BYTES,
  notFound: 'Nothing here.',
  sendError,
  onLateError: (error) => void lateErrors.push(error),
};
const http = new HttpServer(options);
http.onRequest(async ({ url }, reply) => {
  reachedByHooks.push(url);
  if (url === '/hooked') reply.send('by the hook');
});
http.get('/hooked', (_request, reply) => reply.send('by the handler'));
http.get('/endless', (_request, reply) => {
  const body = endless();
  endlessBodies.push(body);
  return reply.send(body);
});
http.get('/text', (_request, reply) => reply.type('text/plain').send('grün'));
http.get('/stream', (_request, reply) => reply.send(Readable.from(['a', 'b'])));
http.get('/cookies', (_request, reply) =>
  reply.header('set-cookie', 'a=1').header('set-cookie', ['b=2', 'c=3']).redirect('/text'),
);
http.get<{ name: string; '*': string }>('/named/:name/*', ({ params, query }, reply) =>
  reply.send(JSON.stringify([params.name, params['*'], query])),
);
http.get('/nothing', (_request, reply) => reply);
http.get('/unsendable', (_request, reply) => reply.header('x-broken', 'a\nb').send());
http.get('/unsendable-stream', (_request, reply) =>
  reply
    .header('content-encoding', 'gzip')
    .header('x-broken', 'a\nb')
    .send(Readable.from(['a'])),
);
http.get('/unanswerable', () => Promise.reject(new Error('a fault')));
http.get('/late', async (_request, reply) => {
  reply.send('sent');
  throw new Error('too late');
});
http.get('/twice', (_request, reply) => reply.send('once').send('twice'));
http.get('/broken-stream', (_request, reply) =>
  reply.header('content-encoding', 'gzip').send(failingAfter([])),
);
http.get('/cut-stream', (_request, reply) => reply.send(failingAfter(['begun'])));
http.post('/form', ({ body }, reply) => reply.send(`${body}`));
http.post(
  '/own',
  async ({ raw, body }, reply) => {
    const chunks = await raw.toArray();
    return reply.send(`${body} ${Buffer.concat(chunks)}`);
  },
  { readsBody: true },
);
http.post('/small', ({ body }, reply) => reply.send(`${body}`), { bodyBytes: 2 });
http.post('/admitted', (_request, reply) => reply.send('in'), {
  admit: ({ headers }) => {
    if (headers['x-key'] === undefined) throw new ApiError(401, 'UNAUTHORIZED', 'no key');
  },
  sendError: (error, _request, reply) => reply.code(418).send(`own: ${String(error)}`),
});
await http.listen({ host: '127.0.0.1', port: 0 });
const url = `http://127.0.0.1:${http.port}`;
after(async () => {
  const closePromise = http.close();
  http.closeAllConnections();
  await closePromise;
});

const post = (path: string, body: string | ReadableStream, headers: Record<string, string> = {}) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    body,
    headers,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  });

const ofConnection = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

test('HEAD is answered like GET, without the body', async () => {
  for (const path of ['/text', '/stream', '/cookies', '/none']) {
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => fetch(`${url}${path}`, { method, redirect: 'manual' })),
    );
    const headersOf = (response: Response | undefined) =>
      [...(response?.headers ?? [])].filter(([name]) => !ofConnection.has(name));
    assert.deepEqual(headersOf(head), headersOf(get), path);
    assert.equal(head?.status, get?.status, path);
    assert.equal(await head?.text(), '', path);
  }
});

test('a reply has the headers of every reply, and its own', async () => {
  const response = await fetch(`${url}/text`);
  const { headers } = response;
  assert.deepEqual(
    ['x-every', 'content-type', 'content-length'].map((name) => headers.get(name)),
    ['reply', 'text/plain', '5'],
  );
  assert.equal(await response.text(), 'grün');
});

test('a redirect has status 302, and every cookie', async () => {
  const { status, headers } = await fetch(`${url}/cookies`, { redirect: 'manual' });
  assert.deepEqual([status, headers.get('location'), headers.get('content-length')], [302, '/text', '0']);
  assert.deepEqual(headers.getSetCookie(), ['a=1', 'b=2', 'c=3']);
});

test('parameters of the path and the query are decoded', async () => {
  const response = await fetch(`${url}/named/a%2Fb/c/d?x=1&x=%C3%A9&y=+&z`);
  assert.deepEqual(await response.json(), ['a/b', 'c/d', { x: ['1', 'é'], y: ' ', z: '' }]);
});

test('an unknown address or method is an error 404', async () => {
  for (const [method, path] of [
    ['GET', '/none'],
    ['GET', '/text/'],
    ['POST', '/text'],
    ['PROPFIND', '/text'],
  ] as const) {
    const response = await fetch(`${url}${path}`, { method });
    assert.deepEqual([response.status, await response.text()], [404, 'ApiError: Nothing here.'], path);
  }
});

test('an address that cannot be decoded is refused before the hooks', async () => {
  reachedByHooks.length = 0;
  assert.equal((await fetch(`${url}/%ff`)).status, 400);
  assert.equal((await fetch(`${url}/named/${'a'.repeat(101)}/b`)).status, 414);
  assert.deepEqual(reachedByHooks, []);
  await fetch(`${url}/none`);
  assert.deepEqual(reachedByHooks, ['/none']);
});

test('the connection of an error that cannot be answered is closed', async () => {
  lateErrors.length = 0;
  const signal = AbortSignal.timeout(5000);
  await assert.rejects(fetch(`${url}/unanswerable`, { signal }), { name: 'TypeError' });
  assert.match(String(lateErrors[0]), /no page for this error/);
});

test('a handler that sends nothing, or a header that cannot be sent, is an error', async () => {
  for (const path of ['/nothing', '/unsendable', '/unsendable-stream']) {
    const { status, headers } = await fetch(`${url}${path}`);
    const found = ['x-every', 'x-broken', 'content-encoding'].map((name) => headers.get(name));
    assert.deepEqual([status, ...found], [500, 'reply', null, null], path);
  }
});

test('an error after the reply was sent is reported, and the reply arrives', async () => {
  for (const [path, text, error] of [
    ['/late', 'sent', /too late/],
    ['/twice', 'once', /sent twice/],
  ] as const) {
    lateErrors.length = 0;
    assert.equal(await (await fetch(`${url}${path}`)).text(), text);
    await waitUntil(async () => lateErrors.length > 0);
    assert.match(String(lateErrors[0]), error);
  }
});

test('a stream that fails before its first byte is answered with its error', async () => {
  const response = await fetch(`${url}/broken-stream`);
  assert.deepEqual([response.status, response.headers.get('content-encoding')], [503, null]);
  assert.match(await response.text(), /the disk failed/);
});

test('a stream that fails later ends the connection', async () => {
  const response = await fetch(`${url}/cut-stream`);
  assert.equal(response.status, 200);
  await assert.rejects(response.text());
});

test('a stream is destroyed when its client disconnects', async () => {
  const abort = new AbortController();
  await fetch(`${url}/endless`, { signal: abort.signal });
  abort.abort();
  await waitUntil(async () => endlessBodies[0]?.destroyed === true);
});

test('a hook that sends the reply ends the request', async () => {
  lateErrors.length = 0;
  assert.equal(await (await fetch(`${url}/hooked`)).text(), 'by the hook');
  await fetch(`${url}/text`);
  assert.deepEqual(lateErrors, []);
});

test('a body whose declared length is too large is refused before it arrives', async () => {
  const socket = connect(http.port, '127.0.0.1').setEncoding('utf8');
  socket.write(`POST /form HTTP/1.1\r\nhost: x\r\ncontent-length: ${BODY_BYTES + 1}\r\n\r\n`);
  const [head] = await once(socket, 'data');
  assert.match(head, /^HTTP\/1\.1 413 /);
  socket.destroy();
});

test('a body is read up to its limit', async () => {
  assert.equal(await (await post('/form', 'a'.repeat(BODY_BYTES))).text(), 'a'.repeat(BODY_BYTES));
  assert.equal(await (await post('/form', '')).text(), 'undefined');
  for (const [path, body] of [
    ['/form', 'a'.repeat(BODY_BYTES + 1)],
    ['/form', new Blob(['a'.repeat(BODY_BYTES + 1)]).stream()],
    ['/small', 'abc'],
    ['/none', 'a'.repeat(BODY_BYTES + 1)],
  ] as const) {
    const { status, headers } = await post(path, body);
    assert.deepEqual([status, headers.get('connection')], [413, 'close'], path);
  }
});

test('a handler may read the body itself, however large it is', async () => {
  const response = await post('/own', 'a'.repeat(BODY_BYTES + 1));
  assert.equal(await response.text(), `undefined ${'a'.repeat(BODY_BYTES + 1)}`);
});

test('a content type that names no media type is refused', async () => {
  for (const [type, status] of [
    ['text', 415],
    ['text/', 415],
    ['te xt/plain', 415],
    ['text/plain', 200],
    ['TEXT/x+y ; charset', 200],
  ] as const) {
    assert.equal((await post('/own', 'a', { 'content-type': type })).status, status, type);
  }
});

test('a route may admit a request before its body, and answer its errors itself', async () => {
  const refusal = await post('/admitted', 'a'.repeat(BODY_BYTES + 1));
  assert.deepEqual([refusal.status, await refusal.text()], [418, 'own: ApiError: no key']);
  assert.equal((await post('/admitted', 'a', { 'x-key': '1' })).status, 200);
});

test('a body that ends early is no failure of the server', async () => {
  lateErrors.length = 0;
  const socket = connect(http.port, '127.0.0.1');
  socket.end('POST /form HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\nab');
  socket.resume();
  await new Promise((resolve) => socket.once('close', resolve));
  assert.equal((await fetch(`${url}/text`)).status, 200);
  assert.deepEqual(lateErrors, []);
});

test('a request that arrives at the shutdown is refused like any other', async () => {
  const stopping = new HttpServer(options);
  stopping.get('/text', (_request, reply) => reply.send('text'));
  await stopping.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect(stopping.port, '127.0.0.1').setEncoding('utf8');
  let receivedText = '';
  socket.on('data', (text: string) => {
    receivedText += text;
  });
  // The second request has begun when the first is answered, so its connection is not idle.
  socket.write('GET /text HTTP/1.1\r\nhost: x\r\n\r\nGET /text HTTP/1.1\r\nhost: x\r\n');
  await waitUntil(async () => receivedText.endsWith('text'));
  receivedText = '';
  const closePromise = stopping.close();
  socket.write('\r\n');
  await Promise.all([closePromise, once(socket, 'close')]);
  const [head = '', body = ''] = receivedText.split('\r\n\r\n');
  assert.match(head, /^HTTP\/1\.1 503 /);
  assert.match(head, /^x-every: reply$/m);
  assert.match(head, /^connection: close$/m);
  assert.deepEqual(JSON.parse(body), {
    result: 'error',
    msg: 'The server is stopping. Try again.',
    code: 'SERVICE_UNAVAILABLE',
  });
});

test('the server listens on all addresses of the name localhost', async () => {
  const localhostServer = new HttpServer(options);
  localhostServer.get('/text', (_request, reply) => reply.send('text'));
  await localhostServer.listen({ host: 'localhost', port: 0 });
  for (const { address, family } of await lookup('localhost', { all: true })) {
    const host = family === 6 ? `[${address}]` : address;
    assert.equal(await (await fetch(`http://${host}:${localhostServer.port}/text`)).text(), 'text', address);
  }
  await localhostServer.close();
});

test('nothing is sent to a client that reset its connection', () => {
  const connection = new PassThrough().on('error', () => undefined);
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  unreadableRequestHandler({})(reset, connection as unknown as Socket);
  assert.deepEqual([connection.destroyed, connection.readableLength], [true, 0]);
});
