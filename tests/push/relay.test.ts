// The relay itself: which servers and organizations it accepts, and that repeated requests are sent once.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { RelayStore } from '../../relay/relay-store.ts';
import { openSealed, relayKey } from '../../relay/sealed-box.ts';
import { startTestServer } from '../support/server.ts';
import { Phone, sealTo, tokenIdOf } from './phone.ts';
import { startRelay } from './support.ts';

const closedRelay = await startRelay(false);
const open = await startRelay(true);

// biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
type Any = any;

interface Credentials {
  readonly uuid: string;
  readonly key: string;
}

async function ask(
  relay: { readonly url: string },
  path: string,
  body: Any,
  credentials?: Credentials,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Any }> {
  const isForm = body instanceof URLSearchParams;
  const response = await fetch(`${relay.url}/api/v1/remotes/${path}`, {
    method: 'POST',
    headers: {
      ...(credentials && { authorization: `Basic ${btoa(`${credentials.uuid}:${credentials.key}`)}` }),
      ...(!isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: isForm ? body : JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

const form = (fields: Record<string, string>) => new URLSearchParams(fields);

function withStore<T>(directory: string, work: (store: RelayStore) => T): T {
  const store = new RelayStore(join(directory, 'relay.db'));
  try {
    return work(store);
  } finally {
    store.close();
  }
}

/** A server added by the administrator, with one organization. */
async function knownServer(): Promise<{ credentials: Credentials; organization: string }> {
  const credentials = withStore(closedRelay.dataDirectory, (store) =>
    store.addServer('chat.example.com', ''),
  );
  const organization = randomUUID();
  await announce(credentials, organization, 'the owner’s secret');
  return { credentials, organization };
}

async function announce(
  credentials: Credentials,
  uuid: string,
  secret: string,
): Promise<{ status: number; body: Any }> {
  const realm = { uuid, uuid_owner_secret: secret, name: 'Org', url: 'https://chat.example.com' };
  return ask(closedRelay, 'server/analytics', form({ realms: JSON.stringify([realm]) }), credentials);
}

function registration(
  organization: string,
  token: string,
  changes: Record<string, string> = {},
): URLSearchParams {
  const plain = JSON.stringify({ token, token_kind: 'fcm', timestamp: Math.floor(Date.now() / 1000) });
  return form({
    realm_uuid: organization,
    token_id: tokenIdOf(token),
    bouncer_public_key: closedRelay.relay.publicKey,
    encrypted_push_registration: sealTo(Buffer.from(closedRelay.relay.publicKey, 'base64'), plain),
    ...changes,
  });
}

describe('servers', () => {
  test('cannot register themselves if the relay is closed', async () => {
    const fields = {
      zulip_org_id: randomUUID(),
      zulip_org_key: 'k'.repeat(64),
      hostname: 'a',
      contact_email: 'b',
    };
    const { status, body } = await ask(closedRelay, 'server/register', form(fields));
    assert.deepEqual([status, body.code], [403, 'REGISTRATION_CLOSED']);
  });

  test('register themselves once if it is open, and no one can take over their id', async () => {
    const id = randomUUID();
    const fields = { zulip_org_id: id, zulip_org_key: 'k'.repeat(64), hostname: 'a', contact_email: 'b' };
    for (let time = 0; time < 2; time++)
      assert.equal((await ask(open, 'server/register', form(fields))).status, 200);
    const other = await ask(open, 'server/register', form({ ...fields, zulip_org_key: 'x'.repeat(64) }));
    assert.equal(other.status, 400);
  });

  test('are refused without credentials, with wrong ones, and once they are disabled', async () => {
    const { credentials, organization } = await knownServer();
    const body = { realm_uuid: organization, push_requests: [] };
    assert.equal((await ask(closedRelay, 'push/e2ee/notify', body)).body.code, 'INVALID_ZULIP_SERVER');
    const wrongKey = { ...credentials, key: 'f'.repeat(64) };
    assert.equal((await ask(closedRelay, 'push/e2ee/notify', body, wrongKey)).status, 401);
    assert.equal((await ask(closedRelay, 'push/e2ee/notify', body, credentials)).status, 200);
    withStore(closedRelay.dataDirectory, (store) => store.switchServer(credentials.uuid, 'off'));
    const off = await ask(closedRelay, 'push/e2ee/notify', body, credentials);
    assert.deepEqual([off.status, off.body.code], [401, 'REALM_DEACTIVATED']);
  });
});

describe('organizations', () => {
  test('must be known, and belong to the server', async () => {
    const { credentials, organization } = await knownServer();
    const otherServer = await knownServer();
    const missing = await ask(
      closedRelay,
      'push/e2ee/register',
      registration(randomUUID(), 'token'),
      credentials,
    );
    assert.deepEqual([missing.status, missing.body.code], [403, 'MISSING_REMOTE_REALM']);
    const foreign = await ask(
      closedRelay,
      'push/e2ee/register',
      registration(organization, 'token'),
      otherServer.credentials,
    );
    assert.deepEqual([foreign.status, foreign.body.code], [403, 'REMOTE_REALM_SERVER_MISMATCH_ERROR']);
  });

  test('can be taken over by a server only with their secret', async () => {
    const { organization } = await knownServer();
    const otherServer = await knownServer();
    assert.equal((await announce(otherServer.credentials, organization, 'a guessed secret')).status, 403);
    assert.equal((await announce(otherServer.credentials, organization, 'the owner’s secret')).status, 200);
    const takeover = await ask(
      closedRelay,
      'push/e2ee/register',
      registration(organization, 'token'),
      otherServer.credentials,
    );
    assert.equal(takeover.status, 200);
  });
});

describe('a server’s description', () => {
  const introduction = {
    zulip_org_id: randomUUID(),
    zulip_org_key: 'k'.repeat(64),
    hostname: 'chat.example.com',
    contact_email: 'admin@example.com',
  };

  for (const changes of [
    { hostname: 'chat.example.com\u001b[2J' },
    { hostname: 'a b' },
    { contact_email: 'x\ny' },
    { zulip_org_id: '5' },
    { zulip_org_key: 'short' },
  ]) {
    test(`is refused if malformed: ${JSON.stringify(changes)}`, async () => {
      const { status } = await ask(open, 'server/register', form({ ...introduction, ...changes }));
      assert.equal(status, 400);
    });
  }

  test('has organizations with unguessable secrets, and a bounded number', async () => {
    const { credentials } = await knownServer();
    assert.equal((await announce(credentials, randomUUID(), 'short')).status, 400);
    const many = (count: number) =>
      form({
        realms: JSON.stringify(
          Array.from({ length: count }, () => ({
            uuid: randomUUID(),
            uuid_owner_secret: 'the owner’s secret',
            name: 'Org',
            url: 'https://chat.example.com',
          })),
        ),
      });
    assert.equal((await ask(closedRelay, 'server/analytics', many(900), credentials)).status, 200);
    const { status, body } = await ask(closedRelay, 'server/analytics', many(200), credentials);
    assert.deepEqual([status, body.code], [400, 'BAD_REQUEST']);
    assert.equal((await ask(closedRelay, 'server/analytics', many(50), credentials)).status, 200);
  });
});

describe('unauthenticated requests', () => {
  test('are answered before they have sent a body', async () => {
    const { port } = new URL(closedRelay.url);
    const request = http.request({
      port,
      method: 'POST',
      path: '/api/v1/remotes/push/e2ee/notify',
      headers: { 'content-type': 'application/json', 'content-length': '8000000' },
    });
    request.flushHeaders();
    const [answer] = await once(request, 'response');
    assert.equal(answer.statusCode, 401);
    request.destroy();
  });

  test('are counted by the address that the reverse proxy reports', async (t) => {
    // Stops time, so that the limit does not recover while a slow machine sends the requests.
    const now = performance.now();
    t.mock.method(performance, 'now', () => now);
    const from = async (address: string) =>
      (await ask(closedRelay, 'push/e2ee/notify', {}, undefined, { 'x-forwarded-for': address })).status;
    const statuses = [];
    for (let count = 0; count < 61; count++) statuses.push(await from('203.0.113.5'));
    assert.equal(statuses.at(-1), 429);
    assert.equal(await from('203.0.113.6'), 401);
  });
});

describe('registrations of devices', () => {
  test('are accepted, also twice', async () => {
    const { credentials, organization } = await knownServer();
    for (let time = 0; time < 2; time++) {
      const { status } = await ask(
        closedRelay,
        'push/e2ee/register',
        registration(organization, 't'),
        credentials,
      );
      assert.equal(status, 200);
    }
  });

  const sealed = (fields: Record<string, unknown>) =>
    sealTo(Buffer.from(closedRelay.relay.publicKey, 'base64'), JSON.stringify(fields));
  const now = () => Math.floor(Date.now() / 1000);
  const cases: readonly [string, () => Record<string, string>, string][] = [
    [
      'another key',
      () => ({ bouncer_public_key: Buffer.alloc(32).toString('base64') }),
      'INVALID_BOUNCER_PUBLIC_KEY',
    ],
    [
      'unencrypted data',
      () => ({ encrypted_push_registration: Buffer.alloc(100).toString('base64') }),
      'BAD_REQUEST',
    ],
    ['data that is too short', () => ({ encrypted_push_registration: 'AAAA' }), 'BAD_REQUEST'],
    [
      'data that is not JSON',
      () => ({
        encrypted_push_registration: sealTo(Buffer.from(closedRelay.relay.publicKey, 'base64'), '{'),
      }),
      'BAD_REQUEST',
    ],
    ['another token’s id', () => ({ token_id: tokenIdOf('x') }), 'BAD_REQUEST'],
    [
      'an Apple token without an app',
      () => ({
        token_id: tokenIdOf('ab'),
        encrypted_push_registration: sealed({ token: 'ab', token_kind: 'apns', timestamp: now() }),
      }),
      'BAD_REQUEST',
    ],
    [
      'an Apple token with an invalid app',
      () => ({
        token_id: tokenIdOf('ab'),
        encrypted_push_registration: sealed({
          token: 'ab',
          token_kind: 'apns',
          timestamp: now(),
          ios_app_id: 'org.example\r\nx',
        }),
      }),
      'BAD_REQUEST',
    ],
    [
      'an old registration',
      () => ({
        encrypted_push_registration: sealed({ token: 't', token_kind: 'fcm', timestamp: now() - 86_500 }),
      }),
      'REQUEST_EXPIRED',
    ],
    [
      'a registration of the future',
      () => ({
        encrypted_push_registration: sealed({ token: 't', token_kind: 'fcm', timestamp: now() + 90_000 }),
      }),
      'BAD_REQUEST',
    ],
  ];
  for (const [name, changes, code] of cases) {
    test(`are refused: ${name}`, async () => {
      const { credentials, organization } = await knownServer();
      const { status, body } = await ask(
        closedRelay,
        'push/e2ee/register',
        registration(organization, 't', changes()),
        credentials,
      );
      assert.deepEqual([status, body.code], [400, code]);
    });
  }
});

describe('notifications', () => {
  test('are sent once however often they are submitted, and unknown tokens are named', async () => {
    const { credentials, organization } = await knownServer();
    await ask(closedRelay, 'push/e2ee/register', registration(organization, 'once'), credentials);
    const payload = { push_key_id: 5, encrypted_data: 'AAAA' };
    const requests = ['once', 'unknown'].map((token) => ({
      token_id: tokenIdOf(token),
      fcm_priority: 'high',
      payload,
    }));
    const body = { realm_uuid: organization, push_requests: requests };
    const answers = [];
    for (let time = 0; time < 3; time++) {
      answers.push(
        await ask(closedRelay, 'push/e2ee/notify', body, credentials, {
          'idempotency-key': `${organization}.1`,
        }),
      );
    }
    assert.equal(closedRelay.google.pushed.filter(({ token }) => token === 'once').length, 1);
    for (const answer of answers) {
      assert.deepEqual(answer.body, {
        result: 'success',
        msg: '',
        apple_successfully_sent_count: 0,
        android_successfully_sent_count: 1,
        delete_token_ids: [tokenIdOf('unknown')],
        missed_token_ids: [],
        realm_push_status: { can_push: true, expected_end_timestamp: null },
      });
    }
  });

  test('that failed are sent alone when all are submitted again', async () => {
    const { credentials, organization } = await knownServer();
    const tokens = ['taken', 'missed'];
    for (const token of tokens)
      await ask(closedRelay, 'push/e2ee/register', registration(organization, token), credentials);
    const submit = async () => {
      const payload = { push_key_id: 5, encrypted_data: 'AAAA' };
      const requests = tokens.map((token) => ({ token_id: tokenIdOf(token), fcm_priority: 'high', payload }));
      const body = { realm_uuid: organization, push_requests: requests };
      const id = { 'idempotency-key': `${organization}.2` };
      const answer = await ask(closedRelay, 'push/e2ee/notify', body, credentials, id);
      const pushed = closedRelay.google.pushed.filter(({ token }) => tokens.includes(token));
      return [answer.body.android_successfully_sent_count, answer.body.missed_token_ids, pushed.length];
    };
    closedRelay.google.errors.set('missed', 503);
    assert.deepEqual(await submit(), [1, [tokenIdOf('missed')], 1]);
    closedRelay.google.errors.clear();
    assert.deepEqual(await submit(), [2, [], 2]);
    assert.deepEqual(await submit(), [2, [], 2]);
  });

  test('nested too deeply are refused', async () => {
    const { credentials, organization } = await knownServer();
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const body = `{"realm_uuid":"${organization}","push_requests":[{"token_id":"a","payload":{"a":${deep}}}]}`;
    const { status } = await fetch(`${closedRelay.url}/api/v1/remotes/push/e2ee/notify`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${credentials.uuid}:${credentials.key}`)}`,
        'content-type': 'application/json',
      },
      body,
    });
    assert.equal(status, 400);
  });

  for (const body of [{}, { realm_uuid: 1 }, { push_requests: 'x' }, { push_requests: [{}] }, [], 'text']) {
    test(`that are malformed are refused: ${JSON.stringify(body)}`, async () => {
      const { credentials, organization } = await knownServer();
      const largePayload =
        Array.isArray(body) || typeof body === 'string' ? body : { realm_uuid: organization, ...body };
      const { status } = await ask(closedRelay, 'push/e2ee/notify', largePayload, credentials);
      assert.equal(status, 400);
    });
  }
});

test('a server with its own credentials works with a closed relay', async () => {
  const { uuid, key } = withStore(closedRelay.dataDirectory, (store) =>
    store.addServer('chat.example.com', ''),
  );
  const server = await startTestServer({
    pushRelay: { url: closedRelay.url, credentials: { id: uuid, key } },
  });
  const mel = await server.as('mel');
  const phone = new Phone(mel, closedRelay.relay.publicKey, 'fcm');
  assert.equal((await phone.register()).push_token_id, phone.tokenId);
  await mel.ok('POST', '/mobile_push/e2ee/test_notification');
});

test('the sealed box equals libsodium’s', () => {
  const key = relayKey(Buffer.alloc(32, 7));
  // Made by libsodium itself.
  const sealed = 'kZEsbL/i5I/6ewyF9FEXejRiAIzKOUrPjAhJ1wvFiANBwqz7AO93ITxjLCG0YSc+g3Ubulo=';
  assert.equal(key.publicKey.toString('base64'), 'E75P6uryBMf9M1j8nAByGIHRdCeBKCJ+xnTzf3/pe20=');
  assert.equal(openSealed(key, Buffer.from(sealed, 'base64'))?.toString(), 'hello');
  assert.equal(openSealed(key, Buffer.from(sealTo(key.publicKey, 'you'), 'base64'))?.toString(), 'you');
});
