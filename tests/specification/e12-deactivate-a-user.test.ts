// E12: an administrator deactivates an account.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newClient } from '../access/support.ts';
import type { ApiClient } from '../support/client.ts';
import { mailTo } from '../support/mail.ts';
import { startTestServer } from '../support/server.ts';
import { png } from '../uploads/support.ts';
import { assertSuccessOnly, describedParameter, userSeenBy } from './lookups.ts';

const PIXEL = new Uint8Array(await png(1, 1));

const server = await startTestServer();
const [olive, adam, mona, mel, mia, gus] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mona'),
  server.as('mel'),
  server.as('mia'),
  server.as('gus'),
]);
const pathOf = ({ userId }: { userId: number }) => `/users/${userId}`;
await mia.ok('POST', '/channels/create', { name: 'open', subscribers: [mia.userId] });
await mia.ok('POST', '/channels/create', { name: 'closed', subscribers: [mia.userId], invite_only: true });

/** A new user with a picture, and their bot. */
async function leaver(key: string): Promise<{ person: ApiClient; bot: ApiClient }> {
  const person = await newClient(server, { key });
  const bot = await newClient(server, { key: `${key}-bot`, botType: 1, botOwnerId: person.userId });
  return { person, bot };
}

/** A user's messages in every kind of conversation, as mia sees them. */
async function messagesOf(client: ApiClient) {
  await mia.ok('POST', '/users/me/subscriptions', {
    subscriptions: [{ name: 'open' }, { name: 'closed' }],
    principals: [client.userId],
  });
  return {
    public: await client.sendToChannel('open', 'leaving', 'for all'),
    private: await client.sendToChannel('closed', 'leaving', 'for some'),
    direct: await client.sendDirect([mia.userId], 'for you'),
  };
}

async function existing(ids: Awaited<ReturnType<typeof messagesOf>>): Promise<string[]> {
  // Jobs finish what one request has no time for.
  await server.server.scheduler.runDue();
  const { messages } = await mia.ok('GET', '/messages', { message_ids: Object.values(ids) });
  const remaining = new Set(messages.map(({ id }: { id: number }) => id));
  return Object.entries(ids)
    .filter(([, id]) => remaining.has(id))
    .map(([kind]) => kind);
}

test('E12.1 deactivates the account and returns no data', async () => {
  const { person } = await leaver('leo');
  assertSuccessOnly(await adam.ok('DELETE', pathOf(person)));
  assert.equal((await userSeenBy(mel, person.userId)).is_active, false);
  assert.equal((await person.request('GET', '/users/me')).status, 401);
});

test('E12.2 is refused to accounts that are not administrators', async () => {
  const { person } = await leaver('lea');
  for (const client of [mona, mel, gus]) {
    await client.refused('DELETE', pathOf(person), {}, 'BAD_REQUEST', 'Insufficient permission');
  }
  await olive.ok('DELETE', pathOf(person));
});

test('E12.3 rejects an unknown id', async () => {
  await adam.refused('DELETE', '/users/999999', {}, 'BAD_REQUEST', 'No such user');
  await adam.refused('DELETE', '/users/nobody', {}, 'BAD_REQUEST', /user_id/);
});

test("E12.4 deactivates the person's bots first", async () => {
  const { person, bot } = await leaver('len');
  const listener = await mel.registerQueue();
  await adam.ok('DELETE', pathOf(person));
  const deactivated = (await listener.eventsOf('realm_user')).filter(
    ({ person: { is_active } }) => is_active === false,
  );
  assert.deepEqual(
    deactivated.map(({ person: { user_id } }) => user_id),
    [bot.userId, person.userId],
  );
});

test('E12.5 accepts an object of booleans', async () => {
  const parameter = await describedParameter(adam, ['DELETE', '/users/{user_id}', 'actions']);
  assert.match(parameter, /feature level 459\b/);
  const { person } = await leaver('lia');
  for (const actions of [[], { delete_profile: 'perhaps' }]) {
    await adam.refused('DELETE', pathOf(person), { actions }, 'BAD_REQUEST', /actions/);
  }
  await adam.ok('DELETE', pathOf(person), { actions: {} });
});

test('E12.6 removes name and picture', async () => {
  const { person } = await leaver('lou');
  const form = new FormData();
  form.set('file', new Blob([PIXEL], { type: 'image/png' }), 'me.png');
  const headers = { authorization: `Basic ${btoa(`${person.email}:${person.apiKey}`)}` };
  const url = `${server.url}/api/v1/users/me/avatar`;
  assert.equal((await fetch(url, { method: 'POST', body: form, headers })).status, 200);
  const before = await userSeenBy(mel, person.userId);
  await adam.ok('DELETE', pathOf(person), { actions: { delete_profile: true } });
  const after = await userSeenBy(mel, person.userId);
  assert.equal(after.full_name, 'Deleted user');
  assert.notEqual(after.avatar_url, before.avatar_url);
  await server.server.scheduler.runDue();
  assert.equal((await fetch(new URL(before.avatar_url, server.url))).status, 404);
});

for (const [id, action, remaining] of [
  ['E12.7', 'delete_public_channel_messages', ['private', 'direct']],
  ['E12.8', 'delete_private_channel_messages', ['public', 'direct']],
  ['E12.9', 'delete_direct_messages', ['public', 'private']],
] as const) {
  test(`${id} deletes the named data with ${action}`, async () => {
    const { person } = await leaver(action.replaceAll('_', '-'));
    const ids = await messagesOf(person);
    await adam.ok('DELETE', pathOf(person), { actions: { [action]: true } });
    assert.deepEqual(await existing(ids), remaining);
  });
}

test('E12.10 applies to bots as well, first', async () => {
  const { person, bot } = await leaver('lin');
  const ids = { ...(await messagesOf(person)), byBot: (await messagesOf(bot)).public };
  const listener = await mia.registerQueue();
  await adam.ok('DELETE', pathOf(person), {
    actions: { delete_profile: true, delete_public_channel_messages: true },
  });
  assert.deepEqual(await existing(ids), ['private', 'direct']);
  assert.equal((await userSeenBy(mel, bot.userId)).full_name, 'Deleted user');
  const events = await listener.events();
  const deleted = events.filter(({ type }) => type === 'delete_message').flatMap((one) => one.message_ids);
  assert.deepEqual(deleted, [ids.byBot, ids.public]);
});

test('E12.11 keeps name and messages without actions', async () => {
  for (const parameters of [{}, { actions: { delete_profile: false, delete_direct_messages: false } }]) {
    const { person } = await leaver(`lyn${Object.keys(parameters).length}`);
    const ids = await messagesOf(person);
    const { full_name } = await userSeenBy(mel, person.userId);
    await adam.ok('DELETE', pathOf(person), parameters);
    assert.deepEqual(await existing(ids), Object.keys(ids));
    assert.equal((await userSeenBy(mel, person.userId)).full_name, full_name);
  }
});

test('E12.13 E12.14 sends a mail, with the comment if there is one', async () => {
  const texts: string[] = [];
  for (const [key, deactivation_notification_comment] of [
    ['lee', ''],
    ['lew', 'Thank you for everything'],
  ] as const) {
    const { person } = await leaver(key);
    await adam.ok('DELETE', pathOf(person), { deactivation_notification_comment });
    const [mail, ...others] = await mailTo(server, person.email);
    assert.deepEqual(others, []);
    texts.push(mail?.text ?? '');
  }
  const [plain = '', withComment = ''] = texts;
  assert.ok(plain.length > 20);
  assert.equal(/comment/i.test(plain), false);
  assert.match(withComment, /comment[\s\S]*Thank you for everything/i);
});

test('E12.12 sends no mail without a comment', async () => {
  const name = 'deactivation_notification_comment';
  assert.match(await describedParameter(adam, ['DELETE', '/users/{user_id}', name]), /feature level 135\b/);
  for (const parameters of [{}, { [name]: null }]) {
    const { person } = await leaver(`lux${Object.keys(parameters).length}`);
    await adam.ok('DELETE', pathOf(person), parameters);
    assert.deepEqual(await mailTo(server, person.email), []);
  }
});
