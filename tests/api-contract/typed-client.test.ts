// The typed client against a whole server: encodings, errors, files, aborting, and following a queue.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { Backoff } from '../../client/backoff.ts';
import { followEvents } from '../../client/event-stream.ts';
import { followOrganization } from '../../client/follow-organization.ts';
import { ParleyClient } from '../../client/parley-client.ts';
import { ParleyError } from '../../client/parley-error.ts';
import type { ClientTable } from '../../src/api-contract/client-table.ts';
import { captureTimers } from '../support/captured-timers.ts';
import { startTestServer } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';

const server = await startTestServer();
const mel = await server.as('mel');
const { credentials, table } = {
  credentials: { email: mel.email, apiKey: mel.apiKey },
  table: (await (await fetch(`${server.url}/api/client-table.json`)).json()) as ClientTable,
};
/** Built as in a browser, from the table that the server sends. */
const client = new ParleyClient({ url: server.url, table, credentials });

test('texts stay texts: a channel whose name is a number is not the one with that id', async () => {
  const createdChannel = await client.call('create-channel', { name: '1', subscribers: [mel.userId] });
  assert.notEqual(createdChannel.id, 1);
  const { id } = await client.call('send-message', {
    type: 'channel',
    to: '1',
    topic: '7',
    content: '["no", "list"]',
  });
  const { message, raw_content } = await client.call('get-message', { message_id: id });
  assert.equal(message.stream_id, createdChannel.id);
  assert.equal(message.subject, '7');
  assert.equal(raw_content, '["no", "list"]');
});

test('path values are encoded, and a path parameter that is a path keeps its slashes', async () => {
  const { user } = await client.call('get-user', { user_id_or_email: 'mia@example.com' });
  assert.equal(user.email, 'mia@example.com');
  await assert.rejects(
    client.call('get-user', { user_id_or_email: 'a/b?c#d@example.com' }),
    (error: ParleyError) => error.message === 'No such user',
  );
  await assert.rejects(client.call('get-user', { user_id_or_email: '..' }), TypeError);
  const fragment = 'narrow/channel/1-general/topic/q?';
  await client.call('add-navigation-view', { fragment, is_pinned: true, name: 'Questions' });
  await client.call('edit-navigation-view', { fragment, name: 'Q' });
  const { navigation_views } = await client.call('get-navigation-views');
  assert.deepEqual(navigation_views, [{ fragment, is_pinned: true, name: 'Q' }]);
});

test('an error is thrown with its code and fields', async () => {
  const error = await client.call('get-stream-id', { stream: 'no such channel' }).catch((error) => error);
  assert.ok(error instanceof ParleyError);
  assert.equal(error.status, 400);
  assert.equal(error.code, 'BAD_REQUEST');
  assert.equal(error.isTemporary, false);
});

test('wrong credentials are reported', async () => {
  const wrongClient = new ParleyClient({
    ...{ url: server.url, table },
    credentials: { email: 'nöbody@example.com', apiKey: 'x'.repeat(32) },
  });
  await assert.rejects(wrongClient.call('get-own-user'), (error: ParleyError) => error.status === 401);
});

test('files are sent as a multipart body', async () => {
  const file = new File(['hello'], 'hello.txt', { type: 'text/plain' });
  const { url, filename } = await client.call('upload-file', {}, { files: { file } });
  assert.match(url, /^\/user_uploads\/.*hello\.txt$/);
  assert.equal(filename, 'hello.txt');
  await assert.rejects(client.call('get-own-user', {}, { files: { file } }), TypeError);
});

test('an aborted call throws the reason', async () => {
  const stop = new AbortController();
  const { queue_id, last_event_id } = await client.call('register-queue', { event_types: ['message'] });
  const pendingCall = client.call(
    'get-events',
    { queue_id: queue_id ?? '', last_event_id },
    { signal: stop.signal },
  );
  stop.abort(new Error('enough'));
  await assert.rejects(pendingCall, /enough/);
});

test('an answer that is not from the server is distinguished from its errors', async () => {
  const proxy = createServer((_request, response) => {
    response.writeHead(502, { 'retry-after': '7' }).end('<h1>Bad gateway</h1>');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const proxied = new ParleyClient({ url, table });
  const failure = await proxied.call('get-server-settings').catch((error) => error);
  assert.deepEqual(
    [failure.status, failure.code, failure.retryAfterSeconds, failure.isTemporary],
    [502, 'NO_ENVELOPE', 7, true],
  );
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
  const silence = await proxied.call('get-server-settings').catch((error) => error);
  assert.deepEqual([silence.status, silence.code, silence.isTemporary], [0, 'NO_ANSWER', true]);
});

test('connection status: an error of the server counts as an answer, one of a proxy does not', async () => {
  const reached: boolean[] = [];
  const begin = performance.now();
  const onReach = (isReached: boolean, sentAt: number) => {
    reached.push(isReached);
    assert.ok(begin <= sentAt && sentAt <= performance.now());
  };
  const ask = (url: string) =>
    new ParleyClient({ url, table, onReach }).call('get-own-user').catch(() => undefined);
  const proxy = createServer((_request, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'));
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const proxied = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  await ask(server.url);
  await ask(proxied);
  await new Promise((resolve) => proxy.close(resolve));
  await ask(proxied);
  assert.deepEqual(reached, [true, false, false]);
});

test('a slow call is reported as such, and continues', async (t) => {
  const timers = captureTimers(t, 8000);
  const reports: string[] = [];
  const slow = new ParleyClient({ url: server.url, table, credentials, onSlow: () => reports.push('slow') });
  const call = slow.call('get-own-user');
  await waitUntil(async () => timers.length === 1);
  timers[0]?.();
  assert.deepEqual(reports, ['slow']);
  assert.equal((await call).user_id, mel.userId);
});

test('a disconnected poll is restarted once another call is answered', async (t) => {
  // The first pause is then exactly half a second, and never ends on its own.
  t.mock.method(Math, 'random', () => 0.5);
  captureTimers(t, 500);
  const flaky = await flakyPolls((count) => count === 1);
  const flakyClient = new ParleyClient({ url: flaky.url, table, credentials });
  const { queue_id, last_event_id } = await client.call('register-queue', { event_types: ['message'] });
  const sent = await mel.sendToChannel('general', 'following', 'after the silence');
  const stop = new AbortController();
  const events = followEvents(
    flakyClient,
    { queueId: queue_id ?? '', lastEventId: last_event_id },
    stop.signal,
  );
  const first = events.next();
  await waitUntil(async () => flaky.polls() === 1);
  // Only answers after the failure is known restart it.
  let hasArrived = false;
  void first.then(() => {
    hasArrived = true;
  });
  await waitUntil(async () => {
    await flakyClient.call('get-own-user');
    return hasArrived;
  });
  const { value: event } = await first;
  assert.ok(event?.type === 'message');
  assert.equal(event.message.id, sent);
  stop.abort();
  await flaky.close();
});

test('a queue is followed event by event until the signal aborts', async () => {
  const { queue_id, last_event_id } = await client.call('register-queue', { event_types: ['message'] });
  const stop = new AbortController();
  const events = followEvents(client, { queueId: queue_id ?? '', lastEventId: last_event_id }, stop.signal);
  const sent: number[] = [];
  for (const content of ['one', 'two']) sent.push(await mel.sendToChannel('general', 'following', content));
  const contents: unknown[] = [];
  for await (const event of events) {
    assert.ok(event.type === 'message');
    contents.push(event.message.id);
    if (contents.length === 2) stop.abort();
  }
  assert.deepEqual(contents, sent);
});

test('following ends with the error if the queue is gone', async () => {
  const expiredQueue = followEvents(
    client,
    { queueId: 'none', lastEventId: -1 },
    new AbortController().signal,
  );
  await assert.rejects(expiredQueue.next(), (error: ParleyError) => error.code === 'BAD_EVENT_QUEUE_ID');
});

/** A server that drops some polls midway through the answer, and counts the requests. */
async function flakyPolls(lost: (count: number) => boolean) {
  let polls = 0;
  const flaky = createServer(async (request, response) => {
    const { method = 'GET', headers } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.url?.startsWith('/api/v1/events') && lost(++polls)) {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
      response.write('{"result":"success","events":[');
      setImmediate(() => response.destroy());
      return;
    }
    const answer = await fetch(`${server.url}${request.url}`, {
      method,
      headers: {
        authorization: headers.authorization ?? '',
        ...(headers['content-type'] && { 'content-type': headers['content-type'] }),
      },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    response
      .writeHead(answer.status, { 'content-type': 'application/json' })
      .end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => flaky.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(flaky.address() as AddressInfo).port}`,
    polls: () => polls,
    close: async () => {
      flaky.closeAllConnections();
      await new Promise((resolve) => flaky.close(resolve));
    },
  };
}

test('a truncated answer counts as none, and following continues after it', async () => {
  const flaky = await flakyPolls((count) => count === 1);
  const flakyClient = new ParleyClient({ url: flaky.url, table, credentials });
  const { queue_id, last_event_id } = await client.call('register-queue', { event_types: ['message'] });
  const sent = await mel.sendToChannel('general', 'following', 'broken off');
  const stop = new AbortController();
  for await (const event of followEvents(
    flakyClient,
    { queueId: queue_id ?? '', lastEventId: last_event_id },
    stop.signal,
  )) {
    assert.ok(event.type === 'message');
    assert.equal(event.message.id, sent);
    stop.abort();
  }
  assert.equal(flaky.polls(), 2);
  await flaky.close();
});

test('after an abort no further events of a batch are returned', async () => {
  const { queue_id, last_event_id } = await client.call('register-queue', { event_types: ['message'] });
  for (const content of ['one', 'two']) await mel.sendToChannel('general', 'following', content);
  const stop = new AbortController();
  let count = 0;
  const cursor = { queueId: queue_id ?? '', lastEventId: last_event_id };
  for await (const event of followEvents(client, cursor, stop.signal)) {
    assert.equal(event.type, 'message');
    count += 1;
    stop.abort();
  }
  assert.equal(count, 1);
});

test('an unanswered poll is abandoned after a while and restarted', async (t) => {
  const pollTimeouts = captureTimers(t, 1234 * 1000);
  let polls = 0;
  const requests: string[] = [];
  const stop = new AbortController();
  const silent = createServer((_request, response) => {
    polls += 1;
    if (polls === 1) return pollTimeouts[0]?.();
    response.writeHead(200).end('{"result":"success","msg":"","events":[{"type":"restart","id":7}]}');
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const cursor = { queueId: 'q', lastEventId: -1, pollTimeoutSeconds: 1234 };
  for await (const event of followEvents(new ParleyClient({ url, table }), cursor, stop.signal)) {
    requests.push(event.type);
    stop.abort();
  }
  assert.deepEqual([requests, polls], [['restart'], 2]);
  silent.closeAllConnections();
  await new Promise((resolve) => silent.close(resolve));
});

test('pauses grow, vary and are bounded, whatever a server requests', () => {
  const backoff = new Backoff();
  const noAnswer = new ParleyError(0, 'NO_ANSWER', '');
  const pauses = Array.from({ length: 12 }, () => backoff.after(noAnswer));
  for (const [index, pause] of pauses.entries()) {
    const middle = Math.min(500 * 2 ** index, 30_000);
    assert.ok(pause >= middle * 0.75 && pause <= middle * 1.25, `${index}: ${pause}`);
  }
  const forEver = new ParleyError(429, 'RATE_LIMIT_HIT', '', {}, 10 ** 9);
  assert.equal(backoff.after(forEver), 600_000);
  assert.throws(() => backoff.after(new ParleyError(400, 'BAD_REQUEST', '')), ParleyError);
  backoff.reset();
  assert.ok(backoff.after(noAnswer) <= 625);
});

test('a lost queue is replaced by a new registration with a new snapshot', async () => {
  const stop = new AbortController();
  const kinds: string[] = [];
  const queues = new Set<string>();
  const registration = { event_types: ['message'] };
  for await (const step of followOrganization(client, registration, stop.signal)) {
    kinds.push(step.kind);
    if (step.kind === 'event') {
      if (kinds.length === 2) await client.call('delete-queue', { queue_id: [...queues][0] ?? '' });
      else stop.abort();
      continue;
    }
    queues.add(step.snapshot.queue_id ?? '');
    await mel.sendToChannel('general', 'following', `registration ${queues.size}`);
  }
  assert.deepEqual(kinds, ['snapshot', 'event', 'snapshot', 'event']);
  assert.equal(queues.size, 2);
});
