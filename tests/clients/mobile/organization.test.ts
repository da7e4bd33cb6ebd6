// Changes of the organization as phones see them: custom emoji, profile fields, settings. Events that the client ignores are
// well-formed and documented too.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiClient } from '../../support/client.ts';
import { startTestServer } from '../../support/server.ts';
import { done, messages, sent, upload } from './decoders/answers.ts';
import { Phone, raw } from './phone.ts';
import { Phones, skippedWithout } from './phones.ts';

const server = await startTestServer();
const phones = await Phones.of(server, 'olive', 'mel', 'mia', 'gus');
const mel = phones.phone('mel');
const olive = await phones.as('olive');
const everybody = ['olive', 'mel', 'mia', 'gus'] as const;

/** A blue pixel. */
const picture = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
);

async function settle(): Promise<void> {
  for (const name of everybody) await phones.phone(name).events();
}

/** What everyone receives; the older client (Mia) may get something else. */
const eventsForAll = (events: readonly string[], older = events) => ({
  olive: events,
  mel: events,
  gus: events,
  mia: older,
});

const asPhone = (client: ApiClient) => new Phone(client);

test('a custom emoji is added, used, and deactivated', async () => {
  const added = await phones.expectEvents(eventsForAll(['realm_emoji/add'], ['realm_emoji/update']), () =>
    asPhone(olive).postFile(done, 'realm/emoji/blue_dot', picture, 'dot.png', 'image/png'),
  );
  const { id } = added.get('mel')?.[0]?.emoji ?? {};
  assert.ok(added.get('mia')?.[0]?.realm_emoji.has(id));
  const { id: messageId } = await mel.post(sent, 'messages', {
    type: raw('stream'),
    to: phones.channel('town square'),
    topic: raw('dots'),
    content: raw('see :blue_dot:'),
  });
  await settle();
  await phones.expectSameEvents(['reaction/add'], () =>
    mel.post(done, `messages/${messageId}/reactions`, {
      emoji_name: raw('blue_dot'),
      emoji_code: raw(id),
      reaction_type: raw('realm_emoji'),
    }),
  );
  await phones.expectSameEvents(['user_status'], () =>
    mel.post(done, 'users/me/status', {
      emoji_name: raw('blue_dot'),
      emoji_code: raw(id),
      reaction_type: raw('realm_emoji'),
    }),
  );
  await phones.expectEvents(eventsForAll(['realm_emoji/update_one'], ['realm_emoji/update']), () =>
    olive.ok('DELETE', '/realm/emoji/blue_dot', {}),
  );
  const { realm_emoji } = await mel.register();
  assert.equal(realm_emoji.size, 1, 'it stays for messages that use it');
});

test('profile fields are added, changed, ordered and removed', async () => {
  const fields = ['custom_profile_fields'];
  const add = (parameters: Record<string, unknown>) => olive.ok('POST', '/realm/profile_fields', parameters);
  await phones.expectSameEvents(fields, () => add({ field_type: 7, field_data: { subtype: 'github' } }));
  const eventsByPerson = await phones.expectSameEvents(fields, () =>
    add({
      field_type: 7,
      name: 'Forge',
      hint: '',
      field_data: { subtype: 'custom', url_pattern: 'https://forge.example.com/%(username)s' },
    }),
  );
  const all = eventsByPerson.get('mel')?.[0]?.fields;
  const last = all.at(-1);
  assert.equal(last.name, 'Forge');
  await phones.expectSameEvents(fields, () =>
    olive.ok('PATCH', `/realm/profile_fields/${last.id}`, {
      hint: 'Your name there',
      display_in_profile_summary: true,
    }),
  );
  await phones.expectSameEvents(fields, () =>
    olive.ok('PATCH', '/realm/profile_fields', { order: all.map(({ id }: { id: number }) => id).reverse() }),
  );
  await phones.expectSameEvents(fields, () => olive.ok('DELETE', `/realm/profile_fields/${last.id}`, {}));
  const person = await phones.as('mel');
  for (const [id, value] of [
    [all[0].id, 'mell'],
    [all[1].id, '1'],
  ] as const) {
    await phones.expectSameEvents(['realm_user/update'], () =>
      person.ok('PATCH', '/users/me/profile_data', { data: [{ id, value }] }),
    );
  }
  await phones.phone('gus').register();
});

test('settings of the organization are changed', async () => {
  const change = (parameters: Record<string, unknown>) => olive.ok('PATCH', '/realm', parameters);
  const nobodyGroup = mel.snapshot.realm_user_groups.find(({ name }) => name === 'role:nobody');
  assert.ok(nobodyGroup);
  for (const parameters of [
    { name: 'Parley Example' },
    { description: 'A *fine* place' },
    { allow_message_editing: false },
    { message_content_edit_limit_seconds: 'unlimited' },
    { topics_policy: 'disable_empty_topic' },
    { waiting_period_threshold: 3 },
    { enable_read_receipts: false },
    { can_delete_any_message_group: { new: { direct_members: [phones.id('mel')], direct_subgroups: [] } } },
    { can_mention_many_users_group: { new: nobodyGroup.id } },
    { message_edit_history_visibility_policy: 'none' },
  ]) {
    await change(parameters);
    for (const name of everybody) {
      const events = await phones.phone(name).events();
      assert.ok(
        events.some((event) => event.type === 'realm'),
        `${name}: ${JSON.stringify(parameters)}`,
      );
    }
  }
  const snapshot = await mel.register();
  assert.equal(snapshot.realm_name, 'Parley Example');
  assert.equal(snapshot.realm_message_content_edit_limit_seconds, null);
  assert.equal(snapshot.realm_wildcard_mention_policy, 6);
  // The older name of a permission has one value for any group.
  await change({
    can_mention_many_users_group: {
      new: { direct_members: [phones.id('mel'), phones.id('gus')], direct_subgroups: [] },
    },
  });
  await phones.phone('gus').register();
  await settle();
  // With edit history disabled, messages still say when they were edited.
  await mel.get(messages, 'messages', {
    narrow: [],
    anchor: raw('newest'),
    num_before: 1000,
    num_after: 0,
    allow_empty_topic_name: true,
  });
});

test('lists that phones ignore are well-formed, or not sent', async () => {
  const { id } = await olive.ok('POST', '/realm/filters', {
    pattern: 'P(?P<id>[0-9]+)',
    url_template: 'https://example.com/p/{id}',
  });
  await olive.ok('DELETE', `/realm/filters/${id}`, {});
  await phones.expectEvents({}, async () => {});
  await phones.expectSameEvents(['realm_playgrounds'], () =>
    olive.ok('POST', '/realm/playgrounds', {
      name: 'Rust',
      pygments_language: 'Rust',
      url_template: 'https://example.com/?code={code}',
    }),
  );
  await phones.expectSameEvents(['realm_domains/add'], () =>
    olive.ok('POST', '/realm/domains', { domain: 'example.org', allow_subdomains: true }),
  );
  await phones.expectSameEvents(['realm_user_settings_defaults/update'], () =>
    olive.ok('PATCH', '/realm/user_settings_defaults', { emojiset: 'text' }),
  );
});

test('a message is reported to the moderation channel', async () => {
  const { id: channelId } = await olive.ok('POST', '/channels/create', {
    name: 'reports',
    subscribers: [phones.id('olive')],
    invite_only: true,
  });
  await olive.ok('PATCH', '/realm', { moderation_request_channel_id: channelId });
  const { id } = await mel.post(sent, 'messages', {
    type: raw('stream'),
    to: phones.channel('general'),
    topic: raw('reports'),
    content: raw('not nice'),
  });
  await settle();
  const mia = phones.phone('mia');
  // The first message in a channel changes the channel too.
  await phones.expectEvents({ olive: ['message', 'stream/update'] }, () =>
    mia.post(done, `messages/${id}/report`, { report_type: raw('spam'), description: raw('Look at this') }),
  );
});

test('a file is uploaded', skippedWithout('/user_uploads'), async () => {
  const answer = await mel.postFile(upload, 'user_uploads', picture, 'dot.png', 'image/png');
  assert.equal(answer.uri, answer.url);
});
