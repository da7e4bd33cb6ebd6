// The typed client without a server: how calls are encoded and answers read, what is reported, and when it tries again.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Backoff, pauseFor } from '../../client/backoff.ts';
import { newestCapabilities } from '../../client/capabilities.ts';
import { followBatches, followEvents, untilWorthRetrying } from '../../client/event-stream.ts';
import { followOrganization, type StateUpdate } from '../../client/follow-organization.ts';
import { type ClientOptions, ParleyClient } from '../../client/parley-client.ts';
import { ParleyError } from '../../client/parley-error.ts';
import { encodeCall } from '../../client/request.ts';
import type { ClientRoute, ClientTable } from '../../src/api-contract/client-table.ts';

const table = {
  'get-own-user': { method: 'GET', path: '/users/me' },
  'get-events': { method: 'GET', path: '/events' },
  'register-queue': { method: 'POST', path: '/register' },
  'upload-file': { method: 'POST', path: '/user_uploads', files: true },
} as unknown as ClientTable;

type Answer = Response | Error | Promise<Response>;
const envelope = (fields: object = {}, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ result: status === 200 ? 'success' : 'error', msg: '', ...fields }), {
    status,
    headers,
  });

const realFetch = globalThis.fetch;

/** A client whose requests are answered in order. */
function clientWith({ mock }: TestContext, answers: readonly Answer[], options: Partial<ClientOptions> = {}) {
  const requests: { readonly url: string; readonly init: RequestInit }[] = [];
  const reached: boolean[] = [];
  const remaining = [...answers];
  // Mocks are restored in the order of their creation: a mock of a mock would leave the first one.
  globalThis.fetch = realFetch;
  mock.method(globalThis, 'fetch', async (url: string, init: RequestInit) => {
    requests.push({ url, init });
    const answer = remaining.shift() ?? assert.fail('there are no more answers');
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const client = new ParleyClient({
    url: 'https://chat.example.com',
    table,
    onReach: (isReached) => void reached.push(isReached),
    ...options,
  });
  return { client, requests, reached };
}

const route = (more: Partial<ClientRoute> & { readonly path: string }) =>
  ({ method: 'POST', ...more }) as ClientRoute;

test('path values are one segment each, except those that are paths', () => {
  const path = (template: string, parameters: object, plain: readonly string[] = ['name']) =>
    encodeCall(route({ path: template, plain }), { ...parameters }, undefined).path;
  assert.equal(path('/users/{name}', { name: 'a/b ?' }), '/users/a%2Fb%20%3F');
  assert.equal(path('/users/{name}', { name: 7 }), '/users/7');
  assert.equal(path('/users/{name}', { name: 'x' }, []), '/users/%22x%22');
  assert.equal(path('/views/{name*}', { name: 'a/b?/c' }), '/views/a/b%3F/c');
  for (const name of ['', '.', '..']) {
    assert.throws(() => path('/users/{name}', { name }), TypeError);
    assert.throws(() => path('/views/{name*}', { name: `a/${name}/b` }), TypeError);
  }
  assert.equal(path('/users/{name}', { name: '...' }), '/users/...');
  assert.throws(() => path('/users/{name}', {}), /name is missing/);
});

test('parameters are in the query of a GET request and in the body of others, those without a value in neither', () => {
  const parameters = { a: 'text', b: 'text', c: [1, 'x'], d: undefined, e: 0, f: '' };
  const encoded = 'a=text&b=%22text%22&c=%5B1%2C%22x%22%5D&e=0&f=%22%22';
  const get = route({ method: 'GET', path: '/x', plain: ['a'] });
  assert.deepEqual(encodeCall(get, parameters, undefined), { path: `/x?${encoded}`, body: undefined });
  assert.deepEqual(encodeCall(get, { d: undefined }, undefined), { path: '/x', body: undefined });
  const encodedCall = encodeCall(route({ path: '/x/{b}', plain: ['a', 'b'] }), parameters, undefined);
  assert.deepEqual(
    [encodedCall.path, String(encodedCall.body)],
    ['/x/text', encoded.replace('b=%22text%22&', '')],
  );
});

test('files are sent with the parameters, only to operations that take files', () => {
  const files = { file: new Blob(['x']) };
  const { body } = encodeCall(route({ path: '/x', files: true, plain: ['a'] }), { a: 'text', b: 1 }, files);
  assert.ok(body instanceof FormData);
  assert.deepEqual([...body.keys()], ['a', 'b', 'file']);
  assert.deepEqual([body.get('a'), body.get('b')], ['text', '1']);
  assert.throws(() => encodeCall(route({ path: '/x' }), {}, files), TypeError);
});

test('a request has the prefix, the credentials and the given headers', async (t) => {
  const credentials = { email: 'mé@example.com', apiKey: 'key' };
  const { client, requests } = clientWith(t, [envelope(), envelope()], {
    credentials,
    prefix: '/json',
    headers: { 'x-a': 'b' },
  });
  await client.call('get-own-user');
  const [first] = requests;
  assert.equal(first?.url, 'https://chat.example.com/json/users/me');
  const authorization = `Basic ${Buffer.from('mé@example.com:key').toString('base64')}`;
  assert.deepEqual(first?.init, { method: 'GET', headers: { 'x-a': 'b', authorization } });
  t.mock.reset();
  const bare = clientWith(t, [envelope()]);
  await bare.client.call('get-own-user');
  assert.equal(bare.requests[0]?.url, 'https://chat.example.com/api/v1/users/me');
  assert.deepEqual(bare.requests[0]?.init.headers, {});
  await assert.rejects(bare.client.call('get-server-settings'), TypeError);
});

test('an answer is a success, an error with its fields, or not from a Parley server', async (t) => {
  const outcomeOf = async (answer: Answer) => {
    const { client, reached } = clientWith(t, [answer]);
    const result: unknown = await client.call('get-own-user').catch((error: unknown) => error);
    t.mock.reset();
    if (!(result instanceof ParleyError)) return [result, ...reached];
    return [result.status, result.code, result.message, result.retryAfterSeconds, ...reached];
  };
  assert.deepEqual(await outcomeOf(envelope({ user_id: 7 })), [
    { result: 'success', msg: '', user_id: 7 },
    true,
  ]);
  assert.deepEqual(await outcomeOf(envelope({ code: 'X', msg: 'No.' }, 400)), [
    400,
    'X',
    'No.',
    undefined,
    true,
  ]);
  assert.deepEqual(await outcomeOf(envelope({ code: 'X' }, 429, { 'retry-after': '3' })), [
    429,
    'X',
    '',
    3,
    true,
  ]);
  const dated = envelope({ code: 'X' }, 429, { 'retry-after': 'tomorrow' });
  assert.deepEqual((await outcomeOf(dated))[3], undefined);
  assert.deepEqual((await outcomeOf(envelope({ result: 'success' }, 500))).slice(0, 2), [500, 'NO_ENVELOPE']);
  assert.deepEqual((await outcomeOf(envelope({ result: 'other' }))).slice(0, 2), [200, 'NO_ENVELOPE']);
  const text = (body: string, status: number) => outcomeOf(new Response(body, { status }));
  const noEnvelope = 'The answer with status 500 is not an envelope.';
  assert.deepEqual(await text('<h1>', 500), [500, 'NO_ENVELOPE', noEnvelope, undefined, true]);
  for (const status of [502, 503, 504]) {
    assert.deepEqual((await text('null', status)).slice(4), [false], String(status));
    assert.deepEqual((await outcomeOf(envelope({ code: 'X' }, status))).slice(4), [true]);
  }
  assert.deepEqual((await text('7', 501)).slice(4), [true]);
  assert.deepEqual(await outcomeOf(new TypeError('fetch failed')), [
    ...[0, 'NO_ANSWER', 'The server cannot be reached.', undefined, false],
  ]);
});

test('an aborted call does not change whether the server counts as reachable', async (t) => {
  const stop = new AbortController();
  const { client, reached } = clientWith(t, [new Error('aborted')]);
  stop.abort(new Error('enough'));
  await assert.rejects(client.call('get-own-user', {}, { signal: stop.signal }), /aborted/);
  assert.deepEqual(reached, []);
});

test('failures are temporary if the server is unreachable, busy or broken', () => {
  const isTemporary = (status: number) => new ParleyError(status, 'X', '').isTemporary;
  assert.deepEqual([0, 429, 500, 599].map(isTemporary), [true, true, true, true]);
  assert.deepEqual([200, 400, 401, 428, 430, 499].map(isTemporary), [
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test('a call that needs a proof of identity is repeated after the proof', async (t) => {
  const proofRequired = () => envelope({ code: 'RECENT_PROOF_REQUIRED' }, 403);
  const outcomeOf = async (answers: readonly Answer[], isGiven: boolean | undefined) => {
    let proofRequests = 0;
    const onProofRequired = async () => {
      proofRequests += 1;
      return isGiven === true;
    };
    const { client, requests } = clientWith(t, answers, isGiven === undefined ? {} : { onProofRequired });
    const result = await client.call('get-own-user').catch((error: ParleyError) => error.code);
    t.mock.reset();
    return [typeof result === 'string' ? result : result.result, proofRequests, requests.length];
  };
  assert.deepEqual(await outcomeOf([proofRequired(), envelope()], true), ['success', 1, 2]);
  assert.deepEqual(await outcomeOf([proofRequired()], false), ['RECENT_PROOF_REQUIRED', 1, 1]);
  assert.deepEqual(await outcomeOf([proofRequired()], undefined), ['RECENT_PROOF_REQUIRED', 0, 1]);
  assert.deepEqual(await outcomeOf([proofRequired(), proofRequired()], true), [
    'RECENT_PROOF_REQUIRED',
    1,
    2,
  ]);
  assert.deepEqual(await outcomeOf([envelope({ code: 'OTHER' }, 403)], true), ['OTHER', 0, 1]);
});

test('a call without an answer after eight seconds is slow, unless it is a poll or has files', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let slow = 0;
  const onSlow = () => {
    slow += 1;
  };
  const pending = () => Promise.withResolvers<Response>();
  const calls: readonly [number, (client: ParleyClient) => Promise<unknown>][] = [
    [1, (client) => client.call('get-own-user')],
    [0, (client) => client.call('get-events', { queue_id: 'q', last_event_id: 1 })],
    [0, (client) => client.call('upload-file', {}, { files: { file: new Blob(['x']) } })],
  ];
  for (const [expected, run] of calls) {
    const answer = pending();
    const { client } = clientWith(t, [answer.promise], { onSlow });
    slow = 0;
    const runPromise = run(client);
    await new Promise(setImmediate);
    t.mock.timers.tick(7999);
    assert.equal(slow, 0);
    t.mock.timers.tick(1);
    assert.equal(slow, expected);
    answer.resolve(envelope());
    await runPromise;
  }
  const { client } = clientWith(t, [envelope()], { onSlow });
  slow = 0;
  await client.call('get-own-user');
  t.mock.timers.tick(10_000);
  assert.equal(slow, 0);
});

test('the next answer of the server ends a pause, and a failure does not', async (t) => {
  const { client } = clientWith(t, [new Error('no connection'), envelope(), envelope()]);
  const signal = client.nextAnswer;
  assert.equal(client.nextAnswer, signal);
  await client.call('get-own-user').catch(() => undefined);
  assert.equal(signal.aborted, false);
  await client.call('get-own-user');
  assert.equal(signal.aborted, true);
  const later = client.nextAnswer;
  assert.equal(later.aborted, false);
  const own = new AbortController().signal;
  const waits = (status: number, code: string) =>
    untilWorthRetrying(client, new ParleyError(status, code, ''), own) !== own;
  assert.deepEqual(
    [waits(0, 'NO_ANSWER'), waits(502, 'NO_ENVELOPE'), waits(502, 'X'), waits(500, 'NO_ENVELOPE')],
    [true, true, false, false],
  );
  assert.equal(untilWorthRetrying(client, new Error('a bug'), own), own);
});

test('a pause is at least as long as the server asks, and ends when the signal is aborted', async (t) => {
  t.mock.method(Math, 'random', () => 0.5);
  const backoff = new Backoff();
  const busy = (seconds: number) => new ParleyError(429, 'RATE_LIMIT_HIT', '', {}, seconds);
  assert.deepEqual([backoff.after(busy(2)), backoff.after(busy(0.5)), backoff.next()], [2000, 1000, 2000]);
  backoff.reset();
  assert.equal(backoff.next(), 500);
  assert.throws(() => backoff.after(new Error('a bug')), /a bug/);
  const stop = new AbortController();
  const pause = pauseFor(2 ** 31 - 1, stop.signal);
  stop.abort();
  await pause;
  await pauseFor(2 ** 31 - 1, AbortSignal.abort());
});

const events = (...ids: readonly number[]) =>
  envelope({ events: ids.map((id) => ({ type: id < 0 ? 'heartbeat' : 'restart', id: Math.abs(id) })) });

test('polls continue after the highest event, without heartbeats, empty batches and events after an abort', async (t) => {
  const { client, requests } = clientWith(t, [events(-5), events(9, 7), events(-10), events(11, 12)]);
  const stop = new AbortController();
  const cursor = { queueId: 'q', lastEventId: 4 };
  const batches: number[][] = [];
  for await (const batch of followBatches(client, cursor, stop.signal)) {
    batches.push(batch.map(({ id }) => id));
    if (batches.length === 2) stop.abort();
  }
  assert.deepEqual(batches, [
    [9, 7],
    [11, 12],
  ]);
  const positions = requests.map(({ url }) => new URL(url).searchParams.get('last_event_id'));
  assert.deepEqual(positions, ['4', '5', '9', '10']);
  t.mock.reset();
  const single = clientWith(t, [events(1, 2)]);
  const abort = new AbortController();
  const eventIds: number[] = [];
  for await (const event of followEvents(single.client, cursor, abort.signal)) {
    eventIds.push(event.id);
    abort.abort();
  }
  assert.deepEqual(eventIds, [1]);
});

test('after an abort neither an arrived batch nor a further step of a batch is returned', async (t) => {
  const stop = new AbortController();
  const cursor = { queueId: 'q', lastEventId: 4 };
  const answer = Promise.withResolvers<Response>();
  const { client } = clientWith(t, [answer.promise, events(5, 6)]);
  const batches = followBatches(client, cursor, stop.signal);
  const next = batches.next();
  await new Promise(setImmediate);
  stop.abort();
  answer.resolve(events(5));
  assert.equal((await next).done, true);
  const abort = new AbortController();
  const receivedSteps: StateUpdate[] = [];
  for await (const step of followOrganization(client, {}, abort.signal, cursor)) {
    receivedSteps.push(step);
    abort.abort();
  }
  assert.equal(receivedSteps.length, 1);
});

test('following ends without an error if the signal is aborted during a poll or a registration', async (t) => {
  for (const cursor of [{ queueId: 'q', lastEventId: 4 }, undefined]) {
    const stop = new AbortController();
    const answer = Promise.withResolvers<Response>();
    const { client } = clientWith(t, [answer.promise]);
    const next = followOrganization(client, {}, stop.signal, cursor).next();
    await new Promise(setImmediate);
    stop.abort();
    answer.reject(new Error('aborted'));
    assert.equal((await next).done, true);
    t.mock.reset();
  }
});

test('a poll that is not answered in time is reported as slow and repeated after a pause', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  t.mock.method(Math, 'random', () => 0.5);
  const answer = Promise.withResolvers<Response>();
  let slow = 0;
  const onSlow = () => {
    slow += 1;
  };
  const { client, requests } = clientWith(t, [answer.promise, events(5)], { onSlow });
  const cursor = { queueId: 'q', lastEventId: 4 };
  const batches = followBatches(client, cursor, new AbortController().signal);
  const next = batches.next();
  const turn = () => new Promise(setImmediate);
  await turn();
  t.mock.timers.tick(89_999);
  assert.equal(requests[0]?.init.signal?.aborted, false);
  t.mock.timers.tick(1);
  assert.equal(requests[0]?.init.signal?.aborted, true);
  answer.reject(new Error('aborted'));
  await turn();
  assert.deepEqual([slow, requests.length], [1, 1]);
  t.mock.timers.tick(500);
  const { value } = await next;
  assert.deepEqual([value?.length, slow], [1, 1]);
});

test('after a success the first pause is short again', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  t.mock.method(Math, 'random', () => 0.5);
  const broken = () => envelope({ code: 'X' }, 500);
  const { client, requests } = clientWith(t, [broken(), events(5), broken(), events(6)]);
  const cursor = { queueId: 'q', lastEventId: 4 };
  const batches = followBatches(client, cursor, new AbortController().signal);
  for (const [id, sent] of [
    [5, 2],
    [6, 4],
  ]) {
    const next = batches.next();
    await new Promise(setImmediate);
    t.mock.timers.tick(500);
    await new Promise(setImmediate);
    assert.equal(requests.length, sent);
    assert.equal((await next).value?.[0]?.id, id);
  }
});

test('the client declares every capability, except that avatars may be missing', () => {
  const missing = Object.entries(newestCapabilities).filter(([, isDeclared]) => !isDeclared);
  assert.deepEqual(missing, [['user_avatar_url_field_optional', false]]);
});

test('a registration that fails temporarily is repeated, and a refused one is an error', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  t.mock.method(Math, 'random', () => 0.5);
  const snapshot = envelope({ queue_id: 'q', last_event_id: 3 });
  const { client, requests } = clientWith(t, [envelope({ code: 'X' }, 500), snapshot, events(4)]);
  const stop = new AbortController();
  const steps = followOrganization(client, {}, stop.signal);
  const first = steps.next();
  const turn = () => new Promise(setImmediate);
  await turn();
  t.mock.timers.tick(499);
  await turn();
  assert.equal(requests.length, 1);
  t.mock.timers.tick(1);
  assert.equal((await first).value?.kind, 'snapshot');
  assert.equal((await steps.next()).value?.kind, 'event');
  stop.abort();
  assert.equal((await steps.next()).done, true);
  t.mock.reset();
  const refusingClient = clientWith(t, [envelope({ code: 'X' }, 400)]);
  const refusing = followOrganization(refusingClient.client, {}, new AbortController().signal);
  await assert.rejects(refusing.next(), { code: 'X' });
});

test('following resumes from a cursor, registers again when the queue is gone, and ends with the signal', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  t.mock.method(Math, 'random', () => 0.5);
  const queueGone = () => envelope({ code: 'BAD_EVENT_QUEUE_ID' }, 400);
  const snapshot = envelope({ queue_id: 'r', last_event_id: 3, event_queue_longpoll_timeout_seconds: 60 });
  const { client, requests } = clientWith(t, [
    events(8),
    queueGone(),
    snapshot,
    events(4),
    envelope({ code: 'Y' }, 400),
  ]);
  const stop = new AbortController();
  const cursor = { queueId: 'q', lastEventId: 7 };
  const kinds: string[] = [];
  const run = async () => {
    for await (const step of followOrganization(client, {}, stop.signal, cursor)) kinds.push(step.kind);
  };
  const runResult = run();
  runResult.catch(() => undefined);
  const turns = async () => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
  };
  await turns();
  t.mock.timers.tick(499);
  await turns();
  assert.equal(requests.length, 2, 'many lost queues do not cause many registrations at once');
  t.mock.timers.tick(1);
  await assert.rejects(runResult, { code: 'Y' });
  assert.deepEqual(kinds, ['event', 'snapshot', 'event']);
  assert.deepEqual(
    requests
      .map(({ url }) => new URL(url))
      .map(({ pathname, searchParams }) =>
        [pathname, searchParams.get('queue_id'), searchParams.get('last_event_id')].join(' '),
      ),
    [
      ...['/api/v1/events "q" 7', '/api/v1/events "q" 8', '/api/v1/register  '],
      ...['/api/v1/events "r" 3', '/api/v1/events "r" 4'],
    ],
  );
  stop.abort();
  const aborted = followOrganization(client, {}, stop.signal);
  assert.equal((await aborted.next()).done, true);
});
