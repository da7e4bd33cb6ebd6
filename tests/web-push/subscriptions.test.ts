// Push subscriptions: creation, takeover and end, and invalid endpoints.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { type Browser, loggedIn } from '../support/browser.ts';
import { startTestServer } from '../support/server.ts';
import { withQuota } from '../support/with-quota.ts';
import { subscribe } from './push-service.ts';
import { Receiver } from './receiver.ts';

const CONFIGURED = 'http://10.1.2.3:8080';
const server = await startTestServer({ webhookTargets: [CONFIGURED] });
const [mel, mia, gus] = [await server.as('mel'), await server.as('mia'), await server.as('gus')];
const PATH = '/web_push/subscriptions';
const at = (name: string) => `https://push.example.com/${name}`;

async function namesOf(client: typeof mel): Promise<string[]> {
  return (await client.ok('GET', PATH)).subscriptions.map(({ name }: { name: string }) => name);
}

describe('a subscription', () => {
  test('is listed for its owner only, without its address and keys', async () => {
    const { id } = await subscribe(mel, at('listed'), { name: 'Phone', takes_removals: false });
    const { subscriptions, public_key } = await mel.ok('GET', PATH);
    const [own] = subscriptions;
    assert.deepEqual(
      { ...own, created_at: typeof own.created_at },
      {
        id,
        name: 'Phone',
        endpoint_origin: 'https://push.example.com',
        takes_removals: false,
        created_at: 'number',
        last_success_at: null,
        failing_since: null,
        is_of_session: false,
      },
    );
    assert.equal(Buffer.from(public_key, 'base64url').length, 65);
    assert.deepEqual(await namesOf(mia), []);
    await mia.refused('DELETE', `${PATH}/${id}`, {}, 'BAD_REQUEST');
    await mia.refused('DELETE', PATH, { endpoint: at('listed') }, 'BAD_REQUEST');
    await mel.ok('DELETE', `${PATH}/${id}`);
    await mel.refused('DELETE', `${PATH}/${id}`, {}, 'BAD_REQUEST');
  });

  test('is unique per endpoint, and removed by it', async () => {
    const first = await subscribe(mel, at('same'), { name: 'one' });
    const second = await subscribe(mel, `${at('same')}#part`, { name: 'two' });
    assert.equal(first.id, second.id);
    assert.deepEqual(await namesOf(mel), ['two']);
    await mel.ok('DELETE', PATH, { endpoint: at('same') });
    assert.deepEqual(await namesOf(mel), []);
  });

  test('can be taken over with the receiver’s keys, and not otherwise', async () => {
    const { receiver } = await subscribe(mel, at('shared'), { name: 'shared' });
    await mia.refused('POST', PATH, { endpoint: at('shared'), ...new Receiver().fields }, 'BAD_REQUEST');
    assert.deepEqual([await namesOf(mel), await namesOf(mia)], [['shared'], []]);
    await mia.ok('POST', PATH, { endpoint: at('shared'), ...receiver.fields, name: 'mine' });
    assert.deepEqual([await namesOf(mel), await namesOf(mia)], [[], ['mine']]);
    await mia.ok('DELETE', PATH, { endpoint: at('shared') });
  });

  test('is encrypted in its table, with its secret', async () => {
    const { receiver } = await subscribe(mel, at('sealed'));
    const { db } = server.server.services.database.reader(0);
    const rows = JSON.stringify(await db.selectFrom('web_push_subscription').selectAll().execute());
    for (const secret of [at('sealed'), receiver.fields.auth, receiver.fields.p256dh])
      assert.ok(!rows.includes(secret));
    await mel.ok('DELETE', PATH, { endpoint: at('sealed') });
  });

  test('is for guests too, and not for bots', async () => {
    const { id } = await subscribe(gus, at('guest'));
    await gus.ok('DELETE', `${PATH}/${id}`);
    const bot = await server.as('helper');
    await bot.refused('POST', PATH, { endpoint: at('bot'), ...new Receiver().fields }, 'BAD_REQUEST');
  });

  test('exists only as often per person as the quota allows', async () => {
    await withQuota('web_push_subscriptions_per_account', 2, async () => {
      await subscribe(mia, at('1'), { name: '1' });
      await subscribe(mia, at('2'), { name: '2' });
      await mia.refused('POST', PATH, { endpoint: at('3'), ...new Receiver().fields }, 'QUOTA_EXCEEDED');
      // An existing one may still change.
      await subscribe(mia, at('2'), { name: 'second' });
      assert.deepEqual(await namesOf(mia), ['1', 'second']);
    });
    for (const name of ['1', '2']) await mia.ok('DELETE', PATH, { endpoint: at(name) });
  });
});

describe('invalid endpoints', () => {
  const { fields } = new Receiver();
  const bytes = (count: number) => Buffer.alloc(count, 4).toString('base64url');
  const rows: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['no address', { endpoint: 'push' }],
    ['an address that is not of the web', { endpoint: 'ftp://push.example.com/x' }],
    ['an address in the clear', { endpoint: 'http://push.example.com/x' }],
    ['this machine', { endpoint: 'https://localhost/x' }],
    ['this machine by number', { endpoint: 'https://127.0.0.1/x' }],
    ['this machine by another number', { endpoint: 'https://2130706433/x' }],
    ['a private network', { endpoint: 'https://192.168.0.1/x' }],
    ['a private network of version 6', { endpoint: 'https://[fd00::1]/x' }],
    ['a network of one link', { endpoint: 'https://169.254.169.254/latest' }],
    ['another port of the configured endpoint', { endpoint: 'http://10.1.2.3:8081/x' }],
    ['an address with a password', { endpoint: 'https://me:secret@push.example.com/x' }],
    ['a key that is too short', { p256dh: bytes(64) }],
    ['a key that is not a point on the curve', { p256dh: bytes(65) }],
    ['a key that is not Base64', { p256dh: `${'*'.repeat(87)}` }],
    ['a secret that is too short', { auth: bytes(15) }],
    ['a secret that is too long', { auth: bytes(17) }],
    ['an empty secret', { auth: '' }],
  ];
  for (const [what, wrong] of rows) {
    test(`${what} is refused`, async () => {
      await mel.refused('POST', PATH, { endpoint: at('x'), ...fields, ...wrong }, 'BAD_REQUEST');
      assert.deepEqual(await namesOf(mel), []);
    });
  }

  test('a configured endpoint may be unencrypted', async () => {
    const { id } = await subscribe(mel, `${CONFIGURED}/x`);
    await mel.ok('DELETE', `${PATH}/${id}`);
  });

  test('bound webPushEndpointCharacters: an address has a bounded length', async () => {
    const base = at('');
    const long = (length: number) => base + 'x'.repeat(length - base.length);
    const maximum = limits.webPushEndpointCharacters;
    const { id } = await subscribe(mel, long(maximum));
    await mel.ok('DELETE', `${PATH}/${id}`);
    await mel.refused('POST', PATH, { endpoint: long(maximum + 1), ...fields }, 'BAD_REQUEST');
    // An endpoint gets longer when it is percent-encoded.
    const grown = base + 'ä'.repeat(maximum - base.length);
    await mel.refused('POST', PATH, { endpoint: grown, ...fields }, 'BAD_REQUEST');
  });
});

describe('a browser', () => {
  const send = (browser: Browser, name: string) =>
    browser.ok('POST', PATH, { endpoint: at(name), ...new Receiver().fields });

  test('is named by its user agent, and knows which subscription is its own', async () => {
    const browser = await loggedIn(server.url, mel.email);
    await send(browser, 'browser');
    await subscribe(mel, at('app'), { name: 'App' });
    const { subscriptions } = await browser.ok('GET', PATH);
    assert.deepEqual(
      subscriptions.map((one: { name: string; is_of_session: boolean }) => [one.name, one.is_of_session]),
      [
        ['Firefox (Linux)', true],
        ['App', false],
      ],
    );
    await browser.send('POST', '/accounts/logout/');
    assert.deepEqual(await namesOf(mel), ['App']);
    await mel.ok('DELETE', PATH, { endpoint: at('app') });
  });

  test('is no longer notified after it was logged out from elsewhere, or not used for long', async () => {
    const [one, other] = [await loggedIn(server.url, mel.email), await loggedIn(server.url, mel.email)];
    await send(one, 'one');
    await send(other, 'other');
    await other.ok('DELETE', '/users/me/sessions', { keep_current: true });
    assert.equal((await namesOf(mel)).length, 1);
    const { database } = server.server.services;
    await database.write(1, async (writer) => {
      const last_seen_at = writer.now - limits.sessionIdleSeconds;
      await writer.db.updateTable('session').set({ last_seen_at }).execute();
    });
    assert.deepEqual(await namesOf(mel), []);
    await loggedIn(server.url, mel.email);
    assert.deepEqual(
      await database.reader(0).db.selectFrom('web_push_subscription').selectAll().execute(),
      [],
    );
  });

  test('and apps are no longer notified after a new key', async () => {
    const max = await server.as('max');
    await subscribe(max, at('max'));
    const { api_key } = await max.ok('POST', '/users/me/api_key/regenerate');
    const renewed = server.client(max.email, api_key, max.userId);
    assert.deepEqual(await namesOf(renewed), []);
  });
});

test('and apps of a deactivated person are not notified after reactivation', async () => {
  const olive = await server.as('olive');
  await subscribe(gus, at('former'), { name: 'former' });
  await olive.ok('DELETE', `/users/${gus.userId}`);
  await olive.ok('POST', `/users/${gus.userId}/reactivate`);
  assert.deepEqual(await namesOf(gus), []);
});
