// Every personal setting, declared once, under the name it has in PATCH /settings, in the organization's
// defaults for new accounts, and in events. Name, address, password and time zone are not settings but columns.

import { displaySettings } from './display-settings.ts';
import { notificationSettings } from './notification-settings.ts';
import { privacySettings } from './privacy-settings.ts';
import type { UserSetting, UserSettingTable } from './setting.ts';

/** All personal settings by their names. */
export const userSettings = {
  ...displaySettings,
  ...notificationSettings,
  ...privacySettings,
} as const satisfies UserSettingTable;

type Table = typeof userSettings;
export type UserSettingName = keyof Table;
export type UserSettings = {
  readonly [K in UserSettingName]: Table[K] extends UserSetting<infer T> ? T : never;
};

/** What every setting is where nobody has chosen another value. */
export const initialUserSettings = Object.freeze(
  Object.fromEntries(Object.entries(userSettings).map(([name, declaration]) => [name, declaration.initial])),
) as UserSettings;

/** Whether a name is that of a personal setting. */
export function isUserSetting(name: string): name is UserSettingName {
  return Object.hasOwn(userSettings, name);
}

/**
 * All settings of an account, from the stored JSON of those that differ from the initial values. With an
 * organization's defaults: what an account has that chose only `json` on top of them.
 */
export function decodeUserSettings(json: string, organizationDefaultsJson = '{}'): UserSettings {
  if (json === '{}' && organizationDefaultsJson === '{}') return initialUserSettings;
  return { ...initialUserSettings, ...JSON.parse(organizationDefaultsJson), ...JSON.parse(json) };
}

/** The settings that an organization can choose for new accounts. */
export const settingsWithDefault: readonly UserSettingName[] = Object.keys(userSettings)
  .filter(isUserSetting)
  .filter((name) => userSettings[name].hasOrganizationDefault);
