// PATCH /realm: every setting, who may change it, the answer and the events.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { updateOrganization as storeOrganization } from '../../src/stores/organizations/organization-store.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer({
  calls: { mode: 'direct', stunUrls: [], turn: { urls: ['turn:127.0.0.1'], secret: 'a secret' } },
});
const [olive, adam, mel, gus] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mel'),
  server.as('gus'),
]);
const everybody = [olive, adam, mel, gus];

async function groupId(name: string): Promise<number> {
  const { realm_user_groups: groups } = await olive.ok('POST', '/register', {
    fetch_event_types: ['realm_user_groups'],
  });
  return groups.find((group: { name: string }) => group.name === name).id;
}

/** Another value for every setting, and the stored value if it differs from the sent one. */
const changes: readonly (readonly [name: string, sent: unknown, stored?: unknown])[] = [
  ['description', '**ours**'],
  ['default_language', 'de'],
  ['default_code_block_language', 'python'],
  ['default_avatar_source', 'G'],
  ['org_type', 35],
  ['welcome_message_custom_text', 'Welcome!'],
  ['want_advertise_in_communities_directory', true],
  ['media_preview_size', 150],
  ['invite_required', false],
  ['emails_restricted_to_domains', true],
  ['disallow_disposable_email_addresses', false],
  ['name_changes_disabled', true],
  ['email_changes_disabled', true],
  ['avatar_changes_disabled', true],
  ['require_unique_names', true],
  ['second_factor_required_for', 'moderators'],
  ['enable_spectator_access', true],
  ['enable_guest_user_indicator', false],
  ['enable_guest_user_dm_warning', false],
  ['allow_message_editing', false],
  ['message_content_edit_limit_seconds', 'unlimited', null],
  ['message_content_delete_limit_seconds', 3600],
  ['move_messages_within_stream_limit_seconds', 'unlimited', null],
  ['move_messages_between_streams_limit_seconds', 60],
  ['message_edit_history_visibility_policy', 'none'],
  ['message_retention_days', 30],
  ['topics_policy', 'disable_empty_topic'],
  ['inline_image_preview', false],
  ['inline_url_embed_preview', true],
  ['enable_read_receipts', false],
  ['gif_rating_policy', 4],
  ['video_chat_provider', 0],
  ['calls_always_relay', true],
  ['jitsi_server_url', 'https://meet.example'],
  ['send_channel_events_messages', true],
  ['send_welcome_emails', false],
  ['message_content_allowed_in_email_notifications', false],
  ['digest_emails_enabled', true],
  ['digest_weekday', 6],
  ['require_e2ee_push_notifications', true],
];

/** The event of a changed setting: most have one of their own, and a few share the event with several properties. */
function eventOf(name: string, value: unknown) {
  const inDictionary = {
    allow_message_editing: { allow_message_editing: value },
    message_content_edit_limit_seconds: { message_content_edit_limit_seconds: value },
    topics_policy: { topics_policy: value, mandatory_topics: true },
    description: { description: value, rendered_description: '<p><strong>ours</strong></p>' },
  }[name];
  return inDictionary
    ? { type: 'realm', op: 'update_dict', property: 'default', data: inDictionary }
    : { type: 'realm', op: 'update', property: name, value };
}

/** One of those with an event of their own, and all others. */
const oneByOne = new Set([
  'allow_message_editing',
  'message_content_edit_limit_seconds',
  'topics_policy',
  'description',
  'digest_weekday',
]);

describe('PATCH /realm', () => {
  for (const [name, wanted, known] of changes.filter(([name]) => oneByOne.has(name))) {
    test(`changes ${name} and sends it to everyone`, async () => {
      const { snapshot } = await olive.registerQueue({ fetch_event_types: ['realm'] });
      const sent = typeof wanted === 'boolean' ? !snapshot[`realm_${name}`] : wanted;
      const stored = known === undefined ? sent : known;
      const eventLists = await expectFold(everybody, async () => {
        const answer = await olive.ok('PATCH', '/realm', { [name]: sent });
        assert.deepEqual(answer[name], typeof stored === 'string' ? 'updated' : stored);
        assert.equal(answer.ignored_parameters_unsupported, undefined);
      });
      for (const events of eventLists) {
        const [event] = events.filter(({ type }) => type === 'realm');
        const { id, ...realmEvents } = event;
        assert.deepEqual(realmEvents, eventOf(name, stored));
      }
    });
  }

  test('changes many settings at once and sends each to everyone', async () => {
    const { snapshot } = await olive.registerQueue({ fetch_event_types: ['realm'] });
    const many = changes
      .filter(([name]) => !oneByOne.has(name))
      .map(([name, wanted, known]) => {
        const sent = typeof wanted === 'boolean' ? !snapshot[`realm_${name}`] : wanted;
        return { name, sent, stored: known === undefined ? sent : known };
      });
    const eventLists = await expectFold(everybody, async () => {
      const sent = Object.fromEntries(many.map((one) => [one.name, one.sent]));
      const { result: _r, msg: _m, ...answer } = await olive.ok('PATCH', '/realm', sent);
      const answeredSettings = many.map(({ name, stored }) => [
        name,
        typeof stored === 'string' ? 'updated' : stored,
      ]);
      assert.deepEqual(answer, Object.fromEntries(answeredSettings));
    });
    for (const events of eventLists) {
      const realmEvents = events.filter(({ type }) => type === 'realm').map(({ id: _, ...event }) => event);
      const byName = (one: { property: string }, other: { property: string }) =>
        one.property < other.property ? -1 : 1;
      const expected = many.map(({ name, stored }) => ({
        ...{ type: 'realm', op: 'update' },
        property: name,
        value: stored,
      }));
      assert.deepEqual(realmEvents.sort(byName), expected.sort(byName));
    }
  });

  test('ignores unchanged values, and sends no event', async () => {
    await olive.ok('PATCH', '/realm', { digest_weekday: 2 });
    const listener = await mel.registerQueue();
    const answer = await olive.ok('PATCH', '/realm', { digest_weekday: 2 });
    assert.deepEqual(Object.keys(answer).sort(), ['msg', 'result']);
    assert.deepEqual(await listener.events(), []);
  });

  test('renames the organization', async () => {
    await expectFold(everybody, () => adam.ok('PATCH', '/realm', { name: 'Another name' }));
    await adam.refused('PATCH', '/realm', { name: 'x'.repeat(41) }, 'BAD_REQUEST', /^name is too long/);
    assert.equal((await server.anonymous.ok('GET', '/server_settings')).realm_name, 'Another name');
  });

  test('sends the HTML of a new description with its text', async () => {
    const listener = await mel.registerQueue();
    await adam.ok('PATCH', '/realm', { description: 'a *new* one' });
    const [event] = await listener.eventsOf('realm');
    assert.deepEqual(event.data, {
      description: 'a *new* one',
      rendered_description: '<p>a <em>new</em> one</p>',
    });
  });

  test('accepts a visible channel for notices, and any negative number for none', async () => {
    const channelId = await adam.ok('GET', '/get_stream_id', { stream: 'general' }).then(
      (body) => body.stream_id,
      () => undefined,
    );
    if (channelId === undefined) return;
    await expectFold(everybody, () =>
      adam.ok('PATCH', '/realm', { signup_announcements_stream_id: channelId }),
    );
    await expectFold(everybody, () => adam.ok('PATCH', '/realm', { signup_announcements_stream_id: -3 }));
    const refused = { moderation_request_channel_id: channelId };
    await adam.refused(
      'PATCH',
      '/realm',
      refused,
      'BAD_REQUEST',
      'Moderation request channel must be private.',
    );
  });

  test('refuses channels that do not exist', async () => {
    const refused = { new_stream_announcements_stream_id: 999_999 };
    await adam.refused('PATCH', '/realm', refused, 'BAD_REQUEST', 'Invalid channel ID');
  });

  test('promotes and demotes full members when the waiting period changes', async () => {
    const full = await groupId('role:fullmembers');
    const [[event] = []] = await Promise.all([
      expectFold(everybody, () => olive.ok('PATCH', '/realm', { waiting_period_threshold: 60 })).then(
        (seen) => (seen[0] ?? []).filter(({ type }) => type === 'user_group'),
      ),
    ]);
    assert.equal(event.op, 'remove_members');
    assert.equal(event.group_id, full);
    assert.ok(event.user_ids.includes(mel.userId));
    await expectFold(everybody, () => olive.ok('PATCH', '/realm', { waiting_period_threshold: 0 }));
  });

  test('refuses values out of their ranges', async () => {
    const refuse = (parameters: Record<string, unknown>, code: string, message: string) =>
      olive.refused('PATCH', '/realm', parameters, code, message);
    await refuse({ digest_weekday: 7 }, 'BAD_REQUEST', 'digest_weekday is too large');
    await refuse({ gif_rating_policy: 9 }, 'BAD_REQUEST', 'Invalid gif_rating_policy 9');
    await refuse({ video_chat_provider: 4 }, 'BAD_REQUEST', 'Invalid video_chat_provider 4');
    await refuse({ default_language: 'xx' }, 'BAD_REQUEST', "Invalid language 'xx'");
    await refuse({ topics_policy: 'never' }, 'BAD_REQUEST', 'Invalid topics_policy');
    await refuse({ media_preview_size: 120 }, 'BAD_REQUEST', 'Invalid media_preview_size');
    const limit = "Bad value for 'message_content_edit_limit_seconds': 0";
    await refuse({ message_content_edit_limit_seconds: 0 }, 'REQUEST_VARIABLE_INVALID', limit);
  });

  test('keeps at least one login method', async () => {
    const none = { authentication_methods: { Email: false, Dev: false } };
    const message = 'At least one authentication method must be enabled.';
    await olive.refused('PATCH', '/realm', none, 'BAD_REQUEST', message);
    await expectFold(everybody, () =>
      olive.ok('PATCH', '/realm', { authentication_methods: { Email: false, Dev: true } }),
    );
    const { email_auth_enabled: isOn } = await server.anonymous.ok('GET', '/server_settings');
    assert.equal(isOn, false);
    await olive.ok('PATCH', '/realm', { authentication_methods: { Email: true } });
  });

  test('is for administrators, and some settings for owners', async () => {
    const admin = 'Must be an organization administrator';
    await mel.refused('PATCH', '/realm', { digest_weekday: 1 }, 'UNAUTHORIZED_PRINCIPAL', admin);
    for (const setting of [
      { invite_required: true },
      { waiting_period_threshold: 1 },
      { message_retention_days: 5 },
      { can_manage_all_groups: { new: 1 } },
      { string_id: 'demo' },
    ]) {
      await adam.refused(
        'PATCH',
        '/realm',
        setting,
        'UNAUTHORIZED_PRINCIPAL',
        'Must be an organization owner',
      );
    }
    await adam.ok('PATCH', '/realm', { digest_weekday: 1 });
  });

  test('reports unknown settings', async () => {
    const answer = await adam.ok('PATCH', '/realm', { mandatory_topics: true, plan_type: 2 });
    assert.deepEqual(answer.ignored_parameters_unsupported, ['mandatory_topics', 'plan_type']);
  });
});

describe('permissions of the organization', () => {
  test('accept a group, or people and groups, and are sent in canonical form', async () => {
    const [members, owners] = await Promise.all([groupId('role:members'), groupId('role:owners')]);
    const eventLists = await expectFold(everybody, async () => {
      const answer = await adam.ok('PATCH', '/realm', {
        can_add_custom_emoji_group: { new: { direct_members: [mel.userId], direct_subgroups: [owners] } },
      });
      assert.deepEqual(answer.can_add_custom_emoji_group, {
        direct_members: [mel.userId],
        direct_subgroups: [owners],
      });
    });
    assert.equal(eventLists[0]?.length, 1);
    await expectFold(everybody, () =>
      adam.ok('PATCH', '/realm', {
        can_add_custom_emoji_group: { new: { direct_members: [], direct_subgroups: [members] } },
      }),
    );
  });

  test('check the value that the client saw', async () => {
    const [members, owners] = await Promise.all([groupId('role:members'), groupId('role:owners')]);
    await adam.ok('PATCH', '/realm', { can_create_bots_group: { new: members } });
    const stale = { can_create_bots_group: { new: owners, old: owners } };
    const message = "'old' value does not match the expected value.";
    const refusal = await adam.refused('PATCH', '/realm', stale, 'EXPECTATION_MISMATCH', message);
    assert.equal(refusal.field_name, 'old');
  });

  test('refuse groups by their flags', async () => {
    const [nobody, everyone, internet] = await Promise.all([
      groupId('role:nobody'),
      groupId('role:everyone'),
      groupId('role:internet'),
    ]);
    const refuse = (name: string, value: unknown, code: string, message: string) =>
      olive.refused('PATCH', '/realm', { [name]: { new: value } }, code, message);
    await refuse(
      'can_create_groups',
      everyone,
      'BAD_REQUEST',
      "'can_create_groups' setting cannot be set to 'role:everyone' group.",
    );
    await refuse(
      'can_manage_all_groups',
      nobody,
      'BAD_REQUEST',
      "'can_manage_all_groups' setting cannot be set to 'role:nobody' group.",
    );
    await refuse(
      'can_delete_own_message_group',
      internet,
      'BAD_REQUEST',
      "'can_delete_own_message_group' setting cannot be set to 'role:internet' group.",
    );
    await refuse(
      'can_access_all_users_group',
      { direct_members: [mel.userId], direct_subgroups: [] },
      'SYSTEM_GROUP_REQUIRED',
      "'can_access_all_users_group' must be a system user group.",
    );
    await refuse('can_create_groups', 999_999, 'BAD_REQUEST', 'Invalid user group');
  });

  test('end the queues of guests when the people that guests see change', async () => {
    const members = await groupId('role:members');
    const listener = await gus.registerQueue();
    await adam.ok('PATCH', '/realm', { can_access_all_users_group: { new: members } });
    const poll = {
      queue_id: listener.queueId,
      last_event_id: listener.snapshot.last_event_id,
      dont_block: true,
    };
    await gus.refused('GET', '/events', poll, 'BAD_EVENT_QUEUE_ID');
    await adam.ok('PATCH', '/realm', { can_access_all_users_group: { new: await groupId('role:everyone') } });
  });
});

describe('short names', () => {
  test('are available, or not for a reason', async () => {
    const answer = async (name: string) => (await server.anonymous.ok('GET', `/realm/subdomain/${name}`)).msg;
    assert.equal(await answer('our-team'), 'available');
    assert.equal(await answer('-team'), "Subdomain cannot start or end with a '-'.");
    assert.equal(await answer('Team'), "Subdomain can only have lowercase letters, numbers, and '-'s.");
    assert.equal(await answer('ab'), 'Subdomain needs to have length 3 or greater.');
    assert.equal(await answer('admin'), 'Subdomain reserved. Please choose a different one.');
    await server.server.services.database.write(1, (writer) =>
      storeOrganization(writer, { string_id: 'our-team' }),
    );
    assert.equal(await answer('our-team'), 'Subdomain already in use. Please choose a different one.');
  });

  test('stay the same: the address is the host, which the API does not change', async () => {
    const message =
      'The short name cannot be changed. The address of the organization is its host, which the operator can change with the command "organization host".';
    await olive.refused('PATCH', '/realm', { string_id: 'another' }, 'BAD_REQUEST', message);
  });
});
