// Rate limits that the servers of one database share: what is taken at one counts at the others.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { limits } from '../../src/api-contract/limits.ts';
import { SharedRateLimits } from '../../src/server/http/shared-rate-limits.ts';
import type { ParleyDatabase } from '../../src/storage/database.ts';
import { ApiClient } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { needsPostgres } from '../support/two-servers.ts';
import { waitUntil } from '../support/waiting.ts';
import { login, startRealServer } from './real-organization.ts';

/** What databases do with broadcasts: every server hears each of them. */
function startBus() {
  const listeners: ((text: string) => void)[] = [];
  const sent: string[] = [];
  const database = {
    engine: 'postgres',
    onBroadcast: (listener: (text: string) => void) => listeners.push(listener),
    broadcast(text: string) {
      sent.push(text);
      for (const listener of listeners) listener(text);
    },
  };
  const server = () => new SharedRateLimits(database as unknown as ParleyDatabase);
  return { server, sent, database };
}

test('what one server takes is missing once at each of the others', async (t) => {
  const now = performance.now();
  t.mock.method(performance, 'now', () => now);
  const { server } = startBus();
  const [one, two, three] = [server(), server(), server()].map((each) =>
    each.of('mails', 10, 86_400, 'at once'),
  );
  assert.ok(one && two && three);
  for (let times = 0; times < 3; times++) one.consume('a');
  two.consume('a', 4);
  await setImmediate();
  assert.deepEqual(
    [one, two, three].map((limit) => limit.consume('a', 0)?.remaining),
    [3, 3, 3],
  );
  assert.throws(() => three.consume('a', 4), { code: 'RATE_LIMIT_HIT' });
  await setImmediate();
  assert.equal(one.consume('a', 0)?.remaining, 3, 'what was refused is not counted');
  assert.equal(one.consume('b', 0)?.remaining, 10);
});

test('only limits that are shared at once cost a notification for each use', async (t) => {
  const { server, sent } = startBus();
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const one = server();
  const loads = one.of('loads of files', 100, 86_400);
  for (let times = 0; times < 3; times++) {
    loads.consume('upload 1');
    await setImmediate();
  }
  assert.deepEqual(sent, []);
  t.mock.timers.tick(1000);
  assert.deepEqual(JSON.parse(sent[0] ?? '').taken, [['loads of files', 'upload 1', 3]]);
  one.of('logins', 5, 60, 'at once').consume('a');
  await setImmediate();
  assert.equal(sent.length, 2);
});

test('bound rateLimitKeysShared: messages fit into notifications, and the keys of one are limited', async () => {
  const { server, sent } = startBus();
  const logins = server().of('logins', 5, 60, 'at once');
  for (let index = 0; index <= limits.rateLimitKeysShared; index++) logins.consume(`2001:db8:${index}::/64`);
  await setImmediate();
  const keys = sent.flatMap((text) => JSON.parse(text).taken.map(([, key]: [string, string]) => key));
  assert.equal(new Set(keys).size, limits.rateLimitKeysShared);
  assert.ok(sent.every((text) => Buffer.byteLength(text) < 8000));
});

test('what other versions send is ignored', () => {
  const { server, database } = startBus();
  const limit = server().of('mails', 2, 86_400, 'at once');
  for (const text of [
    '',
    '{',
    '{"by":1}',
    '{"by":"x","taken":[["mails","a",-1]]}',
    '{"by":"x","taken":[["new","a",1]]}',
  ])
    database.broadcast(text);
  assert.equal(limit.consume('a', 0)?.remaining, 2);
});

test('requests and logins at one server count at another one', needsPostgres, async (t) => {
  const one = await startRealServer();
  const { databaseUrl, dataDirectory } = one;
  const two = await startTestServer({ databaseUrl, dataDirectory, isDemo: false });
  const { api_key: key } = await one.anonymous.ok('POST', '/fetch_api_key', login);
  const now = performance.now();
  t.mock.method(performance, 'now', () => now);
  const at = ({ url }: { url: string }) => new ApiClient(url, login.username, key);
  const half = limits.requestsPerMinute / 2;
  for (let times = 0; times < half; times++) await at(one).ok('GET', '/users/me');
  let looks = 0;
  await waitUntil(async () => {
    looks++;
    const { headers } = await at(two).request('GET', '/users/me');
    return Number(headers.get('x-ratelimit-remaining')) < half;
  });
  assert.ok(looks < half, 'these requests alone did not use it up');
  const attempt = async ({ anonymous }: typeof one) =>
    (await anonymous.request('POST', '/fetch_api_key')).status;
  for (let status = 0; status !== 429; ) status = await attempt(one);
  let accepted = 0;
  await waitUntil(async () => {
    const status = await attempt(two);
    if (status !== 429) accepted++;
    return status === 429;
  });
  assert.ok(accepted < limits.loginAttemptsPerMinute, 'nor these attempts');
});
