// Requests signed with a service's private key: verified with its public key, which is fetched from the service.

import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, test } from 'node:test';
import { HttpClient } from '../../src/integrations/http/http-client.ts';
import { FetchedKeys } from '../../src/integrations/webhooks/fetched-keys.ts';
import type { PayloadField } from '../../src/model/incoming-webhooks/payload-field.ts';
import { startStandIn } from '../calls/stand-in.ts';
import { startTestServer } from '../support/server.ts';

const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
const [first, second] = [pair(), pair()];
const configuration = (publicKey: string) => ({
  body: { config: { notifications: { webhook: { public_key: publicKey } } } },
});

const payload = (number: string) =>
  JSON.stringify({
    type: 'push',
    number,
    status_message: 'Passed',
    author_name: 'Sam',
    compare_url: 'https://x.example/compare',
    build_url: 'https://x.example/build',
    repository: { name: 'lamp+é' },
  });

const travis = await startStandIn(() => configuration(first.publicKey));
const server = await startTestServer({ webhookTargets: [travis.url] });
const mel = await server.as('mel');
const bot = await mel.ok('POST', '/bots', {
  full_name: 'Builder',
  short_name: 'builder',
  bot_type: 2,
  service_name: 'travis',
  config_data: { public_key_url: `${travis.url}config` },
});

async function post(
  text: string,
  signature: string | undefined,
  form = new URLSearchParams({ payload: text }),
  name = 'travis',
) {
  const address = new URLSearchParams({ api_key: bot.api_key, stream: 'general' });
  const answer = await fetch(`${server.url}/api/v1/external/${name}?${address}`, {
    method: 'POST',
    headers: signature === undefined ? {} : { signature },
    body: form,
  });
  return { status: answer.status, body: (await answer.json()) as { code?: string; msg?: string } };
}

const signed = (text: string, privateKey = first.privateKey) =>
  sign('sha1', Buffer.from(text), privateKey).toString('base64');

describe('a bot that checks the signatures of Travis', () => {
  test('accepts signed requests, once, and fetches the key once', async () => {
    for (const number of ['1', '2']) {
      const { status, body } = await post(payload(number), signed(payload(number)));
      assert.equal(status, 200, JSON.stringify(body));
    }
    const replayed = await post(payload('2'), signed(payload('2')));
    assert.deepEqual([replayed.status, replayed.body.code], [400, 'WEBHOOK_REPLAYED']);
    assert.deepEqual(
      travis.requests.map(({ method, url }) => `${method} ${url.pathname}`),
      ['GET /config'],
    );
  });

  test('refuses requests with invalid signatures, and says why', async () => {
    const text = payload('3');
    const wrongSignature = 'The signature in Signature is not from Travis CI.';
    for (const [signature, message] of [
      [undefined, 'The request is not signed: the header Signature is missing.'],
      [signed(payload('4')), wrongSignature],
      [signed(text, second.privateKey), wrongSignature],
      ['', wrongSignature],
      ['nonsense é'.slice(0, 8), wrongSignature],
    ] as const) {
      const { status, body } = await post(text, signature);
      assert.deepEqual([status, body.code, body.msg], [401, 'INVALID_WEBHOOK_SIGNATURE', message]);
    }
    const other = await post(text, signed(text), new URLSearchParams({ other: text }));
    assert.equal(other.body.msg, 'The request is not a form with the field payload.');
    // Not through another service either.
    const { status, body } = await post(text, signed(text), undefined, 'circleci');
    assert.deepEqual([status, body.code], [401, 'INVALID_WEBHOOK_SIGNATURE']);
  });

  test('checks nothing with an empty configuration, and refuses an invalid address', async () => {
    const path = `/bots/${bot.user_id}`;
    await mel.refused(
      'PATCH',
      path,
      { config_data: { public_key_url: 'yes' } },
      'BAD_REQUEST',
      'public_key_url is not a URL',
    );
    const internal = { config_data: { public_key_url: 'http://127.0.0.1:1/' } };
    await mel.refused('PATCH', path, internal, 'BAD_REQUEST');
    await mel.ok('PATCH', path, { config_data: { public_key_url: '' } });
    assert.equal((await post(payload('5'), undefined)).status, 200);
    await mel.ok('PATCH', path, { config_data: { public_key_url: `${travis.url}config` } });
  });

  /** Sets what no request can set, as an import can. */
  const setAddress = (address: string) =>
    server.server.services.database.write(1, async (writer) => {
      const config = JSON.stringify({ integration_id: 'travis', public_key_url: address });
      await writer.db
        .updateTable('bot_service')
        .set({ config })
        .where('account_id', '=', bot.user_id)
        .execute();
    });

  test('refuses everything if its configuration was imported with an invalid address', async () => {
    await setAddress('ask somebody');
    const { status, body } = await post(payload('6'), signed(payload('6')));
    assert.deepEqual(
      [status, body.code, body.msg],
      [401, 'INVALID_WEBHOOK_SIGNATURE', 'The public_key_url of this bot is not a URL. Change or remove it.'],
    );
  });

  test('refuses everything while the key cannot be fetched', async () => {
    const nowhere = await startStandIn(() => ({ status: 503, body: 'later' }));
    const { origin } = new URL(nowhere.url);
    // The stand-in is not among the addresses that the server may contact.
    await setAddress(`${nowhere.url}config`);
    const { status, body } = await post(payload('6'), signed(payload('6')));
    assert.deepEqual(
      [status, body.msg],
      [401, `The public key could not be fetched from ${origin}: the address is not public.`],
    );
    assert.equal(nowhere.requests.length, 0);
    const { deliveries } = await mel.ok('GET', `/bots/${bot.user_id}/webhook_deliveries`);
    assert.match(deliveries[0].detail, /could not be fetched/);
  });
});

describe('keys', async () => {
  const endpoint = await startStandIn();
  const read = (field: PayloadField) => field.text('config.notifications.webhook.public_key');
  const address = `${endpoint.url}config`;
  const keys = () => {
    let now = 0;
    const fetchedKeys = new FetchedKeys(new HttpClient([endpoint.url]), () => now);
    endpoint.requests.length = 0;
    const later = (milliseconds: number) => {
      now += milliseconds;
    };
    return { made: fetchedKeys, later };
  };

  test('are cached for hours, and fetched again if the old one does not match, at most once a minute', async () => {
    const { made, later } = keys();
    endpoint.answer = () => configuration(first.publicKey);
    await made.keyAt(address, read);
    await made.refetchedKeyAt(address, read);
    assert.equal(endpoint.requests.length, 1);
    endpoint.answer = () => configuration(second.publicKey);
    later(60_000);
    const newer = await made.refetchedKeyAt(address, read);
    assert.equal(newer.export({ type: 'spki', format: 'pem' }), second.publicKey);
    later(6 * 3_600_000 - 1);
    await made.keyAt(address, read);
    assert.equal(endpoint.requests.length, 2);
    later(1);
    await made.keyAt(address, read);
    assert.equal(endpoint.requests.length, 3);
  });

  test('stay valid for their hours if a newer one cannot be fetched', async () => {
    const { made, later } = keys();
    endpoint.answer = () => configuration(first.publicKey);
    const cachedKey = await made.keyAt(address, read);
    later(60_000);
    endpoint.answer = () => ({ status: 503, body: 'later' });
    for (let post = 0; post < 3; post++) {
      assert.equal(await made.refetchedKeyAt(address, read), cachedKey);
      assert.equal(await made.keyAt(address, read), cachedKey);
    }
    assert.equal(endpoint.requests.length, 2);
    later(6 * 3_600_000 - 60_000);
    await assert.rejects(made.keyAt(address, read), /status 503/);
  });

  test('are fetched once for concurrent requests', async () => {
    const { made } = keys();
    endpoint.answer = () => configuration(first.publicKey);
    await Promise.all([made.keyAt(address, read), made.keyAt(address, read)]);
    assert.equal(endpoint.requests.length, 1);
  });

  test('that cannot be fetched are tried again after a minute', async () => {
    const { made, later } = keys();
    const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({
      type: 'spki',
      format: 'pem',
    });
    const curve = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' });
    for (const [answer, reason] of [
      [{ status: 500, body: '' }, /status 500/],
      [{ body: 'no json' }, /contains no public key/],
      [{ body: { config: {} } }, /contains no public key/],
      [configuration('no key'), /contains no public key/],
      [configuration(String(small)), /not an RSA key of/],
      [configuration(String(curve)), /not an RSA key of/],
      [{ body: 'x'.repeat(300 * 1024) }, /large|long|big/],
    ] as const) {
      endpoint.answer = () => answer;
      const before = endpoint.requests.length;
      await assert.rejects(made.keyAt(address, read), reason);
      await assert.rejects(made.keyAt(address, read), reason);
      assert.equal(endpoint.requests.length, before + 1);
      later(60_000);
    }
    endpoint.answer = () => configuration(first.publicKey);
    await made.keyAt(address, read);
  });

  test('of very many addresses only the newest are cached', async () => {
    const { made } = keys();
    endpoint.answer = () => configuration(first.publicKey);
    for (let index = 0; index <= 100; index++) await made.keyAt(`${address}/${index}`, read);
    assert.equal(endpoint.requests.length, 101);
    await made.keyAt(`${address}/1`, read);
    assert.equal(endpoint.requests.length, 101);
    await made.keyAt(`${address}/0`, read);
    assert.equal(endpoint.requests.length, 102);
  });
});
