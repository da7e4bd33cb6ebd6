// All settings of an organization, each declared once under the name it has in `PATCH /realm` and in events.
// The `realm` section of `POST /register` contains them as `realm_{name}`. The organization's name and short
// name are columns and not in this table.

import type { GroupSettingValue } from '../../api-contract/group-setting.ts';
import { parseColumn } from '../../api-contract/parse-column.ts';
import { isSystemGroupName, type SystemGroupIds } from '../groups/system-groups.ts';
import type {
  ChannelSetting,
  GroupSetting,
  OrganizationSetting,
  ValueSetting,
} from './organization-setting.ts';
import { identitySettings } from './settings/identity.ts';
import { joiningSettings } from './settings/joining.ts';
import { limitSettings } from './settings/limits.ts';
import { messageSettings } from './settings/messages.ts';
import { noticeSettings } from './settings/notices.ts';
import { permissionGrants } from './settings/permissions.ts';

export const organizationSettings = {
  ...identitySettings,
  ...joiningSettings,
  ...messageSettings,
  ...noticeSettings,
  ...limitSettings,
  ...permissionGrants,
} as const satisfies Readonly<Record<string, OrganizationSetting>>;

type Table = typeof organizationSettings;
export type OrganizationSettingName = keyof Table;

type ValueOf<S> = S extends GroupSetting
  ? GroupSettingValue
  : S extends ChannelSetting
    ? number
    : S extends ValueSetting<infer T>
      ? T
      : never;

/** The settings of one organization with their types. */
export type OrganizationSettings = { readonly [K in OrganizationSettingName]: ValueOf<Table[K]> };

const declarations: readonly (readonly [string, OrganizationSetting])[] =
  Object.entries(organizationSettings);

export function isOrganizationSetting(name: string): name is OrganizationSettingName {
  return Object.hasOwn(organizationSettings, name);
}

function initialValue(declaration: OrganizationSetting, systemGroupIds: SystemGroupIds): unknown {
  if (declaration.kind !== 'group') return declaration.initial;
  const { defaultGroup } = declaration.permission;
  if (!isSystemGroupName(defaultGroup)) throw new Error(`An organization has no ${defaultGroup}.`);
  return systemGroupIds[defaultGroup];
}

/** All settings of an organization, read from the stored JSON of those that differ from the initial values. */
export function decodeOrganizationSettings(
  json: string,
  systemGroupIds: SystemGroupIds,
): OrganizationSettings {
  const settings: Record<string, unknown> = {};
  for (const [name, declaration] of declarations) settings[name] = initialValue(declaration, systemGroupIds);
  return { ...settings, ...parseColumn<object>(json) } as OrganizationSettings;
}
