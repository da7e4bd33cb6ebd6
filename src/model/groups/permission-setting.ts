// Declares which values one permission accepts, regardless of whether it belongs to an organization, a channel
// or a group.

import type { SystemGroupName } from './system-groups.ts';

/**
 * `channel_creator` and `group_creator` are the account that created the channel or group, as the only direct member.
 */
export type DefaultGroup = SystemGroupName | 'channel_creator' | 'group_creator';

export interface PermissionSetting {
  readonly description: string;
  readonly defaultGroup: DefaultGroup;
  /** Whether `role:nobody` is accepted. */
  readonly allowNobody: boolean;
  /** Whether `role:everyone` is accepted. If not, guests never have the permission, even if named. */
  readonly allowEveryone: boolean;
  /** Whether only system groups are accepted, not other groups or people. */
  readonly systemGroupOnly: boolean;
  /** The only system groups accepted. If empty, the other flags decide. */
  readonly allowedSystemGroups: readonly SystemGroupName[];
  /** The value for system groups; null if it is not a permission of groups. */
  readonly defaultForSystemGroups: SystemGroupName | null;
}

type Flag = 'nobody' | 'everyone';
type PermissionOptions = Partial<
  Pick<PermissionSetting, 'systemGroupOnly' | 'allowedSystemGroups' | 'defaultForSystemGroups'>
>;

/** @param accepts whether the permission accepts `role:nobody`, `role:everyone` or both */
export function definePermission(
  description: string,
  defaultGroup: DefaultGroup,
  accepts: readonly Flag[],
  options: PermissionOptions = {},
): PermissionSetting {
  return {
    description,
    defaultGroup,
    allowNobody: accepts.includes('nobody'),
    allowEveryone: accepts.includes('everyone'),
    systemGroupOnly: options.systemGroupOnly ?? false,
    allowedSystemGroups: options.allowedSystemGroups ?? [],
    defaultForSystemGroups: options.defaultForSystemGroups ?? null,
  };
}
