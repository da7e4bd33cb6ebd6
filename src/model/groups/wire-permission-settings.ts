// The tables of permissions in their wire form: `server_supported_permission_settings`.

import type { PermissionSetting } from './permission-setting.ts';
import { channelPermissions, organizationPermissions, userGroupPermissions } from './permission-settings.ts';

interface SupportedPermission {
  readonly require_system_group: boolean;
  readonly allow_internet_group: false;
  readonly allow_nobody_group: boolean;
  readonly allow_everyone_group: boolean;
  readonly default_group_name: string;
  readonly default_for_system_groups: string | null;
  readonly allowed_system_groups: readonly string[];
}

function wireSupported(setting: PermissionSetting): SupportedPermission {
  return {
    require_system_group: setting.systemGroupOnly,
    allow_internet_group: false,
    allow_nobody_group: setting.allowNobody,
    allow_everyone_group: setting.allowEveryone,
    default_group_name: setting.defaultGroup,
    default_for_system_groups: setting.defaultForSystemGroups,
    allowed_system_groups: setting.allowedSystemGroups,
  };
}

function wireSupportedAll(
  settings: Readonly<Record<string, PermissionSetting>>,
): Record<string, SupportedPermission> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => [name, wireSupported(setting)]),
  );
}

export const supportedPermissionSettings = {
  realm: wireSupportedAll(organizationPermissions),
  stream: wireSupportedAll(channelPermissions),
  group: wireSupportedAll(userGroupPermissions),
} as const;
