// The parameters of personal settings, made from their table.

import { optionally, type Parameter } from '../../contract/parameter.ts';
import type { SettingChanges } from '../../model/accounts/change-settings.ts';
import { isUserSetting, type UserSettingName, userSettings } from '../../model/accounts/settings.ts';

/** Parameters for some of the settings. */
export function parametersFor(
  names: readonly UserSettingName[],
): Readonly<Record<string, Parameter<unknown, true>>> {
  return Object.fromEntries(
    names.map((name) => {
      const { codec, description, since } = userSettings[name];
      return [name, optionally<unknown>(codec, description, since === undefined ? {} : { since })];
    }),
  );
}

/** What was sent of the settings. */
export function sentSettings(values: Readonly<Record<string, unknown>>): SettingChanges {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => isUserSetting(name) && value !== undefined),
  );
}
