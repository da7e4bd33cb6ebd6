// PATCH /streams/{id}: every parameter but privacy and permissions, who may change it, and who is notified.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectFold } from '../support/fold.ts';
import { startChannelsOfMel } from './channels-of-mel.ts';

const { adam, channelOfMel, get, gus, max, mel, mia, observers, olive } = await startChannelsOfMel();

test('name and description are changed', async () => {
  const id = await channelOfMel();
  const { name } = await get(id);
  const eventLists = await expectFold(observers, () =>
    mel.ok('PATCH', `/streams/${id}`, { new_name: ' new name ', description: 'one\ntwo **three**' }),
  );
  assert.deepEqual(
    eventLists[5]?.map((event) => [event.property, event.value, event.name]),
    [
      ['description', 'one two **three**', name],
      ['name', 'new name', name],
    ],
  );
  assert.equal(eventLists[5]?.[0].rendered_description, '<p>one two <strong>three</strong></p>');
  assert.deepEqual(eventLists[6], [], 'guests who are not subscribed get no event');
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

test('only administrators of the organization or the channel can change it', async () => {
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

test('the policy that allows only the empty topic is refused while there are other topics', async () => {
  const id = await channelOfMel();
  const { name } = await get(id);
  await mel.sendToChannel(name, 'named', 'hello');
  await mel.refused(
    'PATCH',
    `/streams/${id}`,
    { topics_policy: 'empty_topic_only' },
    'BAD_REQUEST',
    'To enable this configuration, all messages in this channel must be in the general chat topic. Consider renaming or deleting other topics.',
  );
  const other = await channelOfMel();
  await mel.sendToChannel((await get(other)).name, '', 'hello');
  await mel.ok('PATCH', `/streams/${other}`, { topics_policy: 'empty_topic_only' });
});

test('retention, notifications, folder and default are changed', async () => {
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
  for (const isEnabled of [true, false]) {
    const change = { default_push_notifications: isEnabled };
    await expectFold([mia], () => adam.ok('PATCH', `/streams/${id}`, change));
    assert.equal((await get(id)).default_push_notifications, isEnabled);
  }
  await mel.refused(
    'PATCH',
    `/streams/${id}`,
    { is_default_stream: true },
    'BAD_REQUEST',
    'You do not have permission to change default channels.',
  );
  const eventLists = await expectFold([mia, gus], () =>
    adam.ok('PATCH', `/streams/${id}`, { is_default_stream: true }),
  );
  assert.ok(eventLists[1]?.[0].default_streams.includes(id));
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

test('a refused request changes nothing', async () => {
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

test('changes are announced in the channel if the organization wants it', async () => {
  await olive.ok('PATCH', '/realm', { send_channel_events_messages: true });
  const id = await channelOfMel();
  const miaListener = await mia.registerQueue({ event_types: ['message'] });
  await mel.ok('PATCH', `/streams/${id}`, { new_name: 'announced', description: 'new', is_private: true });
  const texts = (await miaListener.eventsOf('message')).map((event) => event.message.content);
  assert.equal(texts.length, 3);
  assert.match(texts[0], /renamed channel <strong>mels \d+<\/strong> to <strong>announced<\/strong>/);
  assert.match(texts[1], /changed the description/);
  assert.match(texts[2], /from <strong>Public<\/strong> to <strong>Private, protected history<\/strong>/);
  await olive.ok('PATCH', '/realm', { send_channel_events_messages: false });
});
