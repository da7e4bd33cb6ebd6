// Conversations that a person has put away: the operations, their events, and the effects of moved topics and lost
// channels.

import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { DAY, nowSeconds } from '../../src/api-contract/time.ts';
import type { Json } from '../support/client.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [olive, mel, mia, gus] = await Promise.all([
  server.as('olive'),
  server.as('mel'),
  server.as('mia'),
  server.as('gus'),
]);
const path = '/users/me/later_conversations';
type Client = typeof mel;

const channelId = async (client: Client, stream: string): Promise<number> =>
  (await client.ok('GET', '/get_stream_id', { stream })).stream_id;
const general = await channelId(mel, 'general');
const until = nowSeconds() + 3600;
const lunch = { stream_id: general, topic: 'lunch' };
const melAndMia = [mel.userId, mia.userId].sort((a, b) => a - b);

const put = (client: Client, conversation: Json, time = until) =>
  client.ok('POST', path, { ...conversation, until: time });
const markDone = (client: Client, conversation: Json) => client.ok('DELETE', path, conversation);
const rowsOf = async (client: Client): Promise<Json[]> => (await client.ok('GET', path)).later_conversations;
const topicRow = (topic: string, streamId = general, time = until) => ({
  stream_id: streamId,
  topic,
  user_ids: [],
  until: time,
  returned_at: null,
});
const rename = (id: number, topic: string, stream_id?: number) =>
  olive.ok('PATCH', `/messages/${id}`, {
    topic,
    propagate_mode: 'change_all',
    send_notification_to_old_thread: false,
    send_notification_to_new_thread: false,
    ...(stream_id !== undefined && { stream_id }),
  });
/** The events that `action` causes, without ids; checks that the state follows from them. */
async function eventsFor(observers: readonly Client[], action: () => Promise<unknown>): Promise<Json[][]> {
  const eventLists = await expectFold(observers, action);
  return eventLists.map((events) =>
    events
      .filter(({ type }) => type === 'later_conversations')
      .map(({ id: _id, type: _type, ...fields }) => fields),
  );
}
const privateChannel = async (name: string, subscribers: readonly Client[]): Promise<number> => {
  await olive.ok('POST', '/users/me/subscriptions', {
    subscriptions: [{ name }],
    principals: [olive, ...subscribers].map(({ userId }) => userId),
    invite_only: true,
  });
  return channelId(olive, name);
};

afterEach(async () => {
  for (const client of [mel, mia, gus])
    for (const { stream_id, topic, user_ids } of await rowsOf(client))
      await markDone(client, stream_id === null ? { user_ids } : { stream_id, topic });
});

describe('putting a conversation away', () => {
  test('is visible only to the clients of the person', async () => {
    const [ofMel, ofMia] = await eventsFor([mel, mia], () => put(mel, lunch));
    assert.deepEqual(ofMel, [{ op: 'update', later_conversation: topicRow('lunch') }]);
    assert.deepEqual(ofMia, []);
    assert.deepEqual(await rowsOf(mel), [topicRow('lunch')]);
    assert.deepEqual(await rowsOf(mia), []);
  });

  test('is possible for direct messages, with or without the id of the person', async () => {
    const row = { stream_id: null, topic: '', user_ids: melAndMia, until, returned_at: null };
    const [events] = await eventsFor([mel], () => put(mel, { user_ids: [mia.userId] }));
    assert.deepEqual(events, [{ op: 'update', later_conversation: row }]);
    await put(mel, { user_ids: melAndMia }, until + 1);
    await put(mel, { user_ids: [] });
    assert.deepEqual(await rowsOf(mel), [
      { ...row, until: until + 1 },
      { ...row, user_ids: [mel.userId] },
    ]);
  });

  test('changes the time of a conversation that is already away, whatever the case of its topic', async () => {
    await put(mel, lunch);
    const [events] = await eventsFor([mel], () => put(mel, { ...lunch, topic: 'LUNCH' }, until + 60));
    assert.deepEqual(events, [{ op: 'update', later_conversation: topicRow('lunch', general, until + 60) }]);
    assert.deepEqual(await rowsOf(mel), [topicRow('lunch', general, until + 60)]);
  });

  test('to the same time emits nothing', async () => {
    await put(mel, lunch);
    assert.deepEqual(await eventsFor([mel], () => put(mel, lunch)), [[]]);
  });

  test('of the empty topic emits the topic name that the client supports', async () => {
    const listener = await mel.registerQueue({ client_capabilities: { empty_topic_name: false } });
    await put(mel, { stream_id: general, topic: '' });
    const [event] = await listener.eventsOf('later_conversations');
    assert.equal(event.later_conversation.topic, 'general chat');
    const { later_conversations: rows } = await mel.ok('POST', '/register', {
      fetch_event_types: ['later_conversations'],
      client_capabilities: { empty_topic_name: true },
    });
    assert.deepEqual(rows, [topicRow('')]);
  });

  test('refuses invalid conversations and times', async () => {
    const refused = (sent: Json, message: string) => mel.refused('POST', path, sent, 'BAD_REQUEST', message);
    await refused({ ...lunch, until: nowSeconds() - 1 }, 'The time must be in the future.');
    await refused({ until }, 'Send either stream_id and topic, or user_ids.');
    await refused({ stream_id: general, until }, 'Send either stream_id and topic, or user_ids.');
    await refused(
      { ...lunch, user_ids: [mia.userId], until },
      'Send either stream_id and topic, or user_ids.',
    );
    await refused({ stream_id: 999_999, topic: 'x', until }, 'Invalid channel ID');
    await refused({ user_ids: [999_999], until }, 'No such user');
    assert.deepEqual(await rowsOf(mel), []);
  });

  test('bound awayDays: a conversation can be put away for a year', async () => {
    const now = nowSeconds();
    await mel.refused(
      'POST',
      path,
      { ...lunch, until: now + limits.awayDays * DAY + 60 },
      'BAD_REQUEST',
      'A conversation can be put away for at most 366 days.',
    );
    await put(mel, lunch, now + limits.awayDays * DAY);
  });

  test('bound laterConversations: a person has at most 200', async () => {
    for (let i = 0; i < limits.laterConversations; i += 1)
      await put(mel, { stream_id: general, topic: `topic ${i}` });
    await mel.refused(
      'POST',
      path,
      { ...lunch, until },
      'BAD_REQUEST',
      'You can have at most 200 conversations for later.',
    );
    await put(mel, { stream_id: general, topic: 'topic 7' }, until + 1);
    assert.equal((await rowsOf(mel)).length, limits.laterConversations);
  });
});

describe('a conversation that is done', () => {
  test('is removed', async () => {
    await put(mel, lunch);
    await put(mel, { user_ids: [mia.userId] });
    const [events] = await eventsFor([mel], () => markDone(mel, { ...lunch, topic: 'Lunch' }));
    assert.deepEqual(events, [{ op: 'remove', ...lunch, user_ids: [] }]);
    const [others] = await eventsFor([mel], () => markDone(mel, { user_ids: [mia.userId] }));
    assert.deepEqual(others, [{ op: 'remove', stream_id: null, topic: '', user_ids: melAndMia }]);
    assert.deepEqual(await rowsOf(mel), []);
  });

  test('must have been put away before', async () => {
    await put(mia, lunch);
    await mel.refused('DELETE', path, lunch, 'BAD_REQUEST', 'This conversation was not put away.');
    assert.deepEqual(await rowsOf(mia), [topicRow('lunch')]);
  });
});

describe('a moved topic', () => {
  test('stays away under its new name, even if only its case changes', async () => {
    const id = await mel.sendToChannel('general', 'launch', 'when?');
    await put(mel, { stream_id: general, topic: 'launch' });
    await put(mia, { stream_id: general, topic: 'launch' }, until + 1);
    const [ofMel, ofMia] = await eventsFor([mel, mia, olive], () => rename(id, 'takeoff'));
    const moved = {
      op: 'move',
      stream_id: general,
      topic: 'launch',
      new_stream_id: general,
      new_topic: 'takeoff',
    };
    assert.deepEqual([ofMel, ofMia], [[moved], [moved]]);
    await eventsFor([mel], () => rename(id, 'TakeOff'));
    assert.deepEqual(await rowsOf(mel), [topicRow('TakeOff')]);
    assert.deepEqual(await rowsOf(mia), [topicRow('TakeOff', general, until + 1)]);
  });

  test('keeps the time of the topic that it joins', async () => {
    const id = await mel.sendToChannel('general', 'source', 'one');
    await mel.sendToChannel('general', 'target', 'two');
    await put(mel, { stream_id: general, topic: 'source' });
    await put(mel, { stream_id: general, topic: 'target' }, until + 5);
    await put(mia, { stream_id: general, topic: 'source' });
    const [ofMel] = await eventsFor([mel, mia], () => rename(id, 'target'));
    assert.deepEqual(ofMel, [{ op: 'remove', stream_id: general, topic: 'source', user_ids: [] }]);
    assert.deepEqual(await rowsOf(mel), [topicRow('target', general, until + 5)]);
    assert.deepEqual(await rowsOf(mia), [topicRow('target')]);
  });

  test('stays where it is if some of its messages move', async () => {
    await mel.sendToChannel('general', 'split', 'one');
    const id = await mel.sendToChannel('general', 'split', 'two');
    await put(mel, { stream_id: general, topic: 'split' });
    await olive.ok('PATCH', `/messages/${id}`, { topic: 'other half', propagate_mode: 'change_one' });
    assert.deepEqual(await rowsOf(mel), [topicRow('split')]);
  });

  test('is removed for people who cannot read its new channel', async () => {
    const hiddenChannel = await privateChannel('hidden', [mel]);
    const id = await mel.sendToChannel('general', 'secret', 'psst');
    await put(mel, { stream_id: general, topic: 'secret' });
    await put(mia, { stream_id: general, topic: 'secret' });
    const [, ofMia] = await eventsFor([mel, mia], () => rename(id, 'classified', hiddenChannel));
    // The event does not name the new topic.
    assert.deepEqual(ofMia, [{ op: 'remove', stream_id: general, topic: 'secret', user_ids: [] }]);
    assert.deepEqual(await rowsOf(mel), [topicRow('classified', hiddenChannel)]);
    assert.deepEqual(await rowsOf(mia), []);
  });
});

describe('the conversations of a channel that a person loses are removed,', () => {
  const removedFrom = (stream_id: number) => [{ op: 'remove', stream_id, topic: 'plans', user_ids: [] }];

  test('if the person leaves a private channel', async () => {
    const channel = await privateChannel('left', [mel, mia]);
    await put(mel, { stream_id: channel, topic: 'plans' });
    await put(mia, { stream_id: channel, topic: 'plans' });
    const [events] = await eventsFor([mel, mia], () =>
      mel.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['left'] }),
    );
    assert.deepEqual(events, removedFrom(channel));
    assert.deepEqual(await rowsOf(mel), []);
    assert.equal((await rowsOf(mia)).length, 1);
  });

  test('if the channel becomes private', async () => {
    await olive.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'closing' }] });
    const closing = await channelId(olive, 'closing');
    await put(mel, { stream_id: closing, topic: 'plans' });
    const [events] = await eventsFor([mel], () =>
      olive.ok('PATCH', `/streams/${closing}`, { is_private: true }),
    );
    assert.deepEqual(events, removedFrom(closing));
  });

  test('if the person becomes a guest', async () => {
    await olive.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'members' }] });
    const members = await channelId(olive, 'members');
    await put(mia, { stream_id: members, topic: 'plans' });
    const [events] = await eventsFor([mia], () => olive.ok('PATCH', `/users/${mia.userId}`, { role: 600 }));
    assert.deepEqual(events, removedFrom(members));
    await olive.ok('PATCH', `/users/${mia.userId}`, { role: 400 });
  });

  test('if the person leaves a group whose members may read it', async () => {
    const { group_id } = await olive.ok('POST', '/user_groups/create', {
      name: 'readers',
      description: '',
      members: [mel.userId],
    });
    const sharedChannel = await privateChannel('shared', []);
    await olive.ok('PATCH', `/streams/${sharedChannel}`, {
      can_subscribe_group: { new: group_id },
    });
    await put(mel, { stream_id: sharedChannel, topic: 'plans' });
    const [events] = await eventsFor([mel], () =>
      olive.ok('POST', `/user_groups/${group_id}/members`, { delete: [mel.userId] }),
    );
    assert.deepEqual(events, removedFrom(sharedChannel));
  });

  test('but not if a member leaves a public channel', async () => {
    await put(mel, { stream_id: general, topic: 'plans' });
    await mel.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['general'] });
    assert.deepEqual(await rowsOf(mel), [topicRow('plans')]);
    await mel.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
  });

  test('if a guest leaves a public channel', async () => {
    await olive.ok('POST', '/users/me/subscriptions', {
      subscriptions: [{ name: 'open' }],
      principals: [gus.userId, olive.userId],
    });
    const open = await channelId(olive, 'open');
    await put(gus, { stream_id: open, topic: 'plans' });
    const [events] = await eventsFor([gus], () =>
      gus.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['open'] }),
    );
    assert.deepEqual(events, removedFrom(open));
  });
});
