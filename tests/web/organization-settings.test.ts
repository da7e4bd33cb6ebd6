// The pages of organization settings, compared with what the server accepts: none is missing, and each is offered
// with all accepted values to those who may change it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { State } from '../../client/state/state.ts';
import { nameParameters, settingParameters } from '../../src/api/organization/setting-parameters.ts';
import { organizationPermissions } from '../../src/model/groups/permission-settings.ts';
import { languages } from '../../src/model/languages.ts';
import {
  isOrganizationSetting,
  organizationSettings,
} from '../../src/model/organizations/organization-settings.ts';
import { compiledTexts, textLanguages } from '../../src/texts/language-files.mjs';
import { listedChannels } from '../../web/organization/settings/channels-to-choose.ts';
import { languageCodes, languageOptions } from '../../web/organization/settings/languages.ts';
import { settingPages } from '../../web/organization/settings/pages.ts';
import { permissionGroups } from '../../web/organization/settings/permissions.ts';
import { lockOf, type Setting } from '../../web/organization/settings/setting.ts';
import { limitOf, offeredLimits, secondsOf } from '../../web/organization/settings/time-limits.ts';

const groups = [...Object.values(settingPages).flat(), ...permissionGroups];
const displayedSettings: readonly Setting[] = groups.flatMap(({ settings }) => settings);
const accepted = { ...nameParameters, ...settingParameters };

test('every changeable setting is displayed exactly once, and no others', () => {
  // The short name is only accepted for other clients, and does not change.
  const changeable = Object.keys(accepted).filter((name) => name !== 'string_id');
  assert.deepEqual(displayedSettings.map(({ name }) => name).sort(), changeable.sort());
});

test('every permission of the organization is on the permissions page', () => {
  const names = permissionGroups.flatMap(({ settings }) => settings.map(({ name }) => name));
  assert.deepEqual(names.sort(), Object.keys(organizationPermissions).sort());
});

test('every setting has a label and an explanation in each language', () => {
  for (const texts of textLanguages().map((code) => compiledTexts(code))) {
    for (const { name } of displayedSettings) {
      assert.ok(String(texts[`setting.${name}`] ?? '').length > 1, name);
      assert.match(String(texts[`settingHelp.${name}`]), /[.。]$/, name);
    }
    for (const { title } of groups) assert.ok(texts[title], title);
  }
});

test('exactly the owner-only settings are marked', () => {
  const ofOwners = Object.keys(accepted).filter(
    (name) => isOrganizationSetting(name) && organizationSettings[name].changedBy === 'owner',
  );
  assert.deepEqual(
    displayedSettings
      .filter(({ isOwners }) => isOwners)
      .map(({ name }) => name)
      .sort(),
    ofOwners.sort(),
  );
});

/** Every value that a control offers, apart from typed numbers and texts. */
function offeredBy(setting: Setting): readonly unknown[] {
  switch (setting.kind) {
    case 'check':
      return [true, false];
    case 'choice':
      return setting.options.map(({ value }) => value);
    case 'language':
      return languageCodes;
    case 'limit':
      return offeredLimits.map((limit) => limit ?? 'unlimited');
    case 'days':
      return ['unlimited', 365];
    case 'number':
      return [0, 30];
    case 'channel':
      return [-1, 7];
    case 'methods':
      return [{ Email: true }];
    case 'text':
      return setting.empty === undefined ? ['some text'] : [setting.empty];
    default:
      return [];
  }
}

test('the offered values are accepted by the server', () => {
  for (const setting of displayedSettings) {
    const { codec } = accepted[setting.name as keyof typeof accepted];
    for (const value of offeredBy(setting))
      assert.doesNotThrow(() => codec.decode(value, setting.name), `${setting.name} ${value}`);
    if (setting.kind === 'group') assert.ok(setting.name in organizationPermissions, setting.name);
    if (setting.kind === 'text') {
      const longest = 'x'.repeat(setting.length);
      if (setting.empty === undefined)
        assert.doesNotThrow(() => codec.decode(longest, setting.name), setting.name);
      assert.throws(() => codec.decode(`${longest}x`, setting.name), setting.name);
    }
  }
});

test('a choice offers all values', () => {
  for (const setting of displayedSettings) {
    const { schema } = accepted[setting.name as keyof typeof accepted].codec;
    if (setting.kind === 'choice' && Array.isArray(schema.enum))
      assert.deepEqual(
        setting.options.map(({ value }) => value).sort(),
        [...schema.enum].sort(),
        setting.name,
      );
  }
});

test('every language of the server is offered by its own name', () => {
  assert.deepEqual([...languageCodes].sort(), Object.keys(languages).sort());
  assert.ok(
    languageOptions().some(
      ({ value, label }) => value === 'de' && (label as { text: string }).text === 'Deutsch',
    ),
  );
});

test('administrators change all but owner-only settings, others none', () => {
  const member = { is_admin: false, is_owner: false } as State;
  const administrator = { is_admin: true, is_owner: false } as State;
  const owner = { is_admin: true, is_owner: true } as State;
  assert.equal(lockOf(member, {}), 'administrators');
  assert.equal(lockOf(member, { isOwners: true }), 'owners');
  assert.equal(lockOf(administrator, {}), undefined);
  assert.equal(lockOf(administrator, { isOwners: true }), 'owners');
  assert.equal(lockOf(owner, { isOwners: true }), undefined);
});

test('a limit is displayed in the largest unit that divides it', () => {
  assert.deepEqual(limitOf(600), { count: 10, unit: 'minutes' });
  assert.deepEqual(limitOf(7200), { count: 2, unit: 'hours' });
  assert.deepEqual(limitOf(604_800), { count: 7, unit: 'days' });
  assert.deepEqual(limitOf(5400), { count: 90, unit: 'minutes' });
  for (const limit of offeredLimits) if (limit !== null) assert.equal(secondsOf(limitOf(limit)), limit);
});

test('channels are offered by name, without archived ones; for reports only private ones', () => {
  const channel = (stream_id: number, name: string, more: object = {}) => ({
    stream_id,
    name,
    invite_only: false,
    is_archived: false,
    ...more,
  });
  const state = {
    subscriptions: [channel(1, 'zoo'), channel(2, 'old', { is_archived: true })],
    unsubscribed: [channel(3, 'moderators', { invite_only: true })],
    never_subscribed: [channel(4, 'ants')],
  } as unknown as State;
  const names = (isPrivate: boolean) => listedChannels(state, isPrivate).map(({ name }) => name);
  assert.deepEqual(names(false), ['ants', 'moderators', 'zoo']);
  assert.deepEqual(names(true), ['moderators']);
});
