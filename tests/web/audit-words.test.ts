// The audit log screen has texts in each language for everything that the server records: every kind, and every
// word and setting name in the details. No internal name is displayed.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { State } from '../../client/state/state.ts';
import { grants } from '../../src/actions/accounts/grants.ts';
import { nameParameters, settingParameters } from '../../src/api/organization/setting-parameters.ts';
import { keysOf } from '../../src/api-contract/typed-records.ts';
import { userSettings } from '../../src/model/accounts/user-settings.ts';
import { type AuditKind, auditKindNames } from '../../src/model/audit/audit-kinds.ts';
import { auditLoginMethods } from '../../src/model/audit/login-methods.ts';
import { privacyName } from '../../src/model/channels/channel-privacy.ts';
import { exportKinds } from '../../src/model/exports/export-schema.ts';
import { gifProviderChoices } from '../../src/model/gifs/gif-provider.ts';
import { channelPermissions, userGroupPermissions } from '../../src/model/groups/permission-settings.ts';
import { organizationPictures } from '../../src/model/organizations/picture-files.ts';
import { allQuotas } from '../../src/model/quotas/quota.ts';
import { textLanguages } from '../../src/texts/language-files.mjs';
import { chooseLanguage, loadTexts, t } from '../../web/i18n/texts.ts';
import { actParts, type Entry } from '../../web/organization/audit/acts.ts';
import { detailTexts, targetText } from '../../web/organization/audit/entry-texts.ts';

const state = { realm_users: [], realm_user_groups: [], streams: [] } as unknown as State;

const entryOf = (kind: AuditKind, details: Entry['details']): Entry => ({
  id: 1,
  timestamp: 1_700_000_000,
  kind,
  by_command: false,
  acting_user_id: null,
  affected_user_id: null,
  stream_id: null,
  group_id: null,
  ip_address: null,
  count: 1,
  details,
});
const flags = [true, false];
const privacies = flags.flatMap((isPrivate) =>
  flags.flatMap((isWebPublic) =>
    flags.map((isHistoryPublic) => privacyName({ isPrivate, isWebPublic, isHistoryPublic })),
  ),
);
const channelProperties = [
  'name',
  'description',
  'privacy',
  'message_retention_days',
  'topics_policy',
  'default_push_notifications',
  'folder_id',
  ...keysOf(channelPermissions),
];
const topicsPolicies = ['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'];

type AuditCase = readonly [AuditKind, Entry['details'], string | number];
const each = <T extends string | number>(
  kind: AuditKind,
  words: readonly T[],
  details: (word: T) => Entry['details'],
): AuditCase[] => words.map((word) => [kind, details(word), word]);

/** Cases: the kind, the details, and the internal word that must not be displayed. */
const cases: readonly AuditCase[] = [
  ...each('log_in', auditLoginMethods, (door) => ({ door })),
  ...each('log_in_failed', auditLoginMethods, (door) => ({ door })),
  ...each('password_changed', ['settings', 'mail'], (by) => ({ by })),
  ...each('channel_created', privacies, (privacy) => ({ name: 'plans', privacy })),
  ...each('channel_changed', channelProperties, (property) => ({ property, old: 1, new: 2 })),
  ...each('channel_changed', topicsPolicies, (value) => ({ property: 'topics_policy', old: value })),
  ...each('channel_changed', privacies, (value) => ({ property: 'privacy', old: value })),
  ...each('group_changed', ['name', 'description', ...keysOf(userGroupPermissions)], (property) => ({
    property,
    old: 1,
    new: 2,
  })),
  ...each(
    'organization_setting_changed',
    keysOf({ ...nameParameters, ...settingParameters }),
    (property) => ({
      property,
      old: 1,
      new: 2,
    }),
  ),
  ...each('organization_setting_changed', gifProviderChoices, (value) => ({
    property: 'gif_provider',
    old: value,
    new: 'none',
  })),
  ...each(
    'quota_changed',
    allQuotas.map(({ name }) => name),
    (property) => ({ property, old: 1, new: 2 }),
  ),
  ...each('default_setting_changed', keysOf(userSettings), (property) => ({ property, old: 1, new: 2 })),
  ...each('user_settings_changed', keysOf(userSettings), (name) => ({ names: [name] })),
  ...each('linkifier_changed', ['url_template'], (property) => ({ property, old: 1, new: 2 })),
  ...each('permissions_granted', keysOf(grants), (name) => ({ names: [name] })),
  ...each('permissions_revoked', keysOf(grants), (name) => ({ names: [name] })),
  ...each('bot_created', [1, 2, 3], (bot_type) => ({ name: 'Bot', bot_type })),
  ...each('export_started', exportKinds, (export_type) => ({ export_type })),
  ...each('export_written', exportKinds, (export_type) => ({ export_type })),
  ...each('organization_picture_changed', organizationPictures, (picture) => ({
    picture,
    shown: 'uploaded',
  })),
  ...each('organization_picture_changed', ['uploaded', 'generated'], (shown) => ({ picture: 'icon', shown })),
  ...each('messages_erased', ['public_channels', 'private_channels', 'direct_messages'], (one) => ({
    of: [one],
  })),
];

before(() => Promise.all([loadTexts('secondary'), loadTexts('administration')]));
after(() => chooseLanguage('en'));

for (const language of textLanguages()) {
  describe(`in ${language}`, () => {
    before(() => chooseLanguage(language));

    test('every kind of entry has a sentence', () => {
      for (const kind of auditKindNames) {
        const sentence = actParts(kind, 'OLIVE', 'SOMETHING').join('');
        assert.match(sentence, /OLIVE/);
        assert.ok(!sentence.includes(kind) && !sentence.includes('{'), sentence);
        assert.ok(sentence.length > 2, sentence);
      }
    });

    test('every code in the details has a label', () => {
      for (const [kind, details, word] of cases) {
        const entry = entryOf(kind, details);
        const texts = [targetText(state, entry), ...detailTexts(state, entry)];
        const all = texts.join(' ');
        assert.ok(all.length > 3, `${kind} says nothing of ${word}`);
        assert.ok(!texts.includes(String(word)), `${kind} says ${word} as it is`);
        assert.doesNotMatch(all, /\w_\w|[a-z]\.[a-z]/, `${kind}: ${all}`);
      }
    });
  });
}

test('no text of an entry is in English when the page is in German', async () => {
  const shownTexts = () =>
    cases.map(([kind, details]) => detailTexts(state, entryOf(kind, details)).join(' ') || t('audit.none'));
  await chooseLanguage('en');
  const english = shownTexts();
  await chooseLanguage('de');
  const untranslated = shownTexts().filter(
    (text, index) => text === english[index] && !/^[A-Z\d → ]*$/.test(text),
  );
  assert.deepEqual(untranslated, []);
});
