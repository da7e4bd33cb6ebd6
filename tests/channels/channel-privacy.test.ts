// PATCH /streams/{id}: who may see a channel and its history, and who is notified of changes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectFold } from '../support/fold.ts';
import { makePrivate, startChannelsOfMel } from './channels-of-mel.ts';

const { adam, channelOfMel, get, group, mel, observers, olive } = await startChannelsOfMel();

test('making a channel private hides it from others, and making it public shows it to them', async () => {
  const id = await channelOfMel();
  for (const parameters of [{}, { include_subscribers: 'true' }]) {
    const eventLists = await expectFold(
      observers,
      () => mel.ok('PATCH', `/streams/${id}`, { is_private: true }),
      parameters,
    );
    assert.deepEqual(
      eventLists.map((events) => events.map((event) => `${event.type}/${event.op}`)),
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
    assert.deepEqual(eventLists[3]?.[0], {
      ...eventLists[3]?.[0],
      property: 'invite_only',
      value: true,
      history_public_to_subscribers: false,
      is_web_public: false,
    });
    const eventsOfReturn = await expectFold(
      observers,
      () => mel.ok('PATCH', `/streams/${id}`, { is_private: false }),
      parameters,
    );
    assert.equal(eventsOfReturn[5]?.[0].op, 'create');
    assert.equal(eventsOfReturn[5]?.[0].streams[0].history_public_to_subscribers, true);
    assert.deepEqual(
      eventsOfReturn[5]?.map((event) => event.op).includes('peer_add'),
      'include_subscribers' in parameters,
    );
    assert.deepEqual(eventsOfReturn[6], []);
  }
});

test('invalid combinations of privacy and missing permissions are refused', async () => {
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

test('making a channel web-public shows it to guests', async () => {
  await olive.ok('PATCH', '/realm', { enable_spectator_access: true });
  const id = (
    await olive.ok('POST', '/channels/create', { name: 'to be opened', subscribers: [olive.userId] })
  ).id;
  const eventsOfOpening = await expectFold(observers, () =>
    olive.ok('PATCH', `/streams/${id}`, { is_web_public: true }),
  );
  assert.deepEqual(
    eventsOfOpening[6]?.map((event) => event.op),
    ['create', 'update'],
  );
  const eventsOfClosing = await expectFold(observers, () =>
    olive.ok('PATCH', `/streams/${id}`, { is_web_public: false }),
  );
  assert.deepEqual(
    eventsOfClosing[6]?.map((event) => event.op),
    ['delete'],
  );
});
