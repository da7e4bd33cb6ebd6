// The section for the web of packaging/cluster/haproxy.cfg, in a real haproxy: which servers get requests, what becomes of
// requests that wait, and what haproxy answers by itself.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { onCleanup } from '../support/cleanup.ts';
import { ApiClient } from '../support/client.ts';
import { freePort } from '../support/free-port.ts';
import { startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { waitUntil } from '../support/waiting.ts';
import { skipWithout } from './other-programs.ts';

const skip = skipWithout('haproxy');
const sample = fileURLToPath(new URL('../../packaging/cluster/haproxy.cfg', import.meta.url));

/** Starts haproxy with the sample for two servers, the second of which is down by default. Returns its address. */
async function startProxy(serverPort: number, otherPort?: number): Promise<string> {
  const port = await freePort();
  const second = otherPort ?? (await freePort());
  const configuration = (await readFile(sample, 'utf8'))
    // Without root it may not open that many files.
    .replace('maxconn 20000', 'maxconn 500')
    .replace(/listen primary[\s\S]*(?=# PARLEY_TRUSTED_PROXIES)/, '')
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace('10.0.0.21:9991', `127.0.0.1:${serverPort}`)
    .replace('10.0.0.22:9991', `127.0.0.1:${second}`);
  const file = join(temporaryFolder(), 'haproxy.cfg');
  await writeFile(file, configuration);
  const path = `${process.env.PATH}:/usr/sbin`;
  const child = spawn('haproxy', ['-f', file], { stdio: 'ignore', env: { ...process.env, PATH: path } });
  onCleanup(() => child.kill('SIGKILL'));
  return `http://127.0.0.1:${port}`;
}

async function startAll() {
  const addresses: unknown[] = [];
  const keep = ({ operation, address }: Readonly<Record<string, unknown>>) => {
    if (operation === 'get-server-settings') addresses.push(address);
  };
  const server = await startTestServer({
    writesAccessLog: true,
    log: { info: keep, warn: () => undefined, error: () => undefined },
    trustedProxies: ['127.0.0.1'],
  });
  const url = await startProxy(server.server.port);
  const mel = await server.as('mel');
  const statusOf = (path: string) =>
    fetch(`${url}${path}`).then(
      ({ status }) => status,
      () => 0,
    );
  await waitUntil(async () => (await statusOf('/health/live')) === 200);
  const throughProxy = new ApiClient(url, mel.email, mel.apiKey, mel.userId);
  return { server, url, mel, throughProxy, statusOf, addresses };
}

test('a server that cannot serve gets no requests, and those that wait are not cut', { skip }, async (t) => {
  const { server, url, mel, throughProxy, statusOf } = await startAll();
  const listener = await throughProxy.registerQueue({ event_types: ['message'] });
  const hub = await server.server.services.hubs.upToDate(1);
  const waiting = listener.next();
  await waitUntil(async () => hub.waitingCount > 0);
  const isAlive = t.mock.method(server.server.services.database, 'isAlive', async () => false);
  await waitUntil(async () => (await statusOf('/health/live')) === 503);
  const answer = await fetch(`${url}/api/v1/server_settings`);
  assert.equal(answer.headers.get('retry-after'), '5');
  assert.equal(answer.headers.get('parley-version'), null, 'haproxy answers');
  assert.deepEqual(await answer.json(), {
    result: 'error',
    msg: 'The server cannot be reached. Try again.',
    code: 'SERVICE_UNAVAILABLE',
  });
  await mel.sendToChannel('general', 'proxy', 'it still waits');
  const [event] = await waiting;
  assert.equal(event.message.content, '<p>it still waits</p>');
  isAlive.mock.restore();
  await waitUntil(async () => (await statusOf('/health/live')) === 200);
});

test('a degraded server gets requests', { skip }, async (t) => {
  const { server, url } = await startAll();
  t.mock.getter(server.server.services.database, 'isListening', () => false);
  // At least one further check by haproxy.
  let checks = 0;
  t.mock.method(server.server.services.database, 'isAlive', async () => ++checks > 0);
  await waitUntil(async () => checks >= 3);
  const { status } = (await (await fetch(`${url}/health`)).json()) as { status: string };
  assert.equal(status, 'degraded');
});

test('people choose neither their address nor the host', { skip }, async () => {
  const { url, addresses } = await startAll();
  const answer = await fetch(`${url}/api/v1/server_settings`, {
    headers: {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
    },
  });
  const { realm_url: address } = (await answer.json()) as { realm_url: string };
  assert.equal(address, url);
  await waitUntil(async () => addresses.length > 0);
  assert.deepEqual(addresses, ['127.0.0.1']);
});

test('the parts of an upload go to the server that began it', { skip }, async () => {
  // Separate servers with the same people: neither knows what the other one has.
  const [one, two] = [
    await startTestServer({ trustedProxies: ['127.0.0.1'] }),
    await startTestServer({ trustedProxies: ['127.0.0.1'] }),
  ];
  const url = await startProxy(one.server.port, two.server.port);
  const { email, apiKey } = await one.as('mel');
  const headers = { authorization: `Basic ${btoa(`${email}:${apiKey}`)}`, 'tus-resumable': '1.0.0' };
  const begin = () =>
    fetch(`${url}/api/v1/tus/`, { method: 'POST', headers: { ...headers, 'upload-length': '5' } });
  await waitUntil(async () => (await begin().catch(() => undefined))?.status === 201);
  const places: string[] = [];
  for (let times = 0; times < 8; times++) places.push((await begin()).headers.get('location') ?? '');
  for (const place of places) {
    const { status } = await fetch(`${url}${place}`, { method: 'HEAD', headers });
    assert.equal(status, 200, place);
  }
  for (const server of [one, two]) {
    const isThere = (place: string) => fetch(`${server.url}${place}`, { method: 'HEAD', headers });
    const statuses = await Promise.all(places.map(async (place) => (await isThere(place)).status));
    assert.ok(statuses.includes(200) && statuses.includes(404), 'both servers have some');
  }
});
