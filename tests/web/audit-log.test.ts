// The sentences of the audit log screen: one for every kind of entry.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { State } from '../../client/state/state.ts';
import { auditKindNames } from '../../src/model/audit/audit-kinds.ts';
import { compiledTexts } from '../../src/texts/language-files.mjs';
import { chooseLanguage, loadTexts } from '../../web/i18n/texts.ts';
import { actParts, type Entry, kindText } from '../../web/organization/audit/acts.ts';
import { actorText, detailTexts, targetText } from '../../web/organization/audit/entry-texts.ts';

const state = {
  realm_users: [
    { user_id: 4, full_name: 'Olive Owner' },
    { user_id: 7, full_name: 'Mel Member' },
  ],
  realm_user_groups: [
    { id: 2, name: 'role:administrators', is_system_group: true },
    { id: 9, name: 'pilots', is_system_group: false },
  ],
  streams: [{ stream_id: 3, name: 'plans' }],
  channel_folders: [{ id: 5, name: 'Teams' }],
} as unknown as State;

const entry = (kind: Entry['kind'], fields: Partial<Entry>): Entry => ({
  id: 1,
  timestamp: 1_700_000_000,
  kind,
  by_command: false,
  acting_user_id: 4,
  affected_user_id: null,
  stream_id: null,
  group_id: null,
  ip_address: null,
  count: 1,
  details: {},
  ...fields,
});
const sentence = (one: Entry) =>
  [
    actParts(one.kind, actorText(state, one), targetText(state, one)).join(''),
    ...detailTexts(state, one),
  ].join(' · ');

before(() => Promise.all([loadTexts('secondary'), loadTexts('administration')]));
after(() => chooseLanguage('en'));

test('every kind of entry has a sentence, and unknown kinds have none', () => {
  const keys = Object.keys(compiledTexts('en')).filter((key) => /^audit\..*_/.test(key));
  assert.deepEqual(keys.sort(), auditKindNames.map((kind) => `audit.${kind}`).sort());
});

for (const [kind, fields, expected] of [
  [
    'role_changed',
    { affected_user_id: 7, details: { old: 400, new: 300 } },
    'Olive Owner changed the role of Mel Member · Member → Moderator',
  ],
  [
    'user_renamed',
    {
      acting_user_id: null,
      affected_user_id: 7,
      details: { old: 'Mel', new: 'Mel Member', door: 'scim' },
    },
    'The directory (SCIM) renamed Mel Member · Mel → Mel Member',
  ],
  [
    'log_in',
    { affected_user_id: 4, ip_address: '192.0.2.7', count: 3, details: { door: 'page' } },
    'Olive Owner logged in · in a browser · 192.0.2.7 · 3 times',
  ],
  [
    'log_in_failed',
    {
      acting_user_id: null,
      affected_user_id: 7,
      ip_address: '192.0.2.7',
      details: { door: 'fetch_api_key' },
    },
    'Someone failed to log in as Mel Member · with an app · 192.0.2.7',
  ],
  [
    'permissions_granted',
    { acting_user_id: null, by_command: true, affected_user_id: 7, details: { names: ['can_create_users'] } },
    'A command on the server gave Mel Member special permissions · create accounts',
  ],
  [
    'organization_setting_changed',
    { details: { property: 'invite_required', old: true, new: false } },
    'Olive Owner changed the setting “Require an invitation to join” · on → off',
  ],
  [
    'organization_setting_changed',
    {
      details: {
        property: 'can_create_groups',
        old_permission: 2,
        new_permission: { direct_members: [7], direct_subgroups: [9] },
      },
    },
    'Olive Owner changed the setting “Who can create user groups” · Administrators → pilots and Mel Member',
  ],
  [
    'organization_setting_changed',
    { details: { property: 'signup_announcements_stream_id', old_stream_id: -1, new_stream_id: 3 } },
    'Olive Owner changed the setting “Announce new people in” · – → #plans',
  ],
  [
    'channel_changed',
    { stream_id: 3, details: { property: 'name', old: 'ideas', new: 'plans' } },
    'Olive Owner changed the channel #plans · Name · ideas → plans',
  ],
  [
    'group_members_added',
    { group_id: 9, details: { user_ids: [4, 7] } },
    'Olive Owner added people to the group pilots · Olive Owner and Mel Member',
  ],
  [
    'subscribers_added',
    { stream_id: 3, details: { user_ids: [4, 7], user_ids_count: 1000, stream_ids: [3] } },
    'Olive Owner subscribed Olive Owner, Mel Member, and 998 others to channels · #plans',
  ],
  [
    'subscribers_removed',
    { affected_user_id: 7, stream_id: 3, details: { user_ids: [7], stream_ids: [3] } },
    'Olive Owner unsubscribed Mel Member from channels · #plans',
  ],
  [
    'message_deleted',
    { affected_user_id: 7, stream_id: 3, count: 2, details: { message_ids: [11, 12] } },
    'Olive Owner deleted messages of Mel Member · #plans · 2 times',
  ],
  [
    'topic_deleted',
    { stream_id: 3, details: { name: 'lunch', messages: 12 } },
    'Olive Owner deleted a topic of #plans · lunch · 12 messages',
  ],
  [
    'bot_owner_changed',
    { affected_user_id: 7, details: { old_user_id: 7, new_user_id: 4 } },
    'Olive Owner changed the owner of the bot Mel Member · Mel Member → Olive Owner',
  ],
  [
    'invitation_sent',
    { details: { emails: ['ann@example.com', 'bob@example.com'], role: 600 } },
    'Olive Owner invited ann@example.com and bob@example.com · Guest',
  ],
  [
    'group_members_added',
    { acting_user_id: null, group_id: 9, details: { user_ids: [7] } },
    'The server added people to the group pilots · Mel Member',
  ],
  [
    'channel_created',
    { stream_id: 3, details: { name: 'plans', privacy: 'Private, shared history' } },
    'Olive Owner created the channel #plans · Who can see it: Subscribers only, including earlier messages',
  ],
  [
    'channel_changed',
    { stream_id: 3, details: { property: 'name', old: 'mail', new: 'settings' } },
    'Olive Owner changed the channel #plans · Name · mail → settings',
  ],
  [
    'channel_changed',
    { stream_id: 3, details: { property: 'folder_id', old_folder_id: null, new_folder_id: 5 } },
    'Olive Owner changed the channel #plans · Folder · – → Teams',
  ],
  [
    'bot_created',
    { affected_user_id: 7, details: { name: 'Mel Member', bot_type: 2 } },
    'Olive Owner created the bot Mel Member · Incoming webhook',
  ],
  [
    'linkifier_changed',
    { details: { old_name: 'Q', name: 'R', property: 'url_template', old: 'https://a', new: 'https://a' } },
    'Olive Owner changed the linkifier R · Q → R',
  ],
  [
    'linkifier_changed',
    { details: { old_name: 'Q', name: 'Q', property: 'url_template', old: 'https://a', new: 'https://b' } },
    'Olive Owner changed the linkifier Q · URL template · https://a → https://b',
  ],
  [
    'linkifier_added',
    { details: { name: 'Q', new: 'https://a' } },
    'Olive Owner added the linkifier Q · https://a',
  ],
  [
    'organization_setting_changed',
    { details: { property: 'message_content_edit_limit_seconds', old: 600, new: null } },
    'Olive Owner changed the setting “Time limit for editing messages” · 10 minutes → No limit',
  ],
  [
    'organization_setting_changed',
    {
      details: { property: 'authentication_methods', old: { Email: true }, new: { Email: true, LDAP: true } },
    },
    'Olive Owner changed the setting “Login methods” · Email address and password → Email address and password and LDAP',
  ],
  [
    'default_setting_changed',
    { details: { property: 'color_scheme', old: 1, new: 2 } },
    'Olive Owner changed the default for new accounts: Appearance: Theme · Same as system → Dark',
  ],
  [
    'user_settings_changed',
    { affected_user_id: 7, details: { names: ['enter_sends', 'user_list_style'] } },
    'Olive Owner changed settings of Mel Member · Writing and reading: Press Enter to send messages and User list style',
  ],
  [
    'password_changed',
    { acting_user_id: null, by_command: true, affected_user_id: 7, details: { by: 'command' } },
    'A command on the server changed the password of Mel Member',
  ],
  [
    'group_subgroups_added',
    { group_id: 9, details: { group_ids: [77] } },
    'Olive Owner added groups to the group pilots · a group that no longer exists',
  ],
  ['emoji_removed', { details: { name: 'party' } }, 'Olive Owner removed the emoji party'],
] as const satisfies readonly (readonly [Entry['kind'], Partial<Entry>, string])[]) {
  test(`an entry is described as "${expected}"`, () => {
    assert.equal(sentence(entry(kind, fields)), expected);
  });
}

test('an entry is described in German when the page is in German', async () => {
  await chooseLanguage('de');
  const one = entry('role_changed', { affected_user_id: 7, details: { old: 400, new: 300 } });
  assert.equal(sentence(one), 'Olive Owner hat die Rolle von Mel Member geändert · Mitglied → Moderation');
});

test('sentences have the order of words of their language, and kinds do without an actor', async () => {
  const one = entry('user_renamed', { affected_user_id: 7 });
  await chooseLanguage('ja');
  assert.equal(sentence(one), 'Olive Ownerが Mel Member の名前を変更');
  await chooseLanguage('ar');
  assert.equal(kindText('group_created'), 'إنشاء المجموعة \u2068…\u2069');
  const parts = actParts('user_renamed', { bold: 'Olive' }, 'Mel');
  assert.deepEqual(parts, [{ bold: 'Olive' }, ': تغيير اسم ', '\u2068Mel\u2069']);
  await chooseLanguage('en');
  assert.equal(kindText('user_renamed'), 'renamed …');
});
