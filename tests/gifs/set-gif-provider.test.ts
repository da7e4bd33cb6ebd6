// Choosing the provider of GIFs: its key is checked before it is stored, and no operation returns it.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { storeGifKey } from '../../src/stores/gifs/gif-key-store.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';
import { KEY, startGifProvider } from './gif-provider.ts';

const provider = await startGifProvider();
const { standIn } = provider;
const server = await startTestServer({ gifAddresses: provider.addresses });
const [olive, adam, mel, gus] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mel'),
  server.as('gus'),
]);
const normal = standIn.answer;
const PATH = '/realm/gif_provider';

async function chosenProvider(): Promise<string> {
  const { snapshot } = await mel.registerQueue({ fetch_event_types: ['realm'] });
  return snapshot.realm_gif_provider;
}

async function storedKey(): Promise<string | undefined> {
  const { db } = server.server.services.database.reader(0);
  return (await db.selectFrom('gif_key').select('sealed_key').executeTakeFirst())?.sealed_key;
}

beforeEach(async () => {
  standIn.answer = normal;
  await olive.ok('PUT', PATH, { provider: 'none' });
});

test('an administrator chooses a provider, and every client gets the event', async () => {
  assert.equal(await chosenProvider(), 'none');
  await expectFold([olive, mel, gus], () => adam.ok('PUT', PATH, { provider: 'klipy', api_key: KEY }));
  assert.equal(await chosenProvider(), 'klipy');
  const { pathname } = provider.searches().at(-1) ?? {};
  assert.equal(pathname, `/api/v1/${KEY}/gifs/trending`);
  await mel.refused('PUT', PATH, { provider: 'none' }, 'UNAUTHORIZED_PRINCIPAL');
  assert.equal(await chosenProvider(), 'klipy');
});

test('a wrong key is refused, and changes nothing', async () => {
  await olive.ok('PUT', PATH, { provider: 'giphy', api_key: KEY });
  const before = await storedKey();
  for (const [name, message] of [
    ['giphy', /^GIPHY does not accept the API key/],
    ['klipy', /^KLIPY does not accept the API key/],
  ] as const) {
    const api_key = 'a-wrong-key-0123456789';
    const body = await olive.refused('PUT', PATH, { provider: name, api_key }, 'GIF_KEY_REFUSED', message);
    assert.doesNotMatch(JSON.stringify(body), /a-wrong-key/);
  }
  for (const api_key of ['short', 'with spaces in it', '../../../etc/passwd', 'x'.repeat(201)])
    await olive.refused('PUT', PATH, { provider: 'giphy', api_key }, 'BAD_REQUEST', /API key/);
  assert.equal(await storedKey(), before);
  assert.equal(await chosenProvider(), 'giphy');
});

test('a provider that cannot be reached is not chosen; one that answers "too many requests" is', async () => {
  standIn.answer = () => ({ status: 503, body: '' });
  await olive.refused('PUT', PATH, { provider: 'giphy', api_key: KEY }, 'GIF_PROVIDER_UNAVAILABLE');
  assert.equal(await chosenProvider(), 'none');
  assert.equal(await storedKey(), undefined);
  standIn.answer = () => ({ status: 429, body: '' });
  await olive.ok('PUT', PATH, { provider: 'giphy', api_key: KEY });
  assert.equal(await chosenProvider(), 'giphy');
});

test('a key is needed for another provider, and belongs to one', async () => {
  await olive.refused('PUT', PATH, { provider: 'giphy' }, 'BAD_REQUEST', 'Enter the API key for GIPHY.');
  await olive.ok('PUT', PATH, { provider: 'giphy', api_key: KEY });
  const stored = await storedKey();
  await olive.ok('PUT', PATH, { provider: 'giphy' });
  assert.equal(await storedKey(), stored);
  await olive.refused('PUT', PATH, { provider: 'klipy' }, 'BAD_REQUEST', 'Enter the API key for KLIPY.');
  await olive.refused('PUT', PATH, { provider: 'none', api_key: KEY }, 'BAD_REQUEST', /^Send api_key only/);
  await olive.refused('PUT', PATH, { provider: 'tenor', api_key: KEY }, 'BAD_REQUEST');
  await olive.ok('PUT', PATH, { provider: 'klipy', api_key: KEY });
  assert.notEqual(await storedKey(), stored);
  await olive.ok('PUT', PATH, { provider: 'none' });
  assert.equal(await storedKey(), undefined);
});

test('the setting is not changed without its key', async () => {
  const { body } = await olive.request('PATCH', '/realm', { gif_provider: 'giphy' });
  assert.deepEqual(body.ignored_parameters_unsupported, ['gif_provider']);
  assert.equal(await chosenProvider(), 'none');
});

test('the audit log names the provider, and each new key', async () => {
  await olive.ok('PUT', PATH, { provider: 'giphy', api_key: KEY });
  await olive.ok('PUT', PATH, { provider: 'giphy', api_key: KEY });
  const { entries } = await olive.ok('GET', '/audit_log', {});
  const [second, change, first] = entries;
  assert.deepEqual([second.kind, second.details], ['gif_key_changed', { provider: 'GIPHY' }]);
  assert.deepEqual(
    [change.kind, change.details],
    ['organization_setting_changed', { property: 'gif_provider', old: 'none', new: 'giphy' }],
  );
  assert.equal(first.kind, 'gif_key_changed');
});

test('a key that this server cannot read is like a wrong one, until it is entered again', async () => {
  await olive.ok('PUT', PATH, { provider: 'giphy', api_key: KEY });
  await server.server.services.database.write(1, async (writer) => {
    await writer.db
      .updateTable('gif_key')
      .set({ sealed_key: `sealed.${'A'.repeat(60)}` })
      .execute();
  });
  const before = standIn.requests.length;
  await mel.refused('GET', '/gifs', {}, 'GIF_KEY_REFUSED', /An administrator must enter a valid one/);
  assert.equal(standIn.requests.length, before);
  await olive.ok('PUT', PATH, { provider: 'giphy', api_key: KEY });
  await mel.ok('GET', '/gifs', {});
});

test('no provider receives the key of another one, while a server has not learned of the new provider', async () => {
  await olive.ok('PUT', PATH, { provider: 'giphy', api_key: KEY });
  const { database, keyring } = server.server.services;
  await database.write(1, (writer) => storeGifKey(writer, keyring, { provider: 'klipy', key: KEY }));
  const before = standIn.requests.length;
  await mel.refused('GET', '/gifs', { query: 'another' }, 'GIF_KEY_REFUSED');
  assert.equal(standIn.requests.length, before);
});
