// The parameters of personal settings, made from their table.

import type { SettingChanges } from '../../actions/accounts/change-settings.ts';
import type { Codec } from '../../api-contract/codec.ts';
import { optionally, type Parameter } from '../../api-contract/parameter.ts';
import {
  isUserSetting,
  type UserSettingName,
  type UserSettings,
  userSettings,
} from '../../model/accounts/user-settings.ts';

/** Parameters for some of the settings. */
export function parametersFor<N extends UserSettingName>(
  names: readonly N[],
): { readonly [K in N]: Parameter<UserSettings[K], true> } {
  return Object.fromEntries(
    names.map((name) => {
      const { codec, description, since } = userSettings[name];
      return [name, optionally<Codec<unknown>>(codec, description, since === undefined ? {} : { since })];
    }),
  ) as { readonly [K in N]: Parameter<UserSettings[K], true> };
}

/** The settings that were sent. */
export function settingsInRequest(values: Readonly<Record<string, unknown>>): SettingChanges {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => isUserSetting(name) && value !== undefined),
  );
}
