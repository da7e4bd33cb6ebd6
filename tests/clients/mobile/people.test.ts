// People as phones see them: what a person does on the phone, and what happens to others.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../../support/server.ts';
import { grant, limitGuests } from '../../users/support.ts';
import { done, presences, registeredDevice, savedSnippetMade } from './decoders/answers.ts';
import { raw } from './phone.ts';
import { Phones, skippedWithout } from './phones.ts';

const server = await startTestServer();
const phones = await Phones.of(server, 'olive', 'mel', 'mia', 'gus');
const mel = phones.phone('mel');
const olive = await phones.as('olive');
await grant(server, olive, { can_create_users: 1 });
const everybody = ['olive', 'mel', 'mia', 'gus'] as const;

async function settle(): Promise<void> {
  for (const name of everybody) await phones.phone(name).events();
}

test('a status is set and cleared, in all its parts', async () => {
  const set = (text: string, name: string, code: string, type: string) =>
    mel.post(done, 'users/me/status', {
      status_text: raw(text),
      emoji_name: raw(name),
      emoji_code: raw(code),
      reaction_type: raw(type),
    });
  const eventsByPerson = await phones.expectSameEvents(['user_status'], () =>
    set('At lunch', 'octopus', '1f419', 'unicode_emoji'),
  );
  assert.deepEqual(
    [eventsByPerson.get('gus')?.[0]?.text, eventsByPerson.get('gus')?.[0]?.emoji],
    ['At lunch', 'octopus'],
  );
  const { user_status } = await phones.phone('mia').register();
  assert.deepEqual(user_status.get(phones.id('mel')), { text: 'At lunch', emoji: 'octopus' });
  await phones.expectSameEvents(['user_status'], () => set('', '', '', ''));
  assert.equal((await phones.phone('mia').register()).user_status.get(phones.id('mel')), undefined);
});

test('newer clients request statuses that expire', async () => {
  await mel.post(done, 'users/me/status', {
    status_text: raw('Back at two'),
    scheduled_end_time: 4_000_000_000,
  });
  await mel.post(done, 'users/me/status', { status_text: raw(''), scheduled_end_time: null });
  await settle();
});

test('a person coming online is announced in the older form', async () => {
  const eventsByPerson = await phones.expectSameEvents(['presence'], () =>
    mel.post(presences, 'users/me/presence', {
      status: raw('active'),
      slim_presence: true,
      new_user_input: true,
      ping_only: true,
    }),
  );
  const event = eventsByPerson.get('gus')?.[0];
  assert.equal(event?.user_id, phones.id('mel'));
  assert.equal(event?.presence.get('website').status, 'active');
});

test('personal settings are changed', async () => {
  const own = { mel: ['user_settings/update'] };
  const change = (parameters: Record<string, unknown>) => mel.patch(done, 'settings', parameters);
  await phones.expectEvents(own, () => change({ twenty_four_hour_time: true }));
  await phones.expectEvents(own, () => change({ display_emoji_reaction_users: false }));
  await phones.expectEvents(own, () => change({ emojiset: raw('twitter') }));
  await phones.expectEvents(own, () => change({ starred_message_counts: false }));
  await phones.expectEvents(own, () => change({ web_inbox_show_channel_folders: false }));
  const hiddenTypes = ['user_status', 'presence'];
  await phones.expectEvents(
    { olive: hiddenTypes, mel: ['user_settings/update', ...hiddenTypes], mia: hiddenTypes, gus: hiddenTypes },
    () => change({ presence_enabled: false }),
  );
  const { user_settings } = await mel.register();
  assert.equal(user_settings.emojiset, 'twitter');
});

test('people are muted, which marks their messages read, and unmuted, without a body', async () => {
  const path = `users/me/muted_users/${phones.id('mia')}`;
  const eventsByPerson = await phones.expectEvents({ mel: ['muted_users', 'update_message_flags/add'] }, () =>
    mel.post(done, path),
  );
  assert.deepEqual(
    eventsByPerson.get('mel')?.[0]?.muted_users.map(({ id }: { id: number }) => id),
    [phones.id('mia')],
  );
  await phones.expectEvents({ mel: ['muted_users'] }, () => mel.delete(done, path, {}));
});

test('alert words are changed', async () => {
  const eventsByPerson = await phones.expectEvents({ mel: ['alert_words'] }, () =>
    mel.post(done, 'users/me/alert_words', { alert_words: ['octopus'] }),
  );
  assert.deepEqual(eventsByPerson.get('mel')?.[0]?.alert_words, ['octopus']);
});

test('a person’s name, role, profile data and time zone are changed', async () => {
  const change = (parameters: Record<string, unknown>) =>
    olive.ok('PATCH', `/users/${phones.id('mia')}`, parameters);
  await phones.expectSameEvents(['realm_user/update'], () => change({ full_name: 'Mia Maria Member' }));
  const [field] = mel.snapshot.custom_profile_fields;
  assert.ok(field);
  const eventsByPerson = await phones.expectSameEvents(['realm_user/update'], () =>
    change({ profile_data: [{ id: field.id, value: 'MEE-ah' }] }),
  );
  assert.equal(eventsByPerson.get('mel')?.[0]?.person.custom_profile_field.value, 'MEE-ah');
  const mia = await phones.as('mia');
  await phones.expectSameEvents(['realm_user/update'], () =>
    mia.ok('DELETE', '/users/me/profile_data', { data: [field.id] }),
  );
  await mia.ok('PATCH', '/settings', { timezone: 'Europe/Vienna' });
  for (const name of everybody) {
    const events = await phones.phone(name).events();
    assert.ok(
      events.some((event) => event.type === 'realm_user' && event.person.timezone === 'Europe/Vienna'),
      name,
    );
  }
  await change({ role: 300 });
  for (const name of everybody) {
    const events = await phones.phone(name).events();
    assert.ok(
      events.some((event) => event.type === 'realm_user' && event.person.role === 300),
      name,
    );
  }
  await change({ role: 400 });
  await settle();
});

test('a hidden address is sent as hidden', async () => {
  const mia = await phones.as('mia');
  await mia.ok('PATCH', '/settings', { email_address_visibility: 3 });
  for (const name of everybody) {
    const events = (await phones.phone(name).events()).filter((event) => event.type === 'realm_user');
    const last = events.findLast((event) => event.person.delivery_email !== undefined);
    if (name === 'mel' || name === 'gus') assert.equal(last?.person.delivery_email, null, name);
  }
  const { realm_users } = await phones.phone('gus').register();
  assert.equal(realm_users.find((user) => user.user_id === phones.id('mia'))?.delivery_email, null);
  await mia.ok('PATCH', '/settings', { email_address_visibility: 1 });
  await settle();
});

test('a person joins, is deactivated and is reactivated', async () => {
  const { user_id } = await olive.ok('POST', '/users', {
    email: 'nina@example.com',
    full_name: 'Nina New',
    password: 'a long enough word',
  });
  for (const name of everybody) {
    const events = await phones.phone(name).events();
    const addedEvent = events.find((event) => event.type === 'realm_user' && event.op === 'add');
    assert.equal(addedEvent?.person.user_id, user_id, name);
  }
  await olive.ok('DELETE', `/users/${user_id}`, {});
  for (const name of everybody) {
    const events = await phones.phone(name).events();
    assert.ok(
      events.some((event) => event.type === 'realm_user' && event.person.is_active === false),
      name,
    );
  }
  const { realm_non_active_users } = await mel.register();
  assert.deepEqual(
    realm_non_active_users.map((user) => user.user_id),
    [user_id],
  );
  await olive.ok('POST', `/users/${user_id}/reactivate`, {});
  for (const name of everybody) {
    const events = await phones.phone(name).events();
    assert.ok(
      events.some((event) => event.type === 'realm_user' && event.person.is_active === true),
      name,
    );
  }
});

test('bots are created, changed and transferred', async () => {
  const melAgain = await phones.as('mel');
  const { user_id } = await melAgain.ok('POST', '/bots', { full_name: 'Weather Bot', short_name: 'weather' });
  for (const name of everybody) {
    const events = await phones.phone(name).events();
    const addedEvent = events.find((event) => event.type === 'realm_user' && event.op === 'add');
    assert.deepEqual(
      [addedEvent?.person.bot_type, addedEvent?.person.bot_owner_id],
      [1, phones.id('mel')],
      name,
    );
  }
  await olive.ok('PATCH', `/bots/${user_id}`, { bot_owner_id: phones.id('olive') });
  for (const name of everybody) {
    const events = await phones.phone(name).events();
    assert.ok(
      events.some((event) => event.person?.bot_owner_id === phones.id('olive')),
      name,
    );
  }
  await olive.ok('DELETE', `/bots/${user_id}`, {});
  await settle();
});

test('groups are created, changed, filled, nested and deactivated', async () => {
  const add = ['user_group/add'];
  const eventsByPerson = await phones.expectEvents(
    { olive: add, mel: [...add, 'message'], mia: add, gus: add },
    () =>
      olive.ok('POST', '/user_groups/create', {
        name: 'bakers',
        description: 'They bake',
        members: [phones.id('mel')],
      }),
  );
  const id = eventsByPerson.get('mia')?.[0]?.group.id;
  await settle();
  const change = (path: string, parameters: Record<string, unknown>) =>
    olive.ok(path === '' ? 'PATCH' : 'POST', `/user_groups/${id}${path}`, parameters);
  await phones.expectSameEvents(['user_group/update'], () => change('', { name: 'the bakers' }));
  await phones.expectSameEvents(['user_group/update'], () =>
    change('', { can_mention_group: { new: { direct_members: [phones.id('mia')], direct_subgroups: [] } } }),
  );
  const groupOf = async (name: string): Promise<number> => {
    const { realm_user_groups } = await mel.register();
    const found = realm_user_groups.find((group) => group.name === name);
    assert.ok(found);
    return found.id;
  };
  await change('/members', { add: [phones.id('mia')] });
  for (const name of everybody)
    assert.ok(
      (await phones.phone(name).events()).some((event) => event.op === 'add_members'),
      name,
    );
  await change('/members', { delete: [phones.id('mia')] });
  for (const name of everybody)
    assert.ok(
      (await phones.phone(name).events()).some((event) => event.op === 'remove_members'),
      name,
    );
  const moderators = await groupOf('role:moderators');
  await phones.expectSameEvents(['user_group/add_subgroups'], () =>
    change('/subgroups', { add: [moderators] }),
  );
  await phones.expectSameEvents(['user_group/remove_subgroups'], () =>
    change('/subgroups', { delete: [moderators] }),
  );
  // The older client gets the group's removal.
  const update = ['user_group/update'];
  await phones.expectEvents({ olive: update, mel: update, gus: update, mia: ['user_group/remove'] }, () =>
    change('/deactivate', {}),
  );
});

test('a limited guest sees placeholders for invisible people', async () => {
  const { user_id } = await olive.ok('POST', '/users', {
    email: 'zoe@example.com',
    full_name: 'Zoe',
    password: 'a long enough word',
  });
  await settle();
  const gus = phones.phone('gus');
  await limitGuests(server, true);
  // A change of everything that the guest sees ends the queue.
  await assert.rejects(gus.events(), { code: 'BAD_EVENT_QUEUE_ID' });
  const { realm_users } = await gus.register();
  assert.equal(realm_users.find((user) => user.user_id === user_id)?.full_name, 'Unknown user');
  await settle();
  const update = ['realm_user/update'];
  await phones.expectEvents({ olive: update, mel: update, mia: update }, () =>
    olive.ok('PATCH', `/users/${user_id}`, { full_name: 'Zoe Zest' }),
  );
  await phones.expectSameEvents(update, () =>
    olive.ok('PATCH', `/users/${phones.id('mia')}`, { full_name: 'Mia Member' }),
  );
  const square = await olive.ok('POST', '/users/me/subscriptions', {
    subscriptions: [{ name: 'town square' }],
    principals: [user_id],
  });
  assert.ok(square);
  const personEvent = (await gus.events()).find((event) => event.type === 'realm_user');
  assert.deepEqual([personEvent?.op, personEvent?.person.full_name], ['add', 'Zoe Zest']);
});

test('saved snippets are synchronized', skippedWithout('/saved_snippets'), async () => {
  await settle();
  await phones.expectEvents({ mel: ['saved_snippets/add'] }, () =>
    mel.post(savedSnippetMade, 'saved_snippets', { title: raw('Hello'), content: raw('Hello, I am Mel.') }),
  );
  const { saved_snippets } = await mel.register();
  assert.deepEqual(
    saved_snippets.map((snippet) => snippet.title),
    ['Hello'],
  );
});

test('a phone registers for notifications', skippedWithout('/register_client_device'), async () => {
  await settle();
  await phones.expectEvents({ mel: ['device/add'] }, () =>
    mel.post(registeredDevice, 'register_client_device', {}),
  );
  assert.equal((await mel.register()).devices.size, 1);
});
