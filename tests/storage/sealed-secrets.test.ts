// Secrets for other systems are encrypted in the tables: a copy of the tables alone reveals none.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { queueMail } from '../../src/actions/outbox/mail-store.ts';
import type { ApiClient } from '../support/client.ts';
import { startMailSink } from '../support/mail.ts';
import { freshDatabase, startTestServer, type TestServer } from '../support/server.ts';
import { eventsUntil } from '../support/waiting.ts';

async function ownStorage() {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'parley-sealed-'));
  after(() => rm(dataDirectory, { recursive: true, force: true }));
  return { dataDirectory, databaseUrl: await freshDatabase() };
}

/** A bot with an outgoing webhook, and its token as its owner reads it. */
async function makeBot(mel: ApiClient): Promise<string> {
  const bot = { full_name: 'Caller', short_name: 'caller', bot_type: 3, payload_url: 'https://example.org/' };
  await mel.ok('POST', '/bots', bot);
  return tokenFor(mel);
}

async function tokenFor(mel: ApiClient): Promise<string> {
  const { snapshot } = await mel.registerQueue({ fetch_event_types: ['realm_bot'] });
  return snapshot.realm_bots.flatMap((bot: { services: { token: string }[] }) => bot.services)[0].token;
}

/** The address of an export's archive, and the secret in it. */
async function makeExport(olive: ApiClient): Promise<{ url: string; secret: string }> {
  const listener = await olive.registerQueue({ fetch_event_types: [], event_types: ['realm_export'] });
  await olive.ok('POST', '/export/realm');
  const isReady = (one: { pending: boolean }) => !one.pending;
  const events = await eventsUntil(listener, ({ exports }) => exports?.some(isReady));
  const url = String(events.at(-1).exports.find(isReady).export_url);
  return { url, secret: url.split('/').at(-2) ?? '' };
}

async function storedSecrets({ server }: TestServer): Promise<{ token: string; secret: string }> {
  const { db } = server.services.database.reader(0);
  const { token } = await db.selectFrom('bot_service').select('token').executeTakeFirstOrThrow();
  const { secret } = await db.selectFrom('data_export').select('secret').executeTakeFirstOrThrow();
  return { token, secret: secret ?? '' };
}

test('webhook tokens and export addresses are encrypted, including those that an older version stored', async () => {
  const storage = await ownStorage();
  const first = await startTestServer(storage);
  const [mel, olive] = [await first.as('mel'), await first.as('olive')];
  const token = await makeBot(mel);
  const { url, secret } = await makeExport(olive);
  assert.match(token, /^\w{32}$/);
  assert.equal((await fetch(url)).status, 200);
  const sealed = await storedSecrets(first);
  assert.equal(sealed.token.includes(token), false);
  assert.equal(sealed.secret.includes(secret), false);

  // As an older version stored them.
  await first.server.services.database.write(1, async (writer) => {
    await writer.db.updateTable('bot_service').set({ token }).execute();
    await writer.db.updateTable('data_export').set({ secret }).execute();
  });
  await first.close();
  const second = await startTestServer(storage);
  const resealed = await storedSecrets(second);
  assert.equal(resealed.token.includes(token), false);
  assert.equal(resealed.secret.includes(secret), false);
  assert.equal(await tokenFor(second.client(mel.email, mel.apiKey)), token);
  const path = new URL(url).pathname;
  assert.equal((await fetch(second.url + path)).status, 200);
  assert.equal((await fetch(second.url + path.replace(secret, 'A'.repeat(43)))).status, 404);
});

test('the event log has no plain token or export address, and authorized accounts receive them', async () => {
  const server = await startTestServer(await ownStorage());
  const [mel, olive] = [await server.as('mel'), await server.as('olive')];
  const listener = await mel.registerQueue({ fetch_event_types: [], event_types: ['realm_bot'] });
  const token = await makeBot(mel);
  const { url, secret } = await makeExport(olive);

  const [addEvent] = await eventsUntil(listener, ({ op }) => op === 'add');
  assert.equal(addEvent?.bot.services[0].token, token);
  await mel.ok('PATCH', `/bots/${addEvent?.bot.user_id}`, {
    service_interface: 2,
    service_payload_url: 'https://example.net/',
  });
  const [updateEvent] = await eventsUntil(listener, ({ op }) => op === 'update');
  assert.equal(updateEvent?.bot.services[0].token, token);

  const { db } = server.server.services.database.reader(0);
  const entries = (
    await db.selectFrom('event').select('entry').where('organization_id', '=', 1).execute()
  ).map(({ entry }) => entry);
  const about = (type: string) => entries.filter((entry) => entry.includes(`"${type}"`));
  assert.ok(about('realm_bot').length >= 2);
  assert.ok(about('realm_export').length >= 2);
  for (const entry of entries) {
    assert.equal(entry.includes(token), false);
    assert.equal(entry.includes(secret), false);
  }
  assert.equal((await fetch(url)).status, 200);
});

test('queued mails and phones’ push tokens are encrypted, including those that an older version stored', async () => {
  const storage = await ownStorage();
  const sink = await startMailSink();
  const first = await startTestServer({ ...storage, smtpUrl: sink.url, mailFrom: 'chat@example.net' });
  const mel = await first.as('mel');
  const link = 'https://chat.example.net/reset/a-secret-of-one-hour';
  const token = 'c0ffee00'.repeat(8);
  const { database } = first.server.services;
  await database.write(1, (writer) =>
    queueMail(writer, { to: 'ann@example.org', subject: 'Hello', text: link }),
  );
  await mel.ok('POST', '/users/me/apns_device_token', { token, appid: 'org.example.app' });
  const storedIn = async ({ server }: TestServer) => {
    const { db } = server.services.database.reader(0);
    const mails = await db.selectFrom('outbox').select('payload').where('kind', '=', 'mail').execute();
    const tokens = await db.selectFrom('push_token').select('token').execute();
    assert.deepEqual([mails.length, tokens.length], [1, 1]);
    return `${mails[0]?.payload} ${tokens[0]?.token}`;
  };
  const isSealed = (storedSecrets: string) => !storedSecrets.includes(token) && !storedSecrets.includes(link);
  assert.ok(isSealed(await storedIn(first)));

  // As an older version stored them.
  await database.write(1, async (writer) => {
    const { payload } = await writer.db.selectFrom('outbox').select('payload').executeTakeFirstOrThrow();
    const plain = writer.secrets.open('outbox', payload);
    assert.ok(plain.includes(link));
    await writer.db.updateTable('outbox').set({ payload: plain }).execute();
    await writer.db.updateTable('push_token').set({ token }).execute();
  });
  assert.equal(isSealed(await storedIn(first)), false);
  await first.close();
  const second = await startTestServer({ ...storage, smtpUrl: sink.url, mailFrom: 'chat@example.net' });
  assert.ok(isSealed(await storedIn(second)));
  await second.server.scheduler.runDue();
  assert.equal(sink.received[0]?.mail.text?.trim(), link);
  const melAtSecond = second.client(mel.email, mel.apiKey);
  await melAtSecond.ok('DELETE', '/users/me/apns_device_token', { token });
  const { db } = second.server.services.database.reader(0);
  assert.deepEqual(await db.selectFrom('push_token').select('token').execute(), []);
});
