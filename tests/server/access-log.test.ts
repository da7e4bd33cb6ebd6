// The access log: one line per request, without secrets, and filtered by level.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logLevels, standardErrorLogAt } from '../../src/server/logger.ts';
import { startTestServer } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';

type Line = Readonly<Record<string, unknown>>;

const lines: Line[] = [];
const keep = (fields: Line, message: string) => void lines.push({ ...fields, message });
const log = { info: keep, warn: keep, error: keep };
const server = await startTestServer({ writesAccessLog: true, log });
const mel = await server.as('mel');
// Fetching her key is logged too.
await waitUntil(async () => lines.length > 0);

/** The line of a request, which is written once the answer was sent. */
async function lineOf(request: () => Promise<unknown>): Promise<Line> {
  lines.length = 0;
  await request();
  await waitUntil(async () => lines.length > 0);
  assert.equal(lines.length, 1);
  return lines[0] ?? {};
}

test('a request of the API is logged with its operation, account and outcome', async () => {
  const line = await lineOf(() => mel.ok('GET', '/drafts', { word: 'secret' }));
  const { milliseconds, client: _client, ...rest } = line;
  assert.deepEqual(rest, {
    message: 'request',
    method: 'GET',
    path: '/api/v1/drafts',
    status: 200,
    address: '127.0.0.1',
    operation: 'get-drafts',
    organization: 1,
    account: mel.userId,
  });
  assert.ok(typeof milliseconds === 'number' && milliseconds >= 0);
});

test('refused and unauthenticated requests are logged too', async () => {
  const refusal = await lineOf(() => mel.refused('DELETE', '/drafts/999', {}, 'BAD_REQUEST'));
  assert.deepEqual([refusal.operation, refusal.status], ['delete-draft', 404]);
  const anonymous = await lineOf(() => fetch(`${server.url}/api/v1/drafts`));
  assert.deepEqual(
    [anonymous.operation, anonymous.status, anonymous.account],
    ['get-drafts', 401, undefined],
  );
});

test('a client that disconnects before its answer is logged with the status 499', async () => {
  const { queue_id: queue, last_event_id: last } = await mel.ok('POST', '/register');
  const leaving = new AbortController();
  const hub = await server.server.services.hubs.upToDate(1);
  const query = new URLSearchParams({ queue_id: queue, last_event_id: String(last) });
  const headers = { authorization: `Basic ${btoa(`${mel.email}:${mel.apiKey}`)}` };
  const poll = fetch(`${server.url}/api/v1/events?${query}`, { headers, signal: leaving.signal });
  await waitUntil(async () => hub.waitingCount === 1);
  leaving.abort();
  await assert.rejects(poll);
  const ofPoll = () => lines.find(({ operation }) => operation === 'get-events');
  await waitUntil(async () => ofPoll() !== undefined);
  const { status, account, path } = ofPoll() ?? {};
  assert.deepEqual([status, account, path], [499, mel.userId, '/api/v1/events']);
});

test('no key, token or link appears in the log', async () => {
  const secret = 'abcdefghijklmnopqrstuvwx';
  for (const path of [
    `/join/${secret}/`,
    `/accounts/do_confirm/${secret}`,
    `/api/v1/external/github?api_key=${secret}&stream=general`,
    `/external_content/${secret}/687474`,
    `/user_avatars/1/${secret}.png`,
    `/no/such/place/${secret}`,
  ]) {
    const line = await lineOf(() => fetch(`${server.url}${path}`, { redirect: 'manual' }));
    assert.doesNotMatch(JSON.stringify(line), new RegExp(secret), path);
  }
  const line = await lineOf(() => fetch(`${server.url}/hooks/${secret}?stream=general`, { method: 'POST' }));
  assert.equal(line.path, '/hooks/:key');
  assert.doesNotMatch(JSON.stringify(line), new RegExp(secret));
});

test('the line of a failed request names its operation and no secret', async (t) => {
  t.mock.method(server.server.services.hubs, 'upToDate', async () => {
    throw new Error('a failure');
  });
  const secret = 'abcdefghijklmnopqrstuvwx';
  const expectLoggedFailure = async (path: string) => {
    lines.length = 0;
    assert.equal((await fetch(`${server.url}${path}`)).status, 500, path);
    await waitUntil(async () => lines.length > 1);
    assert.doesNotMatch(JSON.stringify(lines), new RegExp(secret), path);
    return lines.find(({ message }) => message === 'request failed') ?? {};
  };
  assert.equal((await expectLoggedFailure(`/join/${secret}/`)).path, '/join/:key/');
  await expectLoggedFailure(`/accounts/password/reset/5/${secret}/`);
  const { path, operation } = await expectLoggedFailure(`/api/v1/users/5?api_key=${secret}`);
  assert.deepEqual([path, operation], ['/api/v1/users/5', 'get-user']);
});

test('a log level writes lines of its own severity and above', (t) => {
  const writtenLevels: string[] = [];
  t.mock.method(process.stderr, 'write', (text: string) => writtenLevels.push(JSON.parse(text).level) > 0);
  const writtenByLevel = logLevels.map((level) => {
    const leveled = standardErrorLogAt(level);
    for (const one of logLevels) leveled[one]({}, 'a line');
    return [level, writtenLevels.splice(0)];
  });
  t.mock.restoreAll();
  assert.deepEqual(writtenByLevel, [
    ['error', ['error']],
    ['warn', ['error', 'warn']],
    ['info', ['error', 'warn', 'info']],
  ]);
});
