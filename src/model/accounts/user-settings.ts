// All personal settings, each declared once under the name it has in `PATCH /settings`, in the organization's
// defaults for new accounts, and in events. Name, address, password and time zone are columns, not settings.

import { parseColumn } from '../../api-contract/parse-column.ts';
import { displaySettings } from './display-settings.ts';
import { notificationSettings } from './notification-settings.ts';
import { privacySettings } from './privacy-settings.ts';
import type { UserSetting, UserSettingTable } from './user-setting.ts';

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

/** The values of all settings before anyone has changed them. */
export const initialUserSettings = Object.freeze(
  Object.fromEntries(Object.entries(userSettings).map(([name, declaration]) => [name, declaration.initial])),
) as UserSettings;

export function isUserSetting(name: string): name is UserSettingName {
  return Object.hasOwn(userSettings, name);
}

/**
 * All settings of an account, read from the stored JSON of those that differ from the initial values.
 * @param organizationDefaultsJson the organization's defaults, which `json` overrides
 */
export function decodeUserSettings(json: string, organizationDefaultsJson = '{}'): UserSettings {
  if (json === '{}' && organizationDefaultsJson === '{}') return initialUserSettings;
  const [defaults, own] = [organizationDefaultsJson, json].map((text) =>
    parseColumn<Partial<UserSettings>>(text),
  );
  return { ...initialUserSettings, ...defaults, ...own };
}

export const settingsWithDefault: readonly UserSettingName[] = Object.keys(userSettings)
  .filter(isUserSetting)
  .filter((name) => userSettings[name].hasOrganizationDefault);
