// DELETE /streams/{id}, and unarchiving.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newestCapabilities } from '../../client/capabilities.ts';
import { expectFold } from '../support/fold.ts';
import { startChannelsOfMel } from './channels-of-mel.ts';

const { adam, channelOfMel, get, gus, max, mel, mia, observers } = await startChannelsOfMel();

test('archiving and unarchiving reach clients that know archived channels and those that do not', async () => {
  const id = await channelOfMel();
  const { name } = await get(id);
  await adam.ok('PATCH', `/streams/${id}`, { is_default_stream: true });
  const older = { client_capabilities: { ...newestCapabilities, archived_channels: false } };
  const ops = (events: { type: string; op: string }[] | undefined) =>
    events?.filter((event) => event.type !== 'default_streams').map((event) => `${event.type}/${event.op}`);

  const eventsOfArchiving = await expectFold(observers, () => mel.ok('DELETE', `/streams/${id}`));
  assert.deepEqual(
    eventsOfArchiving[3]
      ?.filter((event) => event.type === 'stream')
      .map((event) => [event.property, event.value]),
    [['is_archived', true]],
  );
  const unarchived = await expectFold(observers, () =>
    mel.ok('PATCH', `/streams/${id}`, { is_archived: false }),
  );
  assert.deepEqual(ops(unarchived[3]), ['stream/update']);

  const eventLists = await expectFold([mia, max, gus], () => mel.ok('DELETE', `/streams/${id}`), older);
  assert.deepEqual(eventLists.map(ops), [['stream/delete'], ['stream/delete'], []]);
  const eventsOfRename = await expectFold(
    [mia, max],
    () => mel.ok('PATCH', `/streams/${id}`, { description: 'quietly' }),
    older,
  );
  assert.deepEqual(eventsOfRename, [[], []]);
  const eventsOfUnsubscription = await expectFold(
    [mel, mia, max],
    () => mel.ok('DELETE', '/users/me/subscriptions', { subscriptions: [name] }),
    older,
  );
  assert.deepEqual(eventsOfUnsubscription, [[], [], []]);
  const eventsOfJoining = await expectFold(
    [mel, mia, max],
    () => mel.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name }] }),
    older,
  );
  assert.deepEqual(eventsOfJoining, [[], [], []]);
  const eventsOfReturn = await expectFold(
    [mia, max],
    () => mel.ok('PATCH', `/streams/${id}`, { is_archived: false }),
    older,
  );
  assert.deepEqual(eventsOfReturn.map(ops), [['stream/create', 'subscription/add'], ['stream/create']]);
  assert.equal((await get(id)).is_archived, false);
  await mel.refused('PATCH', `/streams/${id}`, { is_archived: true }, 'BAD_REQUEST');
});

test('an archived channel can be read, but not written to', async () => {
  const id = await channelOfMel();
  const { name } = await get(id);
  await mel.sendToChannel(name, 'before', 'hello');
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
