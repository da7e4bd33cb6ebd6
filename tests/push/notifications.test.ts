// Real notifications: who is notified of what, what they read on their phones, and what takes it back.

import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { Phone } from './phone.ts';
import { arrival, startPushTest } from './support.ts';

let ahead = 0;
const { server, relay, apple, google } = await startPushTest({ clock: () => Date.now() / 1000 + ahead });
const mel = await server.as('mel');
const mia = await server.as('mia');
const olive = await server.as('olive');
const phone = new Phone(mia, relay.publicKey, 'fcm');
await phone.register();

// biome-ignore lint/suspicious/noExplicitAny: payloads are looked into freely by tests
type Any = any;

/** The organizations whose log is followed. */
function positions(): Promise<readonly Any[]> {
  return server.server.services.database.reader(0).db.selectFrom('push_position').selectAll().execute();
}

/** What has reached the phone, once everything is delivered that is to be. */
async function delivered(): Promise<Any[]> {
  // The notifier queues, the deliverer delivers, and both may be at work already.
  for (let round = 0; round < 3; round++) await server.server.scheduler.runDue();
  return google.pushed.splice(0).map(({ payload }) => phone.read(payload));
}

const channel = { name: 'kitchen', stream_id: 0 };
for (const one of [mel, mia]) {
  await one.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: channel.name }] });
}
channel.stream_id = (await mel.ok('GET', '/get_stream_id', { stream: channel.name })).stream_id;

async function setting(name: string, value: boolean): Promise<void> {
  await mia.ok('PATCH', '/settings', { [name]: value });
}

async function ofChannel(property: string, value: boolean): Promise<void> {
  await mia.ok('POST', '/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: channel.stream_id, property, value }],
  });
}

async function policy(topic: string, visibility: number): Promise<void> {
  await mia.ok('POST', '/user_topics', {
    stream_id: channel.stream_id,
    topic,
    visibility_policy: visibility,
  });
}

// Or a mention would change what the next test is about.
await setting('automatically_follow_topics_where_mentioned', false);

beforeEach(async () => {
  await mia.ok('POST', '/mark_all_as_read');
  await delivered();
});

describe('a message notifies', () => {
  test('its recipient, directly, and says so', async () => {
    const id = await mel.tell([mia.userId], 'hello **you** :tada:');
    const [told, ...more] = await delivered();
    assert.deepEqual(more, []);
    const { time, realm_name: _name, sender_avatar_url: avatar, sender_full_name: name, ...rest } = told;
    assert.ok(Math.abs(time - Date.now() / 1000) < 60);
    assert.ok(URL.canParse(avatar));
    assert.equal(typeof name, 'string');
    assert.deepEqual(rest, {
      type: 'message',
      message_id: id,
      realm_url: server.url,
      user_id: mia.userId,
      sender_id: mel.userId,
      content: 'hello you 🎉',
      recipient_type: 'direct',
      recipient_user_ids: [mel.userId, mia.userId].sort((a, b) => a - b),
    });
  });

  test('whom it mentions by name, with the place', async () => {
    const id = await mel.say(channel.name, 'lunch', `hey @**|${mia.userId}**`);
    const [told] = await delivered();
    assert.equal(told.message_id, id);
    assert.equal(told.recipient_type, 'channel');
    assert.equal(told.channel_id, channel.stream_id);
    assert.equal(told.channel_name, channel.name);
    assert.equal(told.topic, 'lunch');
    assert.equal(told.mentioned_user_group_id, undefined);
  });

  test('whom it mentions through a group, naming the group', async () => {
    const { group_id: groupId } = await olive.ok('POST', '/user_groups/create', {
      name: 'cooks',
      description: '',
      members: [mia.userId],
    });
    // They are also told, directly, that they are in the group now.
    await delivered();
    await mel.say(channel.name, 'lunch', '@*cooks* please');
    const [told] = await delivered();
    assert.equal(told.mentioned_user_group_id, groupId);
    assert.equal(told.mentioned_user_group_name, 'cooks');
  });

  test('everybody by @all, unless they do not want that, or muted the topic', async () => {
    await mel.say(channel.name, 'lunch', '@**all** soup');
    assert.equal((await delivered()).length, 1);
    await ofChannel('wildcard_mentions_notify', false);
    await mel.say(channel.name, 'lunch', '@**all** soup');
    assert.equal((await delivered()).length, 0);
    await ofChannel('wildcard_mentions_notify', true);
    await policy('lunch', 1);
    await mel.say(channel.name, 'lunch', '@**all** soup');
    assert.equal((await delivered()).length, 0);
    await policy('lunch', 0);
  });

  test('those who chose so for the channel, and no others', async () => {
    await mel.say(channel.name, 'quiet', 'nobody is told');
    assert.equal((await delivered()).length, 0);
    await setting('enable_stream_push_notifications', true);
    await mel.say(channel.name, 'quiet', 'somebody is told');
    assert.equal((await delivered()).length, 1);
    await ofChannel('push_notifications', false);
    await mel.say(channel.name, 'quiet', 'not in this one');
    assert.equal((await delivered()).length, 0);
    await setting('enable_stream_push_notifications', false);
    await ofChannel('push_notifications', true);
    await mel.say(channel.name, 'quiet', 'somebody is told');
    assert.equal((await delivered()).length, 1);
    await ofChannel('is_muted', true);
    await mel.say(channel.name, 'quiet', 'it is muted');
    assert.equal((await delivered()).length, 0);
    await ofChannel('is_muted', false);
    await ofChannel('push_notifications', false);
  });

  test('who follows the topic', async () => {
    await policy('followed', 3);
    await mel.say(channel.name, 'followed', 'news');
    assert.equal((await delivered()).length, 1);
    await setting('enable_followed_topic_push_notifications', false);
    await mel.say(channel.name, 'followed', 'news');
    assert.equal((await delivered()).length, 0);
  });

  test('nobody who wants none, muted its sender, or sent it', async () => {
    await setting('enable_offline_push_notifications', false);
    await mel.tell([mia.userId], 'not now');
    assert.equal((await delivered()).length, 0);
    await setting('enable_offline_push_notifications', true);
    await mia.ok('POST', `/users/me/muted_users/${mel.userId}`);
    await mel.tell([mia.userId], 'not from you');
    assert.equal((await delivered()).length, 0);
    await mia.ok('DELETE', `/users/me/muted_users/${mel.userId}`);
    await mia.tell([mel.userId], 'from me');
    assert.equal((await delivered()).length, 0);
  });

  test('whom an edit mentions, once', async () => {
    const id = await mel.say(channel.name, 'lunch', 'who comes?');
    assert.equal((await delivered()).length, 0);
    await mel.ok('PATCH', `/messages/${id}`, { content: `who comes? @**|${mia.userId}**` });
    assert.equal((await delivered()).length, 1);
    await mel.ok('PATCH', `/messages/${id}`, { content: `who comes now? @**|${mia.userId}**` });
    assert.equal((await delivered()).length, 0);
  });

  test('with text that is short', async () => {
    await mel.tell([mia.userId], 'x'.repeat(300));
    const [told] = await delivered();
    assert.equal(told.content, `${'x'.repeat(200)}…`);
  });
});

describe('a notification is taken back', () => {
  test('when its message is read', async () => {
    const id = await mel.tell([mia.userId], 'read me');
    const second = await mel.tell([mia.userId], 'me too');
    assert.equal((await delivered()).length, 2);
    await mia.ok('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    const [told, ...more] = await delivered();
    assert.deepEqual([told.type, told.message_ids, more], ['remove', [id], []]);
    await mia.ok('POST', '/mark_all_as_read');
    assert.deepEqual((await delivered())[0].message_ids, [second]);
  });

  test('when its message is deleted', async () => {
    const id = await mel.tell([mia.userId], 'a mistake');
    assert.equal((await delivered()).length, 1);
    await olive.ok('PATCH', '/realm', { can_delete_any_message_group: { new: await everyone() } });
    await mel.ok('DELETE', `/messages/${id}`);
    assert.deepEqual(
      (await delivered()).map(({ type, message_ids }) => [type, message_ids]),
      [['remove', [id]]],
    );
  });

  test('when an edit mentions the person no more', async () => {
    const id = await mel.say(channel.name, 'lunch', `hey @**|${mia.userId}**`);
    assert.equal((await delivered()).length, 1);
    await mel.ok('PATCH', `/messages/${id}`, { content: `hello @**|${mia.userId}**` });
    assert.deepEqual(await delivered(), []);
    await mel.ok('PATCH', `/messages/${id}`, { content: 'hey everybody' });
    assert.deepEqual(
      (await delivered()).map(({ type, message_ids }) => [type, message_ids]),
      [['remove', [id]]],
    );
  });

  test('only where there was one', async () => {
    const id = await mel.say(channel.name, 'quiet', 'nobody was told');
    await mia.ok('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    assert.deepEqual(await delivered(), []);
  });
});

async function everyone(): Promise<number> {
  const { user_groups: groups } = await olive.ok('GET', '/user_groups');
  return groups.find(({ name }: Any) => name === 'role:members').id;
}

describe('somebody at the computer', () => {
  test('is notified only after leaving, without enable_online_push_notifications', async () => {
    await setting('enable_online_push_notifications', false);
    await mia.listen({ event_types: ['message'] });
    await mia.ok('POST', '/users/me/presence', { status: 'active' });
    const id = await mel.tell([mia.userId], 'are you there?');
    assert.deepEqual(await delivered(), []);
    ahead = 700;
    const [told] = await delivered();
    assert.equal(told.message_id, id);
    ahead = 0;
  });

  test('who stays is waited for on', async () => {
    await mia.ok('POST', '/users/me/presence', { status: 'active' });
    const id = await mel.tell([mia.userId], 'are you still there?');
    const read = await mel.tell([mia.userId], 'never mind');
    assert.deepEqual(await delivered(), []);
    await mia.ok('POST', '/messages/flags', { messages: [read], op: 'add', flag: 'read' });
    const { database } = server.server.services;
    const waiting = () => database.reader(0).db.selectFrom('push_waiting').selectAll().execute();
    const [row] = await waiting();
    assert.ok(row);
    await database.write(row.organization_id, async (writer) => {
      await writer.db.updateTable('push_waiting').set({ look_at: 1 }).execute();
    });
    assert.deepEqual(await delivered(), []);
    assert.deepEqual(
      (await waiting()).map((one) => [one.message_id, one.look_at > 1]),
      [[id, true]],
    );
    ahead = 700;
    assert.deepEqual(
      (await delivered()).map(({ message_id }) => message_id),
      [id],
    );
    ahead = 0;
  });

  test('is not notified of what they read meanwhile', async () => {
    await mia.ok('POST', '/users/me/presence', { status: 'active' });
    const id = await mel.tell([mia.userId], 'are you there?');
    assert.deepEqual(await delivered(), []);
    await mia.ok('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    ahead = 700;
    assert.deepEqual(await delivered(), []);
    ahead = 0;
  });

  test('is notified at once with it', async () => {
    await setting('enable_online_push_notifications', true);
    await mel.tell([mia.userId], 'here');
    assert.equal((await delivered()).length, 1);
  });
});

test('nobody is notified of what was sent hours ago', async () => {
  ahead = 4 * 3600;
  await mel.tell([mia.userId], 'long ago');
  assert.deepEqual(await delivered(), []);
  ahead = 0;
});

describe('delivery', () => {
  test('is tried again when Google is away, and leaves out who has read meanwhile', async () => {
    google.broken = 500;
    const first = await mel.tell([mia.userId], 'one');
    const second = await mel.tell([mia.userId], 'two');
    assert.deepEqual(await delivered(), []);
    await mia.ok('POST', '/messages/flags', { messages: [first], op: 'add', flag: 'read' });
    google.broken = undefined;
    ahead = 30;
    const told = await delivered();
    ahead = 0;
    assert.deepEqual(
      told.filter(({ type }) => type === 'message').map(({ message_id }) => message_id),
      [second],
    );
  });

  test('leaves out who may not see the message any more, or is deactivated', async () => {
    const secret = 'secret kitchen';
    await mel.ok('POST', '/users/me/subscriptions', {
      subscriptions: [{ name: secret }],
      principals: [mel.userId, mia.userId],
      invite_only: true,
    });
    // Losing access may take back what was never shown, which is no harm.
    const messages = async () => (await delivered()).filter(({ type }) => type === 'message');
    await delivered();
    google.broken = 500;
    await mel.say(secret, 'recipes', `psst @**|${mia.userId}**`);
    assert.deepEqual(await delivered(), []);
    await mia.ok('DELETE', '/users/me/subscriptions', { subscriptions: [secret] });
    google.broken = undefined;
    ahead = 30;
    assert.deepEqual(await messages(), []);
    ahead = 0;
    google.broken = 500;
    await mel.tell([mia.userId], 'are you still here?');
    assert.deepEqual(await delivered(), []);
    await olive.ok('DELETE', `/users/${mia.userId}`);
    google.broken = undefined;
    ahead = 30;
    assert.deepEqual(await messages(), []);
    ahead = 0;
    await olive.ok('POST', `/users/${mia.userId}/reactivate`);
  });

  test('is tried again for those of a person’s devices alone that were not reached', async () => {
    const max = await server.as('max');
    const phones = {
      reached: new Phone(max, relay.publicKey, 'apns'),
      missed: new Phone(max, relay.publicKey, 'fcm'),
    };
    await phones.reached.register();
    await phones.missed.register();
    google.refusals.set(phones.missed.token, 503);
    const id = await mel.tell([max.userId], 'to both');
    for (let round = 0; round < 3; round++) await server.server.scheduler.runDue();
    const told = apple.pushed.splice(0).map(({ payload }) => phones.reached.read(payload).message_id);
    assert.deepEqual([told, google.pushed.length], [[id], 0]);
    google.refusals.clear();
    ahead = 30;
    for (let round = 0; round < 3; round++) await server.server.scheduler.runDue();
    ahead = 0;
    const later = google.pushed.splice(0).map(({ payload }) => phones.missed.read(payload).message_id);
    assert.deepEqual([later, apple.pushed.length], [[id], 0]);
    await max.ok('POST', '/remove_client_device', { device_id: phones.reached.deviceId });
    await max.ok('POST', '/remove_client_device', { device_id: phones.missed.deviceId });
  });

  test('forgets a device whose token is dead', async () => {
    const max = await server.as('max');
    const old = new Phone(max, relay.publicKey, 'apns');
    await old.register();
    apple.refusals.set(old.token, { status: 410, reason: 'Unregistered' });
    const listener = await max.listen({ event_types: ['device'] });
    await mel.tell([max.userId], 'hello');
    await server.server.scheduler.runDue();
    await server.server.scheduler.runDue();
    const events = await listener.eventsOf('device');
    assert.deepEqual(
      events.map(({ push_token_id }) => push_token_id),
      [null],
    );
  });

  test('keeps nothing of who has no phone any more', async () => {
    await mel.tell([mia.userId], 'seen, not read');
    await delivered();
    const { db } = server.server.services.database.reader(0);
    const kept = () =>
      db.selectFrom('push_shown').select('message_id').where('account_id', '=', mia.userId).execute();
    assert.ok((await kept()).length > 0);
    await mia.ok('POST', '/remove_client_device', { device_id: phone.deviceId });
    assert.deepEqual(await kept(), []);
    await phone.register();
  });

  test('begins again after nobody has had a phone for a while', async () => {
    await mia.ok('POST', '/remove_client_device', { device_id: phone.deviceId });
    await mel.tell([mia.userId], 'to nobody');
    await server.server.scheduler.runDue();
    assert.deepEqual(await positions(), []);
    await phone.register();
    const id = await mel.tell([mia.userId], 'to somebody');
    assert.deepEqual(
      (await delivered()).map(({ message_id }) => message_id),
      [id],
    );
  });

  test('happens by itself, soon after the message', async () => {
    const id = await mel.tell([mia.userId], 'no job was called');
    const { payload } = await arrival(google.pushed, (one) => phone.read(one.payload).message_id === id);
    assert.equal(phone.read(payload).content, 'no job was called');
  });
});
