// What one group-valued setting accepts, whoever it belongs to (an organization, a channel, a group).

import type { SystemGroupName } from './system-groups.ts';

/** `channel_creator`, `group_creator`: whoever made the channel or group, as its only direct member. */
export type DefaultGroup = SystemGroupName | 'channel_creator' | 'group_creator';

export interface PermissionSetting {
  readonly description: string;
  readonly defaultGroup: DefaultGroup;
  /** `role:nobody` is accepted. */
  readonly allowNobody: boolean;
  /** `role:everyone` is accepted. Where it is not, guests never have the permission, even if named. */
  readonly allowEveryone: boolean;
  /** Only a system group is accepted, no other group and no people. */
  readonly systemGroupOnly: boolean;
  /** The only system groups accepted by name; empty: those that the other flags leave. */
  readonly allowedSystemGroups: readonly SystemGroupName[];
  /** Its value on system groups; null where it is no setting of groups. */
  readonly defaultForSystemGroups: SystemGroupName | null;
}

type Flag = 'nobody' | 'everyone';
type Notes = Partial<
  Pick<PermissionSetting, 'systemGroupOnly' | 'allowedSystemGroups' | 'defaultForSystemGroups'>
>;

/** Declares a setting that accepts `role:nobody` or `role:everyone` where `accepts` says so. */
export function permission(
  description: string,
  defaultGroup: DefaultGroup,
  accepts: readonly Flag[],
  notes: Notes = {},
): PermissionSetting {
  return {
    description,
    defaultGroup,
    allowNobody: accepts.includes('nobody'),
    allowEveryone: accepts.includes('everyone'),
    systemGroupOnly: notes.systemGroupOnly ?? false,
    allowedSystemGroups: notes.allowedSystemGroups ?? [],
    defaultForSystemGroups: notes.defaultForSystemGroups ?? null,
  };
}
