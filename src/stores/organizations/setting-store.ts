// The stored form of an organization's settings: JSON of the values that differ from the initial ones.

import { isDeepStrictEqual } from 'node:util';
import {
  decodeUserSettings,
  initialUserSettings,
  type UserSettingName,
} from '../../model/accounts/user-settings.ts';
import {
  decodeOrganizationSettings,
  type OrganizationSettingName,
} from '../../model/organizations/organization-settings.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { readOrganization, updateOrganization } from './organization-store.ts';

/** JSON of the values in `settings` that differ from `initial`. */
function changedSettingsJson(settings: object, initial: object): string {
  const start: Readonly<Record<string, unknown>> = { ...initial };
  const entries = Object.entries(settings).filter(([name, value]) => !isDeepStrictEqual(value, start[name]));
  return JSON.stringify(Object.fromEntries(entries));
}

/** Changes settings; callers check them and emit the events. */
export async function changeSettings(
  writer: Writer,
  changes: Readonly<Partial<Record<OrganizationSettingName, unknown>>>,
): Promise<void> {
  const organization = await readOrganization(writer);
  const initial = decodeOrganizationSettings('{}', organization.systemGroupIds);
  await updateOrganization(writer, {
    settings: changedSettingsJson({ ...organization.settings, ...changes }, initial),
  });
}

/** Changes the default settings of new accounts. */
export async function changeDefaultSettings(
  writer: Writer,
  changes: Readonly<Partial<Record<UserSettingName, unknown>>>,
): Promise<void> {
  const { defaultSettings } = await readOrganization(writer);
  const settings = { ...decodeUserSettings(defaultSettings), ...changes };
  await updateOrganization(writer, { default_settings: changedSettingsJson(settings, initialUserSettings) });
}
