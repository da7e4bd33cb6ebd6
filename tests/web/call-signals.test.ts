// Sending the signals of a call: order, limits of a request, and what happens after an error. And the cameras' sizes.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { ParleyError } from '../../client/parley-error.ts';
import { cameraProfile } from '../../web/calls/engine/camera-profile.ts';
import { type OutgoingSignal, SignalSender } from '../../web/calls/engine/signal-sender.ts';
import { originOf } from '../../web/calls/engine/signals.ts';

async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}

beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }));
afterEach(() => mock.timers.reset());

const offer = (sdp: string) => ({ description: { type: 'offer' as const, sdp } });
const texts = (signals: readonly OutgoingSignal[]) =>
  signals.map(({ data }) => ('description' in data ? data.description.sdp : ''));

/** Requests that a test answers one by one. */
class Server {
  readonly requests: string[][] = [];
  readonly #answers: { readonly resolve: () => void; readonly reject: (error: unknown) => void }[] = [];

  readonly post = (signals: OutgoingSignal[]) => {
    this.requests.push(texts(signals));
    return new Promise<void>((resolve, reject) => this.#answers.push({ resolve, reject }));
  };

  async answer(error?: unknown): Promise<void> {
    const next = this.#answers.shift();
    if (error === undefined) next?.resolve();
    else next?.reject(error);
    await settle();
  }
}

test('one request at a time, and what waits goes with the next', async () => {
  const server = new Server();
  const sender = new SignalSender(server.post);
  sender.send('a', offer('1'));
  sender.send('b', offer('2'));
  await settle();
  sender.send('a', offer('3'));
  sender.send('c', offer('4'));
  await settle();
  assert.deepEqual(server.requests, [['1', '2']]);
  await server.answer();
  assert.deepEqual(server.requests.slice(1), [['3', '4']]);
});

test('a request has at most 16 signals and 120,000 characters', async () => {
  const server = new Server();
  const sender = new SignalSender(server.post);
  for (let count = 0; count < 17; count += 1) sender.send('a', offer(`${count}`));
  await settle();
  await server.answer();
  assert.deepEqual(
    server.requests.map((texts) => texts.length),
    [16, 1],
  );
  await server.answer();
  for (let count = 0; count < 5; count += 1) sender.send('a', offer('x'.repeat(30_000)));
  await settle();
  await server.answer();
  assert.deepEqual(
    server.requests.slice(2).map((texts) => texts.length),
    [3, 2],
  );
});

test('a request that failed for a time is repeated, before what came later', async () => {
  const server = new Server();
  const sender = new SignalSender(server.post);
  sender.send('a', offer('1'));
  await settle();
  sender.send('a', offer('2'));
  await server.answer(new ParleyError(429, 'RATE_LIMIT_HIT', '', {}, 2));
  mock.timers.tick(1900);
  await settle();
  assert.equal(server.requests.length, 1);
  mock.timers.tick(200);
  await settle();
  assert.deepEqual(server.requests.slice(1), [['1', '2']]);
});

const unreachable = () => new ParleyError(0, 'NO_ANSWER', '');

test('while the server cannot be reached, a request is repeated every two seconds, however long that takes', async () => {
  const server = new Server();
  const sender = new SignalSender(server.post);
  for (let seconds = 0; seconds < 60; seconds += 2) {
    sender.send('a', offer('1'));
    await settle();
    await server.answer(unreachable());
    const { length } = server.requests;
    mock.timers.tick(2000);
    await settle();
    assert.equal(server.requests.length, length + 1);
  }
});

test('a request is repeated at once with another network, but not before the time that the server named', async () => {
  const server = new Server();
  const sender = new SignalSender(server.post);
  sender.send('a', offer('1'));
  await settle();
  await server.answer(unreachable());
  sender.retry();
  await settle();
  assert.deepEqual(server.requests, [['1'], ['1']]);
  await server.answer(new ParleyError(429, 'RATE_LIMIT_HIT', '', {}, 30));
  sender.retry();
  await settle();
  assert.equal(server.requests.length, 2);
});

test('what no one waits for any more is not sent again', async () => {
  const server = new Server();
  const sender = new SignalSender(server.post);
  sender.send('a', offer('old'));
  await settle();
  await server.answer(new ParleyError(429, 'RATE_LIMIT_HIT', '', {}, 30));
  sender.send('a', offer('new'));
  mock.timers.tick(15_000);
  sender.send('a', offer('newer'));
  mock.timers.tick(15_100);
  await settle();
  assert.deepEqual(server.requests.slice(1), [['newer']]);
});

test('a refusal is reported and not repeated', async () => {
  const server = new Server();
  const errors: unknown[] = [];
  const sender = new SignalSender(server.post, (error) => errors.push(error));
  sender.send('a', offer('1'));
  await settle();
  const refusal = new ParleyError(400, 'CALL_ENDED', '');
  await server.answer(refusal);
  assert.deepEqual(errors, [refusal]);
  sender.send('a', offer('2'));
  await settle();
  assert.deepEqual(server.requests, [['1'], ['2']]);
});

test('nothing is sent after the end', async () => {
  const server = new Server();
  const sender = new SignalSender(server.post);
  sender.send('a', offer('1'));
  await settle();
  sender.send('a', offer('2'));
  sender.close();
  await server.answer(new ParleyError(500, 'INTERNAL', ''));
  mock.timers.tick(60_000);
  await settle();
  assert.equal(server.requests.length, 1);
});

test('up to four cameras are large, and small from five on or beside a screen', () => {
  assert.deepEqual(
    [1, 4, 5, 6].map((cameras) => cameraProfile(cameras, false).height),
    [360, 360, 180, 180],
  );
  assert.equal(cameraProfile(1, true).height, 180);
});

test('the origin of a description is the same until the other browser starts again', () => {
  assert.equal(
    originOf('v=0\r\no=- 4611731400430051336 2 IN IP4 127.0.0.1\r\ns=-\r\n'),
    '4611731400430051336',
  );
  assert.equal(originOf('v=0\r\no=mozilla...THIS_IS_SDPARTA-153.0 71 0 IN IP4 0.0.0.0\r\n'), '71');
  assert.equal(originOf(''), '');
});
