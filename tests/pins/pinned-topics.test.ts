// Topics that are pinned for everyone in their channel: who may pin them, who sees them, and what becomes of their pins.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
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
type Client = typeof mel;

const makeChannel = async (name: string, settings: Json = {}): Promise<number> => {
  await olive.ok('POST', '/users/me/subscriptions', {
    subscriptions: [{ name }],
    principals: [olive.userId, mel.userId],
    ...settings,
  });
  return (await olive.ok('GET', '/get_stream_id', { stream: name })).stream_id;
};
const path = (channel: number) => `/streams/${channel}/pinned_topics`;
const pin = (client: Client, channel: number, topic: string) => client.ok('POST', path(channel), { topic });
const unpin = (client: Client, channel: number, topic: string) =>
  client.ok('DELETE', path(channel), { topic });
const move = (id: number, to: Json) =>
  olive.ok('PATCH', `/messages/${id}`, {
    propagate_mode: 'change_all',
    send_notification_to_old_thread: false,
    send_notification_to_new_thread: false,
    ...to,
  });
/** The names of the pinned topics of each channel in the account's snapshot. */
async function pinned(client: Client, channel: number): Promise<string[]> {
  const { pinned_topics: channels } = await client.ok('POST', '/register', {
    fetch_event_types: ['pinned_topics'],
    client_capabilities: { empty_topic_name: true },
  });
  const found = channels.find((one: Json) => one.stream_id === channel);
  return (found?.topics ?? []).map((one: Json) => one.topic);
}
/** The channels and topics of the events that `action` causes; checks that the state follows from them. */
async function eventsFor(observers: readonly Client[], action: () => Promise<unknown>) {
  const eventLists = await expectFold(observers, action);
  return eventLists.map((events) =>
    events
      .filter(({ type }) => type === 'pinned_topics')
      .map(({ stream_id, topics }) => [stream_id, topics.map((one: Json) => one.topic)]),
  );
}

describe('pinning a topic', () => {
  test('shows it to the subscribers, the newest pin first', async () => {
    const channel = await makeChannel('subscribers');
    for (const topic of ['rules', 'links']) await mel.sendToChannel('subscribers', topic, 'read this');
    const [first, ofMia] = await eventsFor([olive, mia], () => pin(mel, channel, 'rules'));
    assert.deepEqual([first, ofMia], [[[channel, ['rules']]], []]);
    const [second] = await eventsFor([olive], () => pin(mel, channel, 'LINKS'));
    assert.deepEqual(second, [[channel, ['links', 'rules']]]);
    assert.deepEqual(await eventsFor([olive], () => pin(olive, channel, 'links')), [[]]);
    assert.deepEqual(await pinned(olive, channel), ['links', 'rules']);
    assert.deepEqual(await pinned(mia, channel), []);
    const [third] = await eventsFor([mel], () => unpin(olive, channel, 'links'));
    assert.deepEqual(third, [[channel, ['rules']]]);
    assert.deepEqual(await eventsFor([mel], () => unpin(olive, channel, 'links')), [[]]);
  });

  test('is refused without the permission, without messages and in channels with protected history', async () => {
    const nobody = (
      await olive.ok('GET', '/user_groups', { include_deactivated_groups: false })
    ).user_groups.find((one: Json) => one.name === 'role:nobody').id;
    const channel = await makeChannel('closed', { can_pin_messages_group: nobody });
    await mel.sendToChannel('closed', 'rules', 'read this');
    const refused = (to: number, topic: string, message: string, method: 'POST' | 'DELETE' = 'POST') =>
      mel.refused(method, path(to), { topic }, 'BAD_REQUEST', message);
    await refused(channel, 'rules', 'You do not have permission to pin in this channel.');
    await refused(channel, 'rules', 'You do not have permission to pin in this channel.', 'DELETE');
    await refused(999_999, 'rules', 'Invalid channel ID');
    await gus.refused('POST', path(channel), { topic: 'rules' }, 'BAD_REQUEST', 'Invalid channel ID');
    const open = await makeChannel('open');
    await refused(open, 'nothing here', "No such topic 'nothing here'");
    const hiddenChannel = await makeChannel('hidden', {
      invite_only: true,
      history_public_to_subscribers: false,
    });
    await mel.sendToChannel('hidden', 'rules', 'read this');
    const message = 'Topics cannot be pinned in a channel that hides its history from new subscribers.';
    await refused(hiddenChannel, 'rules', message);
  });

  test('bound pinnedTopics: a channel has no more', async () => {
    const channel = await makeChannel('bounded');
    for (let i = 0; i <= limits.pinnedTopics; i += 1) {
      await mel.sendToChannel('bounded', `topic ${i}`, 'read this');
      if (i < limits.pinnedTopics) await pin(mel, channel, `topic ${i}`);
    }
    const last = `topic ${limits.pinnedTopics}`;
    const message = `A channel can have at most ${limits.pinnedTopics} pinned topics. Unpin one of them first.`;
    await mel.refused('POST', path(channel), { topic: last }, 'BAD_REQUEST', message);
    await unpin(mel, channel, 'topic 0');
    await pin(mel, channel, last);
    assert.equal((await pinned(mel, channel)).length, limits.pinnedTopics);
  });

  test('names the empty topic as the client does', async () => {
    const channel = await makeChannel('empty');
    await mel.sendToChannel('empty', '', 'without a topic');
    const capabilities = { client_capabilities: { empty_topic_name: false } };
    const listener = await mel.registerQueue(capabilities);
    await pin(mel, channel, '');
    assert.equal((await listener.eventsOf('pinned_topics'))[0].topics[0].topic, 'general chat');
    const { snapshot } = await mel.registerQueue(capabilities);
    assert.equal(
      snapshot.pinned_topics.find((one: Json) => one.stream_id === channel).topics[0].topic,
      'general chat',
    );
    assert.deepEqual(await pinned(mel, channel), ['']);
  });
});

describe('a pin follows its topic', () => {
  test('when it is renamed, also only in case', async () => {
    const channel = await makeChannel('renaming');
    const id = await mel.sendToChannel('renaming', 'old', 'read this');
    await pin(mel, channel, 'old');
    const [renamed] = await eventsFor([mel], () => move(id, { topic: 'new' }));
    assert.deepEqual(renamed, [[channel, ['new']]]);
    const [respelled] = await eventsFor([mel], () => move(id, { topic: 'NEW' }));
    assert.deepEqual(respelled, [[channel, ['NEW']]]);
  });

  test('to another channel, and into another topic', async () => {
    const [from, to] = [await makeChannel('from'), await makeChannel('to')];
    const id = await mel.sendToChannel('from', 'plan', 'read this');
    await mel.sendToChannel('to', 'other', 'present');
    await pin(mel, from, 'plan');
    const [eventsOfMove] = await eventsFor([mel], () => move(id, { stream_id: to }));
    assert.deepEqual(eventsOfMove, [
      [from, []],
      [to, ['plan']],
    ]);
    const [merged] = await eventsFor([mel], () => move(id, { topic: 'other' }));
    assert.deepEqual(merged, [[to, ['other']]]);
  });

  test('and is lost in a channel with protected history, and where the other topic is pinned', async () => {
    const [from, hidden] = [
      await makeChannel('leaving'),
      await makeChannel('no pins', { invite_only: true, history_public_to_subscribers: false }),
    ];
    const id = await mel.sendToChannel('leaving', 'plan', 'read this');
    const other = await mel.sendToChannel('leaving', 'other', 'read this');
    await pin(mel, from, 'plan');
    await pin(mel, from, 'other');
    const [merged] = await eventsFor([mel], () => move(id, { topic: 'other' }));
    assert.deepEqual(merged, [[from, ['other']]]);
    await eventsFor([mel], () => move(other, { stream_id: hidden }));
    assert.deepEqual([await pinned(mel, from), await pinned(mel, hidden)], [[], []]);
  });

  test('stays with a topic of which only a part is moved, until its last message is deleted', async () => {
    const channel = await makeChannel('parts');
    const first = await mel.sendToChannel('parts', 'plan', 'one');
    const second = await mel.sendToChannel('parts', 'plan', 'two');
    await pin(mel, channel, 'plan');
    await eventsFor([mel], () => move(second, { topic: 'other', propagate_mode: 'change_one' }));
    assert.deepEqual(await pinned(mel, channel), ['plan']);
    const [events] = await eventsFor([mel], () => olive.ok('DELETE', `/messages/${first}`));
    assert.deepEqual(events, [[channel, []]]);
  });
});

describe('pinned topics of a channel', () => {
  test('are received by people who subscribe, and left by those who unsubscribe', async () => {
    const channel = await makeChannel('joining');
    await mel.sendToChannel('joining', 'rules', 'read this');
    await pin(mel, channel, 'rules');
    const subscriptions = [{ name: 'joining' }];
    const [ofMel, ofMia] = await eventsFor([mel, mia], () =>
      mia.ok('POST', '/users/me/subscriptions', { subscriptions }),
    );
    assert.deepEqual([ofMel, ofMia], [[], [[channel, ['rules']]]]);
    await eventsFor([mel, mia], () =>
      mia.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['joining'] }),
    );
    assert.deepEqual(await pinned(mia, channel), []);
  });

  test('are removed when its history becomes protected, and when it is archived', async () => {
    for (const [name, change] of [
      [
        'protecting',
        (id: number) =>
          olive.ok('PATCH', `/streams/${id}`, { is_private: true, history_public_to_subscribers: false }),
      ],
      ['archiving', (id: number) => olive.ok('DELETE', `/streams/${id}`)],
    ] as const) {
      const channel = await makeChannel(name);
      await mel.sendToChannel(name, 'rules', 'read this');
      await pin(mel, channel, 'rules');
      await eventsFor([mel], () => change(channel));
      assert.deepEqual(await pinned(mel, channel), [], name);
    }
  });
});
