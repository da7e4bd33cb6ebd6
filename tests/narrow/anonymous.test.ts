// What anonymous viewers can read: web-public channels, if the organization allows it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { not, term, type WireTerm } from './message-history.ts';

const server = await startTestServer();
const { anonymous } = server;
const [olive, mel] = await Promise.all([server.as('olive'), server.as('mel')]);
await olive.ok('PATCH', '/realm', { enable_spectator_access: true });
const open = await mel.sendToChannel('town square', 'visitors', 'welcome, see https://example.com');
const closedId = await mel.sendToChannel('general', 'visitors', 'members only');
const webPublic = term('channels', 'web-public');
const range = { anchor: 'newest', num_before: 100, num_after: 0 };

const find = async (narrow: WireTerm[]) => {
  const { messages } = await anonymous.ok('GET', '/messages', { ...range, narrow });
  return messages.map((message: { id: number }) => message.id).filter((id: number) => id >= open);
};

test('web-public messages are readable and marked read', async () => {
  const narrows: WireTerm[][] = [
    [webPublic],
    [term('streams', 'web-public'), term('in', 'home')],
    [webPublic, term('channel', 'town square'), term('topic', 'visitors')],
    [webPublic, term('sender', mel.userId), term('near', '5')],
    [webPublic, term('has', 'link')],
    [webPublic, term('search', 'welcome')],
    [webPublic, term('id', open)],
    [webPublic, term('with', open)],
    [webPublic, not('is', 'resolved')],
  ];
  for (const narrow of narrows) assert.deepEqual(await find(narrow), [open], JSON.stringify(narrow));
  const body = await anonymous.ok('GET', '/messages', {
    ...range,
    anchor: 'first_unread',
    narrow: [webPublic],
  });
  assert.equal(body.anchor, 10_000_000_000_000_000);
  const message = body.messages.find(({ id }: { id: number }) => id === open);
  assert.deepEqual(message.flags, ['read']);
  assert.match(message.avatar_url, /^\/user_avatars\//);
  const byId = await anonymous.ok('GET', '/messages', { message_ids: [open, closedId], narrow: [webPublic] });
  assert.deepEqual(
    byId.messages.map((one: { id: number }) => one.id),
    [open],
  );
});

test('anything else needs an account', async () => {
  const message = 'Not logged in: API authentication or user session required';
  const narrows: WireTerm[][] = [
    [],
    [term('channel', 'town square')],
    [not('channels', 'web-public')],
    [term('channels', 'public')],
    [webPublic, term('is', 'starred')],
    [webPublic, term('dm', [mel.userId])],
    [webPublic, not('in', 'home')],
    [webPublic, term('mentions', mel.userId)],
  ];
  for (const narrow of narrows) {
    const { status, body } = await anonymous.request('GET', '/messages', { ...range, narrow });
    assert.deepEqual([status, body.code, body.msg], [401, 'UNAUTHORIZED', message], JSON.stringify(narrow));
  }
  const { status } = await anonymous.request('GET', '/messages/matches_narrow', {
    msg_ids: [open],
    narrow: [webPublic],
  });
  assert.equal(status, 401);
});

test('a channel that is not web-public gives the same error as an unknown one', async () => {
  const narrow = [webPublic, term('channel', 'general')];
  const text = 'Invalid narrow operator: unknown web-public channel general';
  await anonymous.refused('GET', '/messages', { ...range, narrow }, 'BAD_NARROW', text);
});

test('a link to a message that anonymous viewers cannot see finds nothing', async () => {
  const direct = await mel.sendDirect([olive.userId], 'between us');
  for (const id of [closedId, direct, 987_654]) {
    const narrow = [webPublic, term('with', id)];
    const text = "Invalid narrow operator: Invalid 'with' operator";
    await anonymous.refused('GET', '/messages', { ...range, narrow }, 'BAD_NARROW', text);
  }
});

test('an anonymous viewer fetches one message by its id', async () => {
  const body = await anonymous.ok('GET', `/messages/${open}`);
  assert.equal(body.message.id, open);
  assert.deepEqual(body.message.flags, ['read']);
  for (const id of [closedId, 987_654])
    assert.equal((await anonymous.request('GET', `/messages/${id}`)).status, 401);
});

test('an organization can refuse anonymous viewers', async () => {
  await olive.ok('PATCH', '/realm', { enable_spectator_access: false });
  assert.equal((await anonymous.request('GET', '/messages', { ...range, narrow: [webPublic] })).status, 401);
  assert.equal((await anonymous.request('GET', `/messages/${open}`)).status, 401);
});

test('an anonymous viewer registers with a placeholder user whose picture exists', async () => {
  await olive.ok('PATCH', '/realm', { enable_spectator_access: true });
  const body = await anonymous.ok('POST', '/register', { fetch_event_types: ['realm_user'] });
  assert.deepEqual(
    [body.user_id, body.full_name, body.email, body.is_guest, body.queue_id],
    [0, 'Anonymous User', '', true, null],
  );
  for (const address of [body.avatar_url, body.avatar_url_medium]) {
    const picture = await fetch(server.url + address);
    assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/png']);
  }
});
