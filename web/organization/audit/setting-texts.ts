// Names and values of settings in audit log entries, as shown where they are set.

import type { State } from '../../../client/state/state.ts';
import { joinNames } from '../../i18n/dates.ts';
import { type Key, t } from '../../i18n/texts.ts';
import {
  type Control,
  type Group,
  optionText as personalText,
  type SettingName,
} from '../../settings/control.ts';
import { sections } from '../../settings/controls.ts';
import { newAccountLabels } from '../../settings/new-account-labels.ts';
import { quotaTitle } from '../limits/quota-texts.ts';
import { gifProviderText } from '../settings/gif-provider-text.ts';
import { languageOptions } from '../settings/languages.ts';
import { settingPages } from '../settings/pages.ts';
import { permissionGroups } from '../settings/permissions.ts';
import { methodName, optionText, type Setting } from '../settings/setting.ts';
import { limitText } from '../settings/time-limits.ts';
import type { AuditKind } from './acts.ts';
import { detailText, privacyTexts } from './detail-texts.ts';
import { unshownSettings } from './unshown-settings.ts';

/** The text of a key; undefined if it has none. */
function textOf(key: string): string | undefined {
  const text = t(key as 'sections.audit');
  return text === key ? undefined : text;
}

const ofOrganization: ReadonlyMap<string, Setting> = new Map(
  [...Object.values(settingPages).flat(), ...permissionGroups]
    .flatMap(({ settings }) => settings)
    .map((setting) => [setting.name, setting]),
);

const personal: ReadonlyMap<string, { readonly title: Key; readonly control: Control }> = new Map(
  Object.values(sections)
    .flat()
    .flatMap(({ title, controls }: Group) => controls.map((control) => [control.name, { title, control }])),
);

/** The areas of texts that name what was changed, by the first word of the kind of entry. */
const areas: Readonly<Record<string, readonly string[]>> = {
  channel: ['channelSettings', 'channels'],
  group: ['groupScreens', 'groups'],
  linkifier: ['linkifiers'],
};

/** Settings of channels and groups whose text has another key, or that are shown nowhere. */
const otherNames: Readonly<Record<string, Key>> = {
  'channelSettings.message_retention_days': 'channelSettings.retention',
  'channelSettings.topics_policy': 'channelSettings.topicsPolicy',
  'channelSettings.default_push_notifications': 'channelSettings.pushDefault',
  'channelSettings.folder_id': 'channelSettings.folder',
  'setting.host': 'auditSetting.host',
  'setting.string_id': 'auditSetting.string_id',
};

/** The name of a personal setting, or of a default for new accounts. */
export function personalSettingName(name: string, isDefaultForNewAccounts = false): string {
  const setting = personal.get(name);
  if (!setting) {
    const key = unshownSettings[name as SettingName];
    return key === undefined ? name : t(key as 'auditSetting.emojiset');
  }
  const label = (isDefaultForNewAccounts && newAccountLabels[setting.control.name]) || setting.control.label;
  return `${t(setting.title as 'settings.sounds')}: ${t(label as 'settings.never')}`;
}

/** The display name of the setting that an audit entry changed. */
export function settingName(kind: AuditKind, name: string): string {
  if (kind === 'default_setting_changed') return personalSettingName(name, true);
  if (kind === 'quota_changed') return quotaTitle(name);
  const [first = ''] = kind.split('_');
  const keys = [...(areas[first] ?? []), 'setting'].map((area) => `${area}.${name}`);
  const texts = keys.map((key) => textOf(otherNames[key] ?? key));
  return texts.find((text) => text !== undefined) ?? name;
}

function daysText(days: unknown): string {
  return typeof days === 'number' && days > 0 ? t('retention.days', { count: days }) : t('days.forever');
}

function ofOrganizationText(state: State, setting: Setting, value: unknown): string {
  switch (setting.kind) {
    case 'choice':
    case 'language': {
      const options = setting.kind === 'choice' ? setting.options : languageOptions();
      const chosenOption = options.find((option) => option.value === value);
      return chosenOption ? optionText(chosenOption) : detailText('', value);
    }
    case 'provider': {
      const all = Object.values(state.realm_available_video_chat_providers ?? {});
      const name = all.find(({ id }) => id === value)?.name;
      return value === 0 || name === undefined ? t('calls.none') : name;
    }
    case 'methods': {
      const methods = Object.entries((value ?? {}) as Readonly<Record<string, unknown>>);
      return joinNames(methods.flatMap(([name, isOn]) => (isOn === true ? [methodName(name)] : [])));
    }
    case 'limit':
      return limitText(typeof value === 'number' ? value : null);
    case 'days':
      return daysText(value);
    case 'number':
      return t('retention.days', { count: Number(value) });
    default:
      return detailText('', value);
  }
}

function ofPersonText(name: string, value: unknown): string {
  const control = personal.get(name)?.control;
  const chosenOption = control?.kind === 'choice' && control.options.find((option) => option.value === value);
  return chosenOption ? personalText(chosenOption) : detailText('', value);
}

function ofChannelText(name: string, value: unknown): string {
  if (name === 'message_retention_days')
    return value === null ? t('channelSettings.retentionDefault') : daysText(value);
  if (name === 'topics_policy') return textOf(`channelSettings.${value}`) ?? detailText('', value);
  return detailText(name, value);
}

/** The value of a setting, as shown where it is set. */
export function settingValue(state: State, kind: AuditKind, name: string, value: unknown): string {
  if (kind.startsWith('channel')) return ofChannelText(name, value);
  if (kind === 'default_setting_changed') return ofPersonText(name, value);
  if (name === 'gif_provider') return gifProviderText(value);
  const setting = kind === 'organization_setting_changed' ? ofOrganization.get(name) : undefined;
  return setting ? ofOrganizationText(state, setting, value) : detailText('', value);
}

/** The privacy of a channel, with a label. */
export function privacyText(privacy: unknown): string {
  const key = privacyTexts[String(privacy)];
  return `${t('channels.privacy')}: ${key === undefined ? String(privacy) : t(key as 'channels.public')}`;
}
