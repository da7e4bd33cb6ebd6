// Leaving channels, and removing others from them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const olive = await server.as('olive');
const adam = await server.as('adam');
const mel = await server.as('mel');
const mia = await server.as('mia');
const max = await server.as('max');
const gus = await server.as('gus');
const helper = await server.as('helper');

test('the settings of a left channel are restored on return', async () => {
  const { subscriptions } = await mia.ok('GET', '/users/me/subscriptions');
  const design = subscriptions.find((one: { name: string }) => one.name === 'design');
  await mia.ok('POST', '/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: design.stream_id, property: 'color', value: '#ABC' }],
  });
  const eventLists = await expectFold([mia, mel, gus, adam], async () => {
    const body = await mia.ok('DELETE', '/users/me/subscriptions', {
      subscriptions: ['DESIGN', 'town square'],
    });
    assert.deepEqual(body.removed.sort(), ['design', 'town square']);
    assert.deepEqual(body.not_removed, []);
  });
  assert.deepEqual(
    eventLists[0]?.filter((event) => event.type === 'subscription').map((event) => event.op),
    ['remove'],
  );
  assert.deepEqual(
    eventLists[1]?.map((event) => [event.op, event.stream_ids.length]),
    [['peer_remove', 2]],
  );
  assert.deepEqual(
    eventLists[2]?.map((event) => [event.op, event.stream_ids.length]),
    [['peer_remove', 2]],
    'the guest is in both',
  );
  const answerToRepeat = await mia.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['design'] });
  assert.deepEqual(answerToRepeat, { result: 'success', msg: '', removed: [], not_removed: ['design'] });
  await expectFold([mia, mel, gus], () =>
    mia.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'design' }] }),
  );
  const newSubscription = (await mia.ok('GET', '/users/me/subscriptions')).subscriptions.find(
    (one: { name: string }) => one.name === 'design',
  );
  assert.equal(newSubscription.color, '#aabbcc');
});

test('unread messages of a channel count as read after leaving it', async () => {
  await mel.sendToChannel('general', 'left behind', 'unread');
  const listener = await max.registerQueue();
  const general = listener.snapshot.subscriptions.find(
    (one: { name: string }) => one.name === 'general',
  ).stream_id;
  const unreadIn = (snapshot: { unread_msgs: { streams: { stream_id: number }[] } }) =>
    snapshot.unread_msgs.streams.filter((one) => one.stream_id === general).length;
  assert.ok(unreadIn(listener.snapshot) > 0);
  await expectFold([max, mel], () =>
    max.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['general'] }),
  );
  assert.equal(unreadIn((await max.registerQueue()).snapshot), 0);
  await max.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
  assert.equal(unreadIn((await max.registerQueue()).snapshot), 0, 'nor is it unread again after coming back');
});

test('leaving a private channel hides it', async () => {
  await olive.ok('POST', '/channels/create', {
    name: 'vault',
    subscribers: [olive.userId, max.userId, mel.userId],
    invite_only: true,
  });
  const eventLists = await expectFold([max, mel, adam, mia], () =>
    max.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['vault'] }),
  );
  assert.deepEqual(
    eventLists.map((events) => events.map((event) => `${event.type}/${event.op}`)),
    [
      ['subscription/remove', 'stream/delete'],
      ['subscription/peer_remove'],
      ['subscription/peer_remove'],
      [],
    ],
  );
});

test('others are removed by administrators and those with the channel’s permission', async () => {
  const out = { subscriptions: ['engineering'], principals: [mia.userId] };
  await mel.refused('DELETE', '/users/me/subscriptions', out, 'BAD_REQUEST', 'Insufficient permission');
  await gus.refused('DELETE', '/users/me/subscriptions', out, 'BAD_REQUEST', 'Insufficient permission');
  const body = await adam.ok('DELETE', '/users/me/subscriptions', out);
  assert.deepEqual(body.removed, ['engineering']);
  await mel.ok('POST', '/users/me/subscriptions', {
    subscriptions: [{ name: 'mels' }],
    principals: [mel.userId, mia.userId],
  });
  await mel.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['mels'], principals: [mia.userId] });
  await max.refused(
    'DELETE',
    '/users/me/subscriptions',
    { subscriptions: ['mels'], principals: [mel.userId] },
    'BAD_REQUEST',
    'Insufficient permission',
  );
  const id = (await mel.ok('GET', '/get_stream_id', { stream: 'mels' })).stream_id;
  await mel.ok('PATCH', `/streams/${id}`, {
    can_remove_subscribers_group: { new: { direct_members: [max.userId], direct_subgroups: [] } },
  });
  await max.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['mels'], principals: [mel.userId] });
});

test('the owner of a bot may remove it', async () => {
  const body = await mel.ok('DELETE', '/users/me/subscriptions', {
    subscriptions: ['general'],
    principals: [helper.userId],
  });
  assert.deepEqual(body.removed, ['general']);
});

test('missing channels are named in the error', async () => {
  const error = await mel.refused(
    'DELETE',
    '/users/me/subscriptions',
    { subscriptions: ['nowhere'] },
    'STREAM_DOES_NOT_EXIST',
    "Channel 'nowhere' does not exist",
  );
  assert.equal(error.stream, 'nowhere');
  await mel.refused(
    'DELETE',
    '/users/me/subscriptions',
    { subscriptions: ['nowhere', 'general', 'neither'] },
    'BAD_REQUEST',
    'Channel(s) (nowhere, neither) do not exist',
  );
  assert.equal(
    (await mel.ok('GET', '/users/me/subscriptions')).subscriptions.some(
      (one: { name: string }) => one.name === 'general',
    ),
    true,
  );
});
