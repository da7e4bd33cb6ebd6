// Changing the host of an organization with a command, while a server runs.

import assert from 'node:assert/strict';
import { request as ask } from 'node:http';
import { before, test } from 'node:test';
import { withHost } from '../../src/actions/organizations/change-host.ts';
import { storePublicHost } from '../../src/actions/organizations/public-host.ts';
import type { ApiClient } from '../support/client.ts';
import { run, runningDemo } from '../support/command-line.ts';
import type { TestServer } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';

let server: TestServer;
let storageFlags: readonly string[];
let olive: ApiClient;
/** The address of an export before the organization had a host. */
let firstExport: string;
let bot: { user_id: number; api_key: string };
before(async () => {
  ({ server, storageFlags } = await runningDemo());
  olive = await server.as('olive');
  await storePublicHost(server.server.services.database, 'http://first.example.com');
  await olive.request('POST', '/export/realm', {}, { host: 'first.example.com' });
  await waitUntil(async () => (await exportUrl()) !== null);
  firstExport = await exportUrl();
  await host('old.example.com');
  bot = await olive.ok('POST', '/bots', { full_name: 'Movable', short_name: 'movable' });
});

async function host(...args: string[]) {
  const { status, out, err } = await run('organization', 'host', ...args, '--json', ...storageFlags);
  assert.deepEqual([status, err], [0, '']);
  return JSON.parse(out);
}

/** The address of the only export; null while it is made. */
const exportUrl = async () => (await olive.ok('GET', '/export/realm')).exports[0].export_url;

/** The answer to a browser that requests a page under a host. */
function page(
  name: string,
  path = '/',
): Promise<{ status: number | undefined; location: string | undefined }> {
  return new Promise((resolve, reject) => {
    const headers = { host: name, accept: 'text/html' };
    ask(`${server.url}${path}`, { headers }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode, location: answer.headers.location });
    })
      .on('error', reject)
      .end();
  });
}

test('an export made at the server’s host can be downloaded from the first host', async () => {
  assert.match(firstExport, /^http:\/\/first\.example\.com\//);
  const path = firstExport.slice('http://first.example.com'.length);
  assert.equal(await exportUrl(), `http://old.example.com${path}`);
});

test('the former host redirects browsers to the new one, and answers apps with the same key', async () => {
  const result = await host('new.example.com', '--keep-former');
  assert.deepEqual(result, { host: 'new.example.com', former_hosts: ['old.example.com'] });
  await waitUntil(async () => (await page('old.example.com')).location === 'http://new.example.com/');
  const deep = await page('old.example.com', '/user_uploads/1/a?b=c');
  assert.deepEqual(deep, { status: 307, location: 'http://new.example.com/user_uploads/1/a?b=c' });
  assert.equal((await page('new.example.com', '/login')).location, undefined);
  await olive.ok('GET', '/users/me');
  assert.equal(await exportUrl(), firstExport.replace('first.', 'new.'), 'an export moves with the host');
});

test('bots log in with their current address and the one they were created with', async () => {
  const { user } = await olive.ok('GET', `/users/${bot.user_id}`);
  for (const address of [user.email, 'movable-bot@new.example.com'])
    await server.client(address, bot.api_key).ok('GET', '/users/me');
});

test('an invalid host is refused in a sentence', async () => {
  const refused = async (...args: string[]) =>
    (await run('organization', 'host', ...args, ...storageFlags)).err;
  assert.equal(
    await refused('https://x'),
    '"https://x" is not a host: give a name such as chat.example.com, without https://.\n',
  );
  assert.equal(await refused('new.example.com'), 'The host is already new.example.com.\n');
  assert.equal(
    await refused('a.example.com', '--keep-former', '--forget-former'),
    'Use either --keep-former or --forget-former, not both.\n',
  );
});

test('a former host can be forgotten and used by another organization', async () => {
  assert.deepEqual((await host('--forget-former')).former_hosts, []);
});

test('pending links lead to the new host, with the port and path that they had', () => {
  const move = (url: string) => withHost(url, ['old.example.com'], 'new.example.com');
  assert.equal(move('https://old.example.com'), 'https://new.example.com');
  assert.equal(move('https://old.example.com:8443/chat'), 'https://new.example.com:8443/chat');
  assert.equal(move('https://other.example.com'), 'https://other.example.com');
});
