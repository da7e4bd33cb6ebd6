// Messages that are pinned for everyone: who may pin them, who sees them, and what becomes of their pins.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import type { Json } from '../support/client.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [olive, mel, mia, max, gus] = await Promise.all([
  server.as('olive'),
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
  server.as('gus'),
]);
type Client = typeof mel;

const channelId = async (client: Client, stream: string): Promise<number> =>
  (await client.ok('GET', '/get_stream_id', { stream })).stream_id;
const [general, engineering] = [await channelId(mel, 'general'), await channelId(mel, 'engineering')];

const pin = (client: Client, id: number) => client.ok('POST', `/messages/${id}/pin`);
const unpin = (client: Client, id: number) => client.ok('DELETE', `/messages/${id}/pin`);
const pinsOf = async (client: Client, conversation: Json): Promise<Json[]> =>
  (await client.ok('GET', '/pinned_messages', conversation)).pinned_messages;
const pinnedIds = async (client: Client, conversation: Json): Promise<number[]> =>
  (await pinsOf(client, conversation)).map((one) => Number(one.message_id));
type Term = readonly [operator: string, operand: unknown];
const wire = (terms: readonly Term[]) =>
  terms.map(([operator, operand]) => ({ operator, operand, negated: false }));
const found = async (client: Client, terms: readonly Term[]): Promise<number[]> => {
  const page = { anchor: 'newest', num_before: 100, num_after: 0, narrow: wire(terms) };
  return (await client.ok('GET', '/messages', page)).messages.map((one: Json) => one.id);
};
const lastOf = async (topic: string): Promise<Json> => {
  const narrow = wire([
    ['channel', general],
    ['topic', topic],
  ]);
  const page = { anchor: 'newest', num_before: 1, num_after: 0, narrow, apply_markdown: false };
  return (await mel.ok('GET', '/messages', page)).messages[0];
};
const move = (client: Client, id: number, to: Json) =>
  client.ok('PATCH', `/messages/${id}`, {
    send_notification_to_old_thread: false,
    send_notification_to_new_thread: false,
    ...to,
  });
/** The events of the type that `action` causes, without ids; checks that the state follows from them. */
async function eventsFor(observers: readonly Client[], action: () => Promise<unknown>): Promise<Json[][]> {
  const eventLists = await expectFold(observers, action);
  return eventLists.map((events) =>
    events
      .filter(({ type }) => type === 'pinned_messages')
      .map(({ id: _id, type: _type, pinned_at: _at, ...fields }) => fields),
  );
}

describe('pinning a message', () => {
  test('is seen by everyone who can read it, and by nobody else', async () => {
    const id = await mel.sendToChannel('general', 'lunch', 'where we eat');
    const [ofMel, ofMia, ofGus] = await eventsFor([mel, mia, gus], () => pin(mia, id));
    const event = {
      op: 'add',
      stream_id: general,
      topic: 'lunch',
      user_ids: [],
      message_id: id,
      user_id: mia.userId,
    };
    assert.deepEqual(ofMel, [event]);
    assert.deepEqual(ofMia, [event]);
    assert.deepEqual(ofGus, []);
    const [firstPin] = await pinsOf(mel, { stream_id: general, topic: 'LUNCH' });
    assert.equal(firstPin?.user_id, mia.userId);
    assert.ok(Number(firstPin?.pinned_at) > 0);
    await gus.refused('GET', '/pinned_messages', { stream_id: general }, 'BAD_REQUEST', 'Invalid channel ID');
    await gus.refused('POST', `/messages/${id}/pin`, {}, 'BAD_REQUEST', 'Invalid message(s)');
  });

  test('posts a notice in the topic, once, even when it is pinned again', async () => {
    const id = await mel.sendToChannel('general', 'menu', 'soup');
    await pin(mia, id);
    const notice = await lastOf('menu');
    assert.equal(
      notice.content,
      `@_**Mia Member|${mia.userId}** pinned [a message](#narrow/channel/${general}-general/topic/menu/near/${id}).`,
    );
    assert.equal(notice.sender_full_name, 'Notification Bot');
    assert.deepEqual(await eventsFor([mel], () => pin(mel, id)), [[]]);
    await unpin(mel, id);
    await pin(mel, id);
    assert.equal((await lastOf('menu')).id, notice.id);
  });

  test('in direct messages is possible for each participant, without a notice', async () => {
    const id = await mel.sendDirect([mia.userId], 'the code of the door');
    const people = [mel.userId, mia.userId].sort((a, b) => a - b);
    const [ofMel, ofMax] = await eventsFor([mel, max], () => pin(mia, id));
    assert.deepEqual(ofMel, [
      { op: 'add', stream_id: null, topic: '', user_ids: people, message_id: id, user_id: mia.userId },
    ]);
    assert.deepEqual(ofMax, []);
    assert.deepEqual(await pinnedIds(mel, { user_ids: [mia.userId] }), [id]);
    assert.equal((await found(mel, [['dm', [mia.userId]]])).at(-1), id);
    await max.refused('DELETE', `/messages/${id}/pin`, {}, 'BAD_REQUEST', 'Invalid message(s)');
  });

  test('requires the permission of the channel, as does unpinning', async () => {
    const id = await mel.sendToChannel('engineering', 'rules', 'be kind');
    const groups = (await olive.ok('GET', '/user_groups')).user_groups;
    const group = (name: string) => groups.find((one: Json) => one.name === name).id;
    const allow = (name: string) =>
      olive.ok('PATCH', `/streams/${engineering}`, { can_pin_messages_group: { new: group(name) } });
    await allow('role:administrators');
    const message = 'You do not have permission to pin in this channel.';
    await mel.refused('POST', `/messages/${id}/pin`, {}, 'BAD_REQUEST', message);
    await pin(olive, id);
    await mel.refused('DELETE', `/messages/${id}/pin`, {}, 'BAD_REQUEST', message);
    assert.deepEqual(await pinnedIds(mel, { stream_id: engineering }), [id]);
    await allow('role:everyone');
    await unpin(mel, id);
    assert.deepEqual(await pinnedIds(mel, { stream_id: engineering }), []);
  });

  test('requires that one may post in the channel', async () => {
    const id = await mel.sendToChannel('engineering', 'announcements', 'be early');
    const groups = (await olive.ok('GET', '/user_groups')).user_groups;
    const group = (name: string) => groups.find((one: Json) => one.name === name).id;
    const allowPosting = (name: string) =>
      olive.ok('PATCH', `/streams/${engineering}`, { can_send_message_group: { new: group(name) } });
    await allowPosting('role:administrators');
    const message = 'You do not have permission to post in this channel.';
    const topics = `/streams/${engineering}/pinned_topics`;
    const topic = 'announcements';
    for (const method of ['POST', 'DELETE'] as const) {
      await mel.refused(method, `/messages/${id}/pin`, {}, 'BAD_REQUEST', message);
      await mel.refused(method, topics, { topic }, 'BAD_REQUEST', message);
    }
    await pin(olive, id);
    await olive.ok('POST', topics, { topic });
    await allowPosting('role:everyone');
    await unpin(mel, id);
    await mel.ok('DELETE', topics, { topic });
  });

  test('bound pinnedMessages: a conversation has no more', async () => {
    for (let i = 0; i < limits.pinnedMessages; i += 1)
      await pin(mel, await mel.sendDirect([max.userId], `number ${i}`));
    const oldest = (await pinnedIds(mel, { user_ids: [max.userId] })).at(-1);
    const more = await mel.sendDirect([max.userId], 'one more');
    const message = `A conversation can have at most ${limits.pinnedMessages} pinned messages. Unpin one of them first.`;
    await max.refused('POST', `/messages/${more}/pin`, {}, 'BAD_REQUEST', message);
    await unpin(max, Number(oldest));
    await pin(max, more);
    const ids = await pinnedIds(mel, { user_ids: [max.userId] });
    assert.equal(ids.length, limits.pinnedMessages);
    assert.equal(ids[0], more);
  });
});

test('unpinning is emitted once, even by someone who did not pin the message', async () => {
  const id = await mel.sendToChannel('general', '', 'without a topic');
  await pin(mel, id);
  const listener = await mia.registerQueue({ client_capabilities: { empty_topic_name: false } });
  const [events] = await eventsFor([mel], () => unpin(mia, id));
  assert.deepEqual(events, [{ op: 'remove', stream_id: general, topic: '', user_ids: [], message_id: id }]);
  assert.equal((await listener.eventsOf('pinned_messages'))[0].topic, 'general chat');
  assert.deepEqual(await eventsFor([mel], () => unpin(mia, id)), [[]]);
});

test('GET /pinned_messages returns the newest pin first, and refuses unclear conversations', async () => {
  const first = await mel.sendToChannel('general', 'order', 'first');
  const second = await mel.sendToChannel('general', 'order', 'second');
  await pin(mel, second);
  await pin(mel, first);
  assert.deepEqual(await pinnedIds(mel, { stream_id: general, topic: 'order' }), [first, second]);
  assert.deepEqual(await pinnedIds(mel, { stream_id: general, topic: 'no such topic' }), []);
  assert.deepEqual((await pinnedIds(mel, { stream_id: general })).slice(0, 2), [first, second]);
  const unclear = 'Send either stream_id, with or without topic, or user_ids.';
  for (const sent of [
    {},
    { topic: 'order' },
    { stream_id: general, user_ids: [] },
    { user_ids: [], topic: 'x' },
  ])
    await mel.refused('GET', '/pinned_messages', sent, 'BAD_REQUEST', unclear);
  await mel.refused('GET', '/pinned_messages', { user_ids: [999_999] }, 'BAD_REQUEST', 'No such user');
});

test('bound pinnedMessagesPerAnswer: a channel returns its newest pins', async () => {
  await olive.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'full' }] });
  const full = await channelId(olive, 'full');
  const ids: number[] = [];
  for (let i = 0; i <= limits.pinnedMessagesPerAnswer; i += 1) {
    const topic = `topic ${Math.floor(i / limits.pinnedMessages)}`;
    const id = await olive.sendToChannel('full', topic, `number ${i}`);
    await pin(olive, id);
    ids.push(id);
  }
  assert.deepEqual(await pinnedIds(olive, { stream_id: full }), ids.slice(1).reverse());
});

describe('a pin follows its message', () => {
  test('to another topic, and when its topic is renamed', async () => {
    const id = await mel.sendToChannel('general', 'here', 'a plan');
    await mel.sendToChannel('general', 'here', 'another message');
    await pin(mel, id);
    await move(olive, id, { topic: 'there' });
    assert.deepEqual(await pinnedIds(mel, { stream_id: general, topic: 'here' }), []);
    assert.deepEqual(await pinnedIds(mel, { stream_id: general, topic: 'there' }), [id]);
    await move(olive, id, { topic: 'elsewhere', propagate_mode: 'change_all' });
    assert.deepEqual(await pinnedIds(mel, { stream_id: general, topic: 'elsewhere' }), [id]);
  });

  test('to another channel', async () => {
    const id = await mel.sendToChannel('general', 'abroad', 'a plan');
    await pin(mel, id);
    await move(olive, id, { stream_id: engineering, propagate_mode: 'change_all' });
    assert.equal((await pinnedIds(mel, { stream_id: general })).includes(id), false);
    assert.deepEqual(await pinnedIds(mel, { stream_id: engineering, topic: 'abroad' }), [id]);
  });

  test('until it is deleted', async () => {
    const id = await mel.sendToChannel('general', 'gone', 'a mistake');
    await pin(mel, id);
    await olive.ok('DELETE', `/messages/${id}`);
    assert.deepEqual(await pinnedIds(mel, { stream_id: general, topic: 'gone' }), []);
  });

  test('and the oldest pins are removed where a move brings too many together', async () => {
    const pinned = async (topic: string, count: number) => {
      const ids: number[] = [];
      for (let i = 0; i < count; i += 1) {
        const id = await olive.sendToChannel('general', topic, `number ${i}`);
        await pin(olive, id);
        ids.push(id);
      }
      return ids;
    };
    const [oldest] = await pinned('many', limits.pinnedMessages);
    const [more] = await pinned('few', 1);
    const [events] = await eventsFor([mel], () => move(olive, Number(more), { topic: 'many' }));
    assert.deepEqual(events, [
      { op: 'remove', stream_id: general, topic: 'many', user_ids: [], message_id: oldest },
    ]);
    const ids = await pinnedIds(mel, { stream_id: general, topic: 'many' });
    assert.deepEqual(
      [ids.length, ids[0], ids.includes(Number(oldest))],
      [limits.pinnedMessages, more, false],
    );
  });

  test('until its channel is archived', async () => {
    await olive.ok('POST', '/users/me/subscriptions', {
      subscriptions: [{ name: 'closing' }],
      principals: [olive.userId, mel.userId],
    });
    const closing = await channelId(olive, 'closing');
    const id = await mel.sendToChannel('closing', 'end', 'the last word');
    await pin(mel, id);
    await expectFold([mel], () => olive.ok('DELETE', `/streams/${closing}`));
    assert.deepEqual(await pinnedIds(mel, { stream_id: closing }), []);
    await mel.refused('POST', `/messages/${id}/pin`, {}, 'BAD_REQUEST', 'Invalid message(s)');
  });
});

test('people who subscribed to a channel with protected history later do not see earlier pins', async () => {
  await olive.ok('POST', '/users/me/subscriptions', {
    subscriptions: [{ name: 'protected' }],
    principals: [olive.userId, mel.userId],
    invite_only: true,
    history_public_to_subscribers: false,
  });
  const stream = await channelId(olive, 'protected');
  const id = await mel.sendToChannel('protected', 'secret', 'for those who were there');
  await pin(mel, id);
  await olive.ok('POST', '/users/me/subscriptions', {
    subscriptions: [{ name: 'protected' }],
    principals: [mia.userId],
  });
  assert.deepEqual(await pinnedIds(mel, { stream_id: stream }), [id]);
  assert.deepEqual(await pinnedIds(mia, { stream_id: stream }), []);
  const [ofMel, ofMia] = await eventsFor([mel, mia], () => unpin(mel, id));
  assert.deepEqual([ofMel?.length, ofMia?.length], [1, 0]);
});
