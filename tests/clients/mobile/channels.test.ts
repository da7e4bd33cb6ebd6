// Channels as phones see them created, changed and removed: each event decoded strictly, and consistent with what the
// client caches of channels by id and by name.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../../support/server.ts';
import { done } from './decoders/answers.ts';
import { raw } from './phone.ts';
import { Phones } from './phones.ts';

const server = await startTestServer();
const phones = await Phones.of(server, 'olive', 'mel', 'mia', 'gus');
const mel = phones.phone('mel');
const olive = await phones.as('olive');

/** What everyone but the guest receives. */
const members = (...events: string[]) => ({ olive: events, mel: events, mia: events });

const created = async (name: string, parameters: Record<string, unknown>): Promise<number> =>
  (await olive.ok('POST', '/channels/create', { name, subscribers: [], announce: false, ...parameters })).id;

async function settle(): Promise<void> {
  for (const name of ['olive', 'mel', 'mia', 'gus'] as const) await phones.phone(name).events();
}

test('the client subscribes and unsubscribes by name', async () => {
  await phones.expectEvents(
    { ...members('subscription/peer_add'), mel: ['subscription/add'], gus: ['subscription/peer_add'] },
    () => mel.post(done, 'users/me/subscriptions', { subscriptions: [{ name: 'design' }] }),
  );
  await phones.expectEvents(
    {
      ...members('subscription/peer_remove'),
      mel: ['subscription/remove'],
      gus: ['subscription/peer_remove'],
    },
    () => mel.delete(done, 'users/me/subscriptions', { subscriptions: ['design'] }),
  );
});

test('others are subscribed by their ids', async () => {
  const eventsByPerson = await phones.expectEvents(
    {
      olive: ['subscription/peer_add'],
      mel: ['subscription/peer_add'],
      mia: ['subscription/peer_add'],
      gus: ['stream/create', 'subscription/add', 'message'],
    },
    () =>
      mel.post(done, 'users/me/subscriptions', {
        subscriptions: [{ name: 'engineering' }],
        principals: [phones.id('gus')],
      }),
  );
  const [, event] = eventsByPerson.get('gus') ?? [];
  assert.equal(event?.subscriptions[0].name, 'engineering');
});

test('a public channel is created', async () => {
  const eventsByPerson = await phones.expectEvents(
    { ...members('stream/create', 'subscription/peer_add'), mia: ['stream/create', 'subscription/add'] },
    () => created('workshop', { subscribers: [phones.id('mia')], description: 'Where *things* are made' }),
  );
  assert.match(eventsByPerson.get('mel')?.[0]?.streams[0].rendered_description, /<em>things<\/em>/);
});

test('a private channel is seen by its subscribers and administrators', async () => {
  await phones.expectEvents(
    { olive: ['stream/create', 'subscription/peer_add'], mel: ['stream/create', 'subscription/add'] },
    () => created('cellar', { subscribers: [phones.id('mel')], invite_only: true }),
  );
});

test('the settings of a channel are changed', async () => {
  const id = await created('laboratory', { subscribers: [phones.id('mel'), phones.id('gus')] });
  await settle();
  const change = (parameters: Record<string, unknown>) => olive.ok('PATCH', `/streams/${id}`, parameters);
  const everybody = ['olive', 'mel', 'mia', 'gus'] as const;
  for (const parameters of [
    { description: 'Where things *are tried*' },
    { new_name: 'laboratories' },
    { message_retention_days: 30 },
    { topics_policy: 'disable_empty_topic' },
    { can_send_message_group: { new: { direct_members: [phones.id('mel')], direct_subgroups: [] } } },
    { can_add_subscribers_group: { new: { direct_members: [phones.id('olive')], direct_subgroups: [] } } },
    { can_delete_any_message_group: { new: { direct_members: [phones.id('mia')], direct_subgroups: [] } } },
    { is_private: true, history_public_to_subscribers: true },
    { is_private: false },
  ]) {
    await change(parameters);
    for (const name of everybody) {
      const events = await phones.phone(name).events();
      if (name !== 'mia')
        assert.ok(
          events.some((event) => event.type === 'stream'),
          `${name}: ${JSON.stringify(parameters)}`,
        );
    }
  }
});

test('folders are created, changed, ordered and filled', async () => {
  const all = ['olive', 'mel', 'mia', 'gus'] as const;
  const eventsByPerson = await phones.expectSameEvents(['channel_folder/add'], () =>
    olive.ok('POST', '/channel_folders/create', { name: 'Work', description: 'All *work*' }),
  );
  const folder = eventsByPerson.get('gus')?.[0]?.channel_folder;
  await phones.expectSameEvents(['channel_folder/update'], () =>
    olive.ok('PATCH', `/channel_folders/${folder.id}`, { description: 'No *play*' }),
  );
  const { channel_folder_id } = await olive.ok('POST', '/channel_folders/create', { name: 'Play' });
  await settle();
  await phones.expectSameEvents(['channel_folder/reorder'], () =>
    olive.ok('PATCH', '/channel_folders', { order: [channel_folder_id, folder.id] }),
  );
  const general = phones.channel('general');
  await phones.expectEvents(members('stream/update'), () =>
    olive.ok('PATCH', `/streams/${general}`, { folder_id: folder.id }),
  );
  await phones.expectEvents(members('stream/update'), () =>
    olive.ok('PATCH', `/streams/${general}`, { folder_id: null }),
  );
  await phones.expectSameEvents(['channel_folder/update'], () =>
    olive.ok('PATCH', `/channel_folders/${channel_folder_id}`, { is_archived: true }),
  );
  for (const name of all) assert.equal((await phones.phone(name).register()).channel_folders.length, 2);
});

test('a channel is archived and unarchived', async () => {
  const id = await created('attic', { subscribers: [phones.id('mel'), phones.id('mia')] });
  await settle();
  const eventsByPerson = await phones.expectEvents(members('stream/delete'), () =>
    olive.ok('DELETE', `/streams/${id}`, {}),
  );
  assert.deepEqual(eventsByPerson.get('mel')?.[0]?.stream_ids, [id]);
  await olive.ok('PATCH', `/streams/${id}`, { is_archived: false });
  for (const name of ['olive', 'mel', 'mia', 'gus'] as const) await phones.phone(name).events();
  const { subscriptions } = await mel.register();
  assert.ok(subscriptions.some((one) => one.stream_id === id));
});

test('personal settings of a channel are changed', async () => {
  const change = (property: string, value: unknown) =>
    mel.post(done, 'users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: phones.channel('general'), property, value }],
    });
  const one = { mel: ['subscription/update'] };
  await phones.expectEvents({ mel: ['subscription/update', 'subscription/update'] }, () =>
    change('is_muted', true),
  );
  await phones.expectEvents(one, () => change('pin_to_top', true));
  const eventsByPerson = await phones.expectEvents(one, () => change('color', '#AbCdEf'));
  assert.equal(eventsByPerson.get('mel')?.[0]?.value, '#abcdef');
  await phones.expectEvents(one, () => change('push_notifications', true));
});

test('topics are muted, unmuted, followed and unfollowed', async () => {
  for (const visibility_policy of [1, 2, 3, 0]) {
    const eventsByPerson = await phones.expectEvents(
      {
        mel: ['muted_topics', 'user_topic'].slice(visibility_policy === 1 || visibility_policy === 2 ? 0 : 1),
      },
      () =>
        mel.post(done, 'user_topics', {
          stream_id: phones.channel('general'),
          topic: raw('lunch'),
          visibility_policy,
        }),
    );
    assert.equal(eventsByPerson.get('mel')?.at(-1)?.visibility_policy, visibility_policy);
  }
});

test('default channels change without an event that phones cannot decode', async () => {
  const stream_id = phones.channel('engineering');
  await phones.expectSameEvents(['default_streams'], () =>
    olive.ok('POST', '/default_streams', { stream_id }),
  );
  await phones.expectSameEvents(['default_streams'], () =>
    olive.ok('DELETE', '/default_streams', { stream_id }),
  );
});

test('a whole topic is deleted', async () => {
  await (await phones.as('mel')).sendToChannel('general', 'short-lived', 'one');
  await (await phones.as('mel')).sendToChannel('general', 'short-lived', 'two');
  await settle();
  await phones.expectEvents(members('delete_message'), () =>
    olive.ok('POST', `/streams/${phones.channel('general')}/delete_topic`, { topic_name: 'short-lived' }),
  );
});
