// Permission values: a group, or an explicit set of groups and accounts.

import type { State, UserGroup } from '../../client/state/state.ts';
import type { GroupSetting } from './permissions.ts';

/** What the setting belongs to. */
export type SettingOwner = 'realm' | 'stream' | 'group';

export interface ExplicitSetting {
  readonly direct_members: readonly number[];
  readonly direct_subgroups: readonly number[];
}

/** A setting as an explicit set, in whichever form it is given. */
export function explicitSetting(value: GroupSetting): ExplicitSetting {
  return typeof value === 'number' ? { direct_members: [], direct_subgroups: [value] } : value;
}

export type SettingMember = { readonly kind: 'person' | 'group'; readonly id: number };

/** Adds a group or account. */
export function withMember(value: GroupSetting, { kind, id }: SettingMember): ExplicitSetting {
  const { direct_members: people, direct_subgroups: groups } = withoutMember(value, { kind, id });
  return kind === 'person'
    ? { direct_members: [...people, id], direct_subgroups: groups }
    : { direct_members: people, direct_subgroups: [...groups, id] };
}

export function withoutMember(value: GroupSetting, { kind, id }: SettingMember): ExplicitSetting {
  const { direct_members: people, direct_subgroups: groups } = explicitSetting(value);
  const others = (ids: readonly number[]) => ids.filter((other) => other !== id);
  return {
    direct_members: kind === 'person' ? others(people) : people,
    direct_subgroups: kind === 'group' ? others(groups) : groups,
  };
}

interface Rules {
  readonly require_system_group: boolean;
  readonly allow_nobody_group: boolean;
  readonly allow_everyone_group: boolean;
  readonly allowed_system_groups: readonly string[];
}

/** The server's rules for a setting; without any, everything is accepted. */
export function rulesFor(state: State, owner: SettingOwner, name: string): Rules {
  const all = state.server_supported_permission_settings?.[owner] as
    | Readonly<Record<string, Rules>>
    | undefined;
  return (
    all?.[name] ?? {
      require_system_group: false,
      allow_nobody_group: true,
      allow_everyone_group: true,
      allowed_system_groups: [],
    }
  );
}

function isAccepted({ name, is_system_group: isSystem, deactivated }: UserGroup, rules: Rules): boolean {
  if (deactivated || name === 'role:internet') return false;
  if (!isSystem) return !rules.require_system_group;
  if (rules.allowed_system_groups.length > 0) return rules.allowed_system_groups.includes(name);
  if (name === 'role:nobody') return rules.allow_nobody_group;
  return name !== 'role:everyone' || rules.allow_everyone_group;
}

/** The groups that a setting accepts: system groups first. */
export function acceptedGroups(state: State, owner: SettingOwner, name: string): UserGroup[] {
  const rules = rulesFor(state, owner, name);
  return (state.realm_user_groups ?? [])
    .filter((group) => isAccepted(group, rules))
    .sort((a, b) => Number(b.is_system_group) - Number(a.is_system_group) || a.id - b.id);
}
