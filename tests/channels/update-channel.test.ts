// PATCH /streams/{id} and DELETE /streams/{id}: every parameter, who may, and who hears of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modernCapabilities } from '../support/client.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const olive = await server.as('olive');
const adam = await server.as('adam');
const mona = await server.as('mona');
const mel = await server.as('mel');
const mia = await server.as('mia');
const max = await server.as('max');
const gus = await server.as('gus');
const observers = [olive, adam, mona, mel, mia, max, gus];

const groups: { id: number; name: string }[] = (await olive.ok('GET', '/user_groups')).user_groups;
const group = (name: string) => groups.find((one) => one.name === name)?.id ?? 0;

const makePrivate = { invite_only: true, history_public_to_subscribers: true };
let count = 0;

/** A channel of Mel's, with Mia in it. */
async function channelOfMel(more: Record<string, unknown> = {}): Promise<number> {
  const name = `mels ${++count}`;
  return (await mel.ok('POST', '/channels/create', { name, subscribers: [mel.userId, mia.userId], ...more }))
    .id;
}
const get = async (id: number) => (await olive.ok('GET', `/streams/${id}`)).stream;

test('name and description', async () => {
  const id = await channelOfMel();
  const { name } = await get(id);
  const seen = await expectFold(observers, () =>
    mel.ok('PATCH', `/streams/${id}`, { new_name: ' new name ', description: 'one\ntwo **three**' }),
  );
  assert.deepEqual(
    seen[5]?.map((event) => [event.property, event.value, event.name]),
    [
      ['description', 'one two **three**', name],
      ['name', 'new name', name],
    ],
  );
  assert.equal(seen[5]?.[0].rendered_description, '<p>one two <strong>three</strong></p>');
  assert.deepEqual(seen[6], [], 'guests outside hear nothing');
  await mel.refused(
    'PATCH',
    `/streams/${id}`,
    { new_name: 'new name' },
    'BAD_REQUEST',
    'Channel already has that name.',
  );
  await mel.refused(
    'PATCH',
    `/streams/${id}`,
    { new_name: 'GENERAL' },
    'CHANNEL_ALREADY_EXISTS',
    "Channel 'GENERAL' already exists",
  );
  await mel.refused(
    'PATCH',
    `/streams/${id}`,
    { new_name: '' },
    'BAD_REQUEST',
    "Channel name can't be empty.",
  );
  await mel.ok('PATCH', `/streams/${id}`, { new_name: 'New Name' });
  assert.equal((await get(id)).name, 'New Name');
});

test("only administrators, the organization's and the channel's", async () => {
  const id = await channelOfMel();
  await max.refused(
    'PATCH',
    `/streams/${id}`,
    { description: 'x' },
    'BAD_REQUEST',
    'You do not have permission to administer this channel.',
  );
  await gus.refused('PATCH', `/streams/${id}`, { description: 'x' }, 'BAD_REQUEST', 'Invalid channel ID');
  await max.refused(
    'DELETE',
    `/streams/${id}`,
    {},
    'BAD_REQUEST',
    'You do not have permission to administer this channel.',
  );
  await adam.ok('PATCH', `/streams/${id}`, { description: 'x' });
  await mel.ok('PATCH', `/streams/${id}`, {
    can_administer_channel_group: { new: { direct_members: [mel.userId, max.userId], direct_subgroups: [] } },
  });
  await max.ok('PATCH', `/streams/${id}`, { description: 'y' });
  await adam.refused('PATCH', '/streams/99999', { description: 'x' }, 'BAD_REQUEST', 'Invalid channel ID');
});

test('becoming private takes the channel from those outside, becoming public gives it to them', async () => {
  const id = await channelOfMel();
  for (const parameters of [{}, { include_subscribers: 'true' }]) {
    const seen = await expectFold(
      observers,
      () => mel.ok('PATCH', `/streams/${id}`, { is_private: true }),
      parameters,
    );
    assert.deepEqual(
      seen.map((events) => events.map((event) => `${event.type}/${event.op}`)),
      [
        ['stream/update'],
        ['stream/update'],
        ['stream/delete'],
        ['stream/update'],
        ['stream/update'],
        ['stream/delete'],
        [],
      ],
    );
    assert.deepEqual(seen[3]?.[0], {
      ...seen[3]?.[0],
      property: 'invite_only',
      value: true,
      history_public_to_subscribers: false,
      is_web_public: false,
    });
    const back = await expectFold(
      observers,
      () => mel.ok('PATCH', `/streams/${id}`, { is_private: false }),
      parameters,
    );
    assert.equal(back[5]?.[0].op, 'create');
    assert.equal(back[5]?.[0].streams[0].history_public_to_subscribers, true);
    assert.deepEqual(
      back[5]?.map((event) => event.op).includes('peer_add'),
      'include_subscribers' in parameters,
    );
    assert.deepEqual(back[6], []);
  }
});

test('privacy: combinations and rights', async () => {
  const id = await channelOfMel();
  await mel.refused(
    'PATCH',
    `/streams/${id}`,
    { history_public_to_subscribers: false },
    'BAD_REQUEST',
    'Invalid parameters',
  );
  await mel.refused(
    'PATCH',
    `/streams/${id}`,
    { is_private: true, is_web_public: true },
    'BAD_REQUEST',
    'Invalid parameters',
  );
  await olive.ok('PATCH', '/realm', { enable_spectator_access: false });
  await mel.refused(
    'PATCH',
    `/streams/${id}`,
    { is_web_public: true },
    'BAD_REQUEST',
    'Web-public channels are not enabled.',
  );
  await mel.ok('PATCH', `/streams/${id}`, { is_private: true, history_public_to_subscribers: true });
  assert.equal((await get(id)).history_public_to_subscribers, true);
  await mel.ok('PATCH', `/streams/${id}`, { history_public_to_subscribers: false });
  assert.equal((await get(id)).history_public_to_subscribers, false);
  await adam.refused(
    'PATCH',
    `/streams/${id}`,
    { is_private: false },
    'BAD_REQUEST',
    'Channel content access is required.',
  );
  await adam.refused(
    'PATCH',
    `/streams/${id}`,
    { can_subscribe_group: { new: group('role:members') } },
    'BAD_REQUEST',
    'Channel content access is required.',
  );
  await adam.ok('PATCH', `/streams/${id}`, { new_name: 'renamed from outside' });
  const everyone = group('role:everyone');
  await mel.refused(
    'PATCH',
    `/streams/${id}`,
    { can_create_topic_group: { new: group('role:members'), old: everyone } },
    'BAD_REQUEST',
    'Unsupported parameter combination: history_public_to_subscribers, can_create_topic_group',
  );
  const general = (await olive.ok('GET', '/get_stream_id', { stream: 'general' })).stream_id;
  await adam.refused(
    'PATCH',
    `/streams/${general}`,
    { is_private: true },
    'BAD_REQUEST',
    'A default channel cannot be private.',
  );
  await mel.refused(
    'PATCH',
    `/streams/${id}`,
    { is_default_stream: true },
    'BAD_REQUEST',
    'A default channel cannot be private.',
  );
});

test('the moderation request channel stays private', async () => {
  const id = await channelOfMel(makePrivate);
  await olive.ok('PATCH', '/realm', { moderation_request_channel_id: id });
  await mel.refused(
    'PATCH',
    `/streams/${id}`,
    { is_private: false },
    'BAD_REQUEST',
    'A moderation request channel cannot be public.',
  );
  await olive.ok('PATCH', '/realm', { moderation_request_channel_id: -1 });
});

test('opening to the world shows the channel to guests', async () => {
  await olive.ok('PATCH', '/realm', { enable_spectator_access: true });
  const id = (
    await olive.ok('POST', '/channels/create', { name: 'to be opened', subscribers: [olive.userId] })
  ).id;
  const opened = await expectFold(observers, () =>
    olive.ok('PATCH', `/streams/${id}`, { is_web_public: true }),
  );
  assert.deepEqual(
    opened[6]?.map((event) => event.op),
    ['create', 'update'],
  );
  const closed = await expectFold(observers, () =>
    olive.ok('PATCH', `/streams/${id}`, { is_web_public: false }),
  );
  assert.deepEqual(
    closed[6]?.map((event) => event.op),
    ['delete'],
  );
});

test('group settings: guarded by the old value, told by their wire form, with the older policies', async () => {
  const id = await channelOfMel();
  const names = Object.keys(await get(id)).filter((key) => /^can_.*_group$/.test(key));
  assert.equal(names.length, 11);
  for (const name of names) {
    const old = (await get(id))[name];
    const value = {
      direct_members: [max.userId, olive.userId],
      direct_subgroups: [group('role:moderators')],
    };
    const seen = await expectFold([mel, mia, max, gus], () =>
      olive.ok('PATCH', `/streams/${id}`, { [name]: { new: value, old } }),
    );
    const shown: unknown = {
      direct_members: [olive.userId, max.userId].sort((a, b) => a - b),
      direct_subgroups: [group('role:moderators')],
    };
    assert.deepEqual(seen[1]?.[0].value, shown, name);
    assert.deepEqual((await get(id))[name], shown);
    await olive.refused(
      'PATCH',
      `/streams/${id}`,
      { [name]: { new: old, old: group('role:owners') } },
      'EXPECTATION_MISMATCH',
      "'old' value does not match the expected value.",
    );
  }
  const seen = await expectFold([mia], () =>
    olive.ok('PATCH', `/streams/${id}`, {
      can_send_message_group: {
        new: { direct_members: [], direct_subgroups: [group('role:administrators')] },
      },
    }),
  );
  assert.deepEqual(
    seen[0]?.map((event) => [event.property, event.value]),
    [
      ['can_send_message_group', group('role:administrators')],
      ['stream_post_policy', 2],
      ['is_announcement_only', true],
    ],
  );
  await olive.refused(
    'PATCH',
    `/streams/${id}`,
    { can_add_subscribers_group: { new: group('role:internet') } },
    'BAD_REQUEST',
    "'can_add_subscribers_group' setting cannot be set to 'role:internet' group.",
  );
});

test('a permission lets people see a private channel, and its loss hides it again', async () => {
  const id = await channelOfMel(makePrivate);
  const grant = { can_subscribe_group: { new: { direct_members: [max.userId], direct_subgroups: [] } } };
  const given = await expectFold(observers, () => mel.ok('PATCH', `/streams/${id}`, grant));
  assert.deepEqual(
    given[5]?.map((event) => event.op),
    ['create', 'update'],
  );
  assert.deepEqual(given[2], []);
  const wide = await expectFold(observers, () =>
    mel.ok('PATCH', `/streams/${id}`, { can_subscribe_group: { new: group('role:members') } }),
  );
  assert.equal(wide[2]?.[0].op, 'create');
  const taken = await expectFold(observers, () =>
    mel.ok('PATCH', `/streams/${id}`, { can_subscribe_group: { new: group('role:nobody') } }),
  );
  assert.deepEqual(
    taken[5]?.map((event) => event.op),
    ['delete'],
  );
  assert.deepEqual(
    taken[2]?.map((event) => event.op),
    ['delete'],
  );
});

test('who deletes messages and what topics may be is for those whom the organization entrusts with it', async () => {
  const id = await channelOfMel();
  await mel.refused(
    'PATCH',
    `/streams/${id}`,
    { can_delete_own_message_group: { new: group('role:members') } },
    'BAD_REQUEST',
    'Insufficient permission',
  );
  await olive.ok('PATCH', '/realm', { can_set_topics_policy_group: { new: group('role:administrators') } });
  await mel.refused(
    'PATCH',
    `/streams/${id}`,
    { topics_policy: 'allow_empty_topic' },
    'BAD_REQUEST',
    'Insufficient permission',
  );
  await mel.ok('PATCH', `/streams/${id}`, { topics_policy: 'inherit' });
  await expectFold([mel, max], () =>
    adam.ok('PATCH', `/streams/${id}`, { topics_policy: 'disable_empty_topic' }),
  );
  await mel.ok('PATCH', `/streams/${id}`, { topics_policy: 'inherit' });
  await olive.ok('PATCH', '/realm', { can_set_topics_policy_group: { new: group('role:members') } });
});

test('only the empty topic: not while there are others', async () => {
  const id = await channelOfMel();
  const { name } = await get(id);
  await mel.say(name, 'named', 'hello');
  await mel.refused(
    'PATCH',
    `/streams/${id}`,
    { topics_policy: 'empty_topic_only' },
    'BAD_REQUEST',
    'To enable this configuration, all messages in this channel must be in the general chat topic. Consider renaming or deleting other topics.',
  );
  const other = await channelOfMel();
  await mel.say((await get(other)).name, '', 'hello');
  await mel.ok('PATCH', `/streams/${other}`, { topics_policy: 'empty_topic_only' });
});

test('retention, notifications, folder, default', async () => {
  const id = await channelOfMel();
  await adam.refused(
    'PATCH',
    `/streams/${id}`,
    { message_retention_days: 5 },
    'UNAUTHORIZED_PRINCIPAL',
    'Must be an organization owner',
  );
  for (const [sent, stored] of [
    [20, 20],
    ['unlimited', -1],
    ['"unlimited"', -1],
    ['realm_default', null],
  ] as const) {
    await expectFold([mia], () => olive.ok('PATCH', `/streams/${id}`, { message_retention_days: sent }));
    assert.equal((await get(id)).message_retention_days, stored);
  }
  await mel.refused(
    'PATCH',
    `/streams/${id}`,
    { default_push_notifications: true },
    'BAD_REQUEST',
    'Insufficient permission',
  );
  await expectFold([mia], () => adam.ok('PATCH', `/streams/${id}`, { default_push_notifications: true }));
  await mel.refused(
    'PATCH',
    `/streams/${id}`,
    { is_default_stream: true },
    'BAD_REQUEST',
    'You do not have permission to change default channels.',
  );
  const seen = await expectFold([mia, gus], () =>
    adam.ok('PATCH', `/streams/${id}`, { is_default_stream: true }),
  );
  assert.ok(seen[1]?.[0].default_streams.includes(id));
  const folder = (await adam.ok('POST', '/channel_folders/create', { name: 'work' })).channel_folder_id;
  await expectFold([mia], () => mel.ok('PATCH', `/streams/${id}`, { folder_id: folder }));
  assert.equal((await get(id)).folder_id, folder);
  await expectFold([mia], () => mel.ok('PATCH', `/streams/${id}`, { folder_id: 'null' }));
  assert.equal((await get(id)).folder_id, null);
  await mel.refused(
    'PATCH',
    `/streams/${id}`,
    { folder_id: 999 },
    'BAD_REQUEST',
    'Invalid channel folder ID',
  );
});

test('a request that is refused changes nothing', async () => {
  const id = await channelOfMel();
  const before = await get(id);
  await mel.refused(
    'PATCH',
    `/streams/${id}`,
    { new_name: 'half way', is_private: true, message_retention_days: 3 },
    'UNAUTHORIZED_PRINCIPAL',
  );
  assert.deepEqual(await get(id), before);
});

test('archiving and coming back, for clients that know archived channels and for those that do not', async () => {
  const id = await channelOfMel();
  await adam.ok('PATCH', `/streams/${id}`, { is_default_stream: true });
  const older = { client_capabilities: { ...modernCapabilities, archived_channels: false } };
  const ops = (events: { type: string; op: string }[] | undefined) =>
    events?.filter((event) => event.type !== 'default_streams').map((event) => `${event.type}/${event.op}`);

  const archived = await expectFold(observers, () => mel.ok('DELETE', `/streams/${id}`));
  assert.deepEqual(
    archived[3]?.filter((event) => event.type === 'stream').map((event) => [event.property, event.value]),
    [['is_archived', true]],
  );
  await expectFold(observers, () => mel.ok('PATCH', `/streams/${id}`, { is_archived: false }));

  const seen = await expectFold([mia, max, gus], () => mel.ok('DELETE', `/streams/${id}`), older);
  assert.deepEqual(seen.map(ops), [['stream/delete'], ['stream/delete'], []]);
  const renamed = await expectFold(
    [mia, max],
    () => mel.ok('PATCH', `/streams/${id}`, { description: 'quietly' }),
    older,
  );
  assert.deepEqual(renamed, [[], []]);
  await expectFold(
    [mia, max],
    () => mel.ok('DELETE', '/users/me/subscriptions', { subscriptions: [`mels ${count}`] }),
    older,
  );
  await expectFold(
    [mia, max],
    () => mel.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: `mels ${count}` }] }),
    older,
  );
  const back = await expectFold(
    [mia, max],
    () => mel.ok('PATCH', `/streams/${id}`, { is_archived: false }),
    older,
  );
  assert.deepEqual(back.map(ops), [['stream/create', 'subscription/add'], ['stream/create']]);
  assert.equal((await get(id)).is_archived, false);
  await mel.refused('PATCH', `/streams/${id}`, { is_archived: true }, 'BAD_REQUEST');
});

test('an archived channel can be looked at, but not written to', async () => {
  const id = await channelOfMel();
  const { name } = await get(id);
  await mel.say(name, 'before', 'hello');
  await mel.ok('DELETE', `/streams/${id}`);
  await mel.ok('DELETE', `/streams/${id}`);
  assert.equal((await mia.ok('GET', `/streams/${id}`)).stream.is_archived, true);
  assert.deepEqual(
    (await mia.ok('GET', `/users/me/${id}/topics`)).topics.map((one: { name: string }) => one.name),
    ['before'],
  );
  assert.equal((await mia.ok('GET', `/streams/${id}/members`)).subscribers.length, 2);
  await mel.refused(
    'POST',
    '/messages',
    { type: 'channel', to: id, topic: 'after', content: 'x' },
    'BAD_REQUEST',
    `Not authorized to send to channel '${name}'`,
  );
});

test('changes are told in the channel where the organization wants it', async () => {
  await olive.ok('PATCH', '/realm', { send_channel_events_messages: true });
  const id = await channelOfMel();
  const hers = await mia.listen({ event_types: ['message'] });
  await mel.ok('PATCH', `/streams/${id}`, { new_name: 'told of', description: 'new', is_private: true });
  const texts = (await hers.eventsOf('message')).map((event) => event.message.content);
  assert.equal(texts.length, 3);
  assert.match(texts[0], /renamed channel <strong>mels \d+<\/strong> to <strong>told of<\/strong>/);
  assert.match(texts[1], /changed the description/);
  assert.match(texts[2], /from <strong>Public<\/strong> to <strong>Private, protected history<\/strong>/);
  await olive.ok('PATCH', '/realm', { send_channel_events_messages: false });
});
