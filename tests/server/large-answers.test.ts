// Answers of several MiB, which are sent in pieces: they arrive intact, however they are read.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { MEBIBYTE } from '../../src/api-contract/limits.ts';
import { fillWithPeople } from '../support/crowd.ts';
import { startTestServer } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';

/** Their list is larger than the buffers of a connection. */
const PEOPLE = 24_000;
const LARGE_BYTES = 8 * MEBIBYTE;
const CONNECTIONS = 12;

// Checking each answer against its declaration would take longer than everything else.
const server = await startTestServer({ checkAnswer: () => undefined, connectionsPerAddress: CONNECTIONS });
const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
await server.server.services.database.write(1, (writer) =>
  fillWithPeople(writer, { like: mia.userId, size: PEOPLE }),
);

const authorization = `Basic ${btoa(`${mel.email}:${mel.apiKey}`)}`;
const headers = { authorization, 'user-agent': 'website', 'accept-encoding': 'identity' };

/** The list of people as it must arrive. */
const response = await fetch(`${server.url}/api/v1/users`, { headers });
const expected = Buffer.from(await response.arrayBuffer());

function requestText(method: string, path: string, body = ''): string {
  return [
    `${method} /api/v1${path} HTTP/1.1`,
    'host: localhost',
    'user-agent: website',
    `authorization: ${authorization}`,
    ...(method === 'POST'
      ? ['content-type: application/x-www-form-urlencoded', `content-length: ${body.length}`]
      : []),
    '',
    body,
  ].join('\r\n');
}

async function openSocket(): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** Splits what arrives on a connection into answers by their content lengths. */
class Answers {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #pause: (received: number) => Promise<void>;
  #unread = Buffer.alloc(0);
  #received = 0;

  /** `pause` is awaited after each chunk, with the number of bytes received so far. */
  constructor(socket: Socket, pause: (received: number) => Promise<void> = async () => undefined) {
    this.#chunks = socket[Symbol.asyncIterator]();
    this.#pause = pause;
  }

  async next({ hasBody = true } = {}): Promise<{ readonly head: string; readonly body: Buffer }> {
    while (!this.#unread.includes('\r\n\r\n')) await this.#more();
    const end = this.#unread.indexOf('\r\n\r\n');
    const head = this.#unread.toString('latin1', 0, end);
    const length = hasBody ? Number(/^content-length: (\d+)$/im.exec(head)?.[1]) : 0;
    const rest = [this.#unread.subarray(end + 4)];
    for (let size = rest[0]?.length ?? 0; size < length; size += this.#unread.length) {
      this.#unread = Buffer.alloc(0);
      await this.#more();
      rest.push(this.#unread);
    }
    const whole = Buffer.concat(rest);
    this.#unread = whole.subarray(length);
    return { head, body: whole.subarray(0, length) };
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#chunks.next();
    assert.ok(!done, 'the server closed the connection');
    this.#unread = Buffer.concat([this.#unread, value]);
    this.#received += value.length;
    await this.#pause(this.#received);
  }
}

test('a list of very many people is complete and as long as its header says', async () => {
  assert.ok(expected.length > LARGE_BYTES, `${expected.length} bytes`);
  assert.equal(Number(response.headers.get('content-length')), expected.length);
  const { result, members } = JSON.parse(expected.toString());
  assert.equal(result, 'success');
  assert.ok(members.length > PEOPLE - 50);
  assert.equal(new Set(members.map(({ user_id }: { user_id: number }) => user_id)).size, members.length);
});

test('a snapshot of very many people is complete for concurrent clients', async () => {
  const snapshots = await Promise.all(
    Array.from({ length: 4 }, (_, index) => (index % 2 ? mel : mia).ok('POST', '/register')),
  );
  for (const { realm_users: people, queue_id: queue } of snapshots) {
    assert.ok(people.length > PEOPLE - 50);
    assert.equal(typeof queue, 'string');
  }
});

test('consecutive answers on a connection start where the previous one ends', async () => {
  const socket = await openSocket();
  const [list, self] = [requestText('GET', '/users'), requestText('GET', '/users/me')];
  socket.write(list + self + list + self);
  const answers = new Answers(socket);
  for (let count = 0; count < 2; count++) {
    assert.deepEqual((await answers.next()).body, expected);
    assert.equal(JSON.parse((await answers.next()).body.toString()).user_id, mel.userId);
  }
  socket.destroy();
});

test('a client that reads slowly, with pauses, gets the complete answer', async () => {
  const socket = await openSocket();
  socket.write(requestText('GET', '/users'));
  let pauses = 0;
  const answers = new Answers(socket, async (received) => {
    // Nothing is read meanwhile, and others are answered.
    for (; pauses < received / MEBIBYTE; pauses++) {
      assert.equal((await mel.ok('GET', '/users/me')).user_id, mel.userId);
    }
  });
  assert.deepEqual((await answers.next()).body, expected);
  assert.ok(pauses > LARGE_BYTES / MEBIBYTE);
  socket.destroy();
});

test('clients that disconnect midway leave nothing behind and disturb no one', async () => {
  for (let round = 0; round < 3; round++) {
    const sockets = await Promise.all(Array.from({ length: CONNECTIONS / 2 }, openSocket));
    for (const socket of sockets) socket.write(requestText('GET', '/users'));
    await Promise.all(sockets.map((socket) => once(socket, 'readable')));
    for (const [index, socket] of sockets.entries()) {
      if (index % 2) socket.resetAndDestroy();
      else socket.destroy();
    }
    // If their connections were still held, the second round would be refused.
    await waitUntil(async () => (await fetch(`${server.url}/health`).catch(() => undefined))?.ok === true);
  }
  const second = await fetch(`${server.url}/api/v1/users`, { headers });
  assert.deepEqual(Buffer.from(await second.arrayBuffer()), expected);
});

test('a HEAD request gets no answer body, and the connection stays usable', async () => {
  const socket = await openSocket();
  socket.write(requestText('HEAD', '/users') + requestText('GET', '/users'));
  const answers = new Answers(socket);
  const { head } = await answers.next({ hasBody: false });
  assert.match(head, /^HTTP\/1\.1 /);
  assert.deepEqual((await answers.next()).body, expected);
  socket.destroy();
});
