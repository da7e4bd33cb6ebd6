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

/** Starts haproxy with the sample for one server; the other one is down. Returns its address. */
async function startProxy(serverPort: number): Promise<string> {
  const [port, closed] = [await freePort(), await freePort()];
  const configuration = (await readFile(sample, 'utf8'))
    // Without root it may not open that many files.
    .replace('maxconn 20000', 'maxconn 500')
    .replace(/listen primary[\s\S]*(?=# PARLEY_TRUSTED_PROXIES)/, '')
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace('10.0.0.21:9991', `127.0.0.1:${serverPort}`)
    .replace('10.0.0.22:9991', `127.0.0.1:${closed}`);
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
