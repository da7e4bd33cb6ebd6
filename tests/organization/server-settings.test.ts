// What clients get before login, the organization's pictures, its welcome text and its deactivation.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ApiClient } from '../support/client.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';

const server = await startTestServer();
const [olive, adam, mel] = await Promise.all([server.as('olive'), server.as('adam'), server.as('mel')]);
const picture = Buffer.from(
  '47494638396101000100800000ffffff00000021f90400000000002c00000000010001000002024401003b',
  'hex',
);

async function upload(client: ApiClient, path: string, fields: Record<string, string> = {}, bytes = picture) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(bytes)]), 'picture.gif');
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${client.email}:${client.apiKey}`)}` },
    body: form,
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
  return (await response.json()) as any;
}

describe('GET /server_settings', () => {
  test('returns what a client needs before login', async () => {
    const settings = await server.anonymous.ok('GET', '/server_settings');
    assert.equal(settings.zulip_feature_level, 512);
    assert.equal(settings.realm_url, server.url);
    assert.equal(settings.realm_uri, server.url);
    assert.equal(settings.email_auth_enabled, true);
    assert.equal(settings.authentication_methods.password, true);
    assert.deepEqual(settings.external_authentication_methods, []);
  });

  test('has the description as HTML', async () => {
    await adam.ok('PATCH', '/realm', { description: '**Us**' });
    const { realm_description: html } = await server.anonymous.ok('GET', '/server_settings');
    assert.equal(html, '<p><strong>Us</strong></p>');
  });
});

describe('pictures of the organization', () => {
  test('the icon is uploaded, served and removed', async () => {
    const before = (await mel.registerQueue()).snapshot.realm_icon_url;
    await expectFold([olive, mel], async () => {
      const { icon_url: url } = await upload(adam, '/realm/icon');
      const response = await fetch(server.url + url);
      assert.equal(response.headers.get('content-type'), 'image/png');
      // A cache would hold it once for every way to write the number.
      const another = `${server.url}${url}`.replace('/1/realm/', '/1.0/realm/');
      assert.equal((await fetch(another)).status, 404, another);
    });
    const redirect = await fetch(`${server.url}/api/v1/realm/icon`, { redirect: 'manual' });
    assert.equal(redirect.status, 302);
    assert.match(redirect.headers.get('location') ?? '', /\/realm\/icon\.png\?version=2$/);
    await expectFold([olive, mel], () => adam.ok('DELETE', '/realm/icon'));
    assert.notEqual((await mel.registerQueue()).snapshot.realm_icon_url, before);
  });

  test('each theme has its own logo', async () => {
    await expectFold([olive, mel], () => upload(adam, '/realm/logo', { night: 'true' }));
    const { snapshot } = await mel.registerQueue();
    assert.equal(snapshot.realm_night_logo_source, 'U');
    assert.equal(snapshot.realm_logo_source, 'D');
    assert.equal((await fetch(server.url + snapshot.realm_logo_url)).status, 200);
    assert.equal((await fetch(server.url + snapshot.realm_night_logo_url)).status, 200);
    await expectFold([olive, mel], () => adam.ok('DELETE', '/realm/logo', { night: true }));
  });

  test('are changed by administrators, and must be pictures', async () => {
    assert.equal((await upload(mel, '/realm/icon')).code, 'UNAUTHORIZED_PRINCIPAL');
    assert.equal((await upload(adam, '/realm/icon', {}, Buffer.from('text'))).code, 'BAD_IMAGE');
    await adam.refused('POST', '/realm/icon', {}, 'BAD_REQUEST', 'You must upload exactly one icon.');
  });
});

test('the emoji table is served with headers that let clients cache it', async () => {
  const { server_emoji_data_url: url } = (await mel.registerQueue()).snapshot;
  const response = await fetch(url);
  assert.match(response.headers.get('cache-control') ?? '', /max-age/);
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
  const table = (await response.json()) as any;
  assert.equal(table.code_to_names['1f600'][0], 'grinning');
});

test('an administrator can preview the welcome text', async () => {
  const listener = await adam.registerQueue();
  const text = { welcome_message_custom_text: 'Hello **you**' };
  const { message_id: id } = await adam.ok('POST', '/realm/test_welcome_bot_custom_message', text);
  const [event] = await listener.eventsOf('message');
  assert.equal(event.message.id, id);
  assert.equal(event.message.content, '<p>Hello <strong>you</strong></p>');
  await mel.refused('POST', '/realm/test_welcome_bot_custom_message', text, 'UNAUTHORIZED_PRINCIPAL');
});

test('with password login disabled, no key is issued for a password', async () => {
  await olive.ok('PATCH', '/realm', { authentication_methods: { Email: false, Dev: true } });
  const login = { username: mel.email, password: 'demo-password' };
  await server.anonymous.refused('POST', '/fetch_api_key', login, 'PASSWORD_AUTH_DISABLED');
  await olive.ok('PATCH', '/realm', { authentication_methods: { Email: true } });
  await server.anonymous.ok('POST', '/fetch_api_key', login);
});

test('an owner deactivates the organization, and no one can log in after that', async () => {
  await adam.refused(
    'POST',
    '/realm/deactivate',
    {},
    'UNAUTHORIZED_PRINCIPAL',
    'Must be an organization owner',
  );
  const listener = await mel.registerQueue();
  const hub = await server.server.directory.hubForHost('');
  const nextEvents = listener.next();
  await waitUntil(async () => hub.waitingCount > 0);
  await olive.ok('POST', '/realm/deactivate');
  const [event] = await nextEvents;
  assert.deepEqual([event.type, event.op], ['realm', 'deactivated']);
  await mel.refused('GET', '/realm/domains', {}, 'REALM_DEACTIVATED', 'This organization is deactivated');
});
