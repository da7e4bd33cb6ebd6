// The groups by membership, for the list at the side.

import type { State, UserGroup } from '../../client/state/state.ts';
import { rankMatches } from '../lib/ranking.ts';
import { groupName, membersOf } from '../store/groups.ts';
import { mayManageGroup } from './group-permissions.ts';

export interface GroupSection {
  readonly kind: 'yours' | 'others' | 'system' | 'inactive';
  readonly groups: readonly UserGroup[];
}

const MAX_SHOWN = 500;

/** The groups that match a query, by name: the viewer's own, others, and system groups. */
export function groupSections(state: State, query: string, ownId: number): GroupSection[] {
  const sortedGroups = [...(state.realm_user_groups ?? [])]
    .filter(({ name }) => name !== 'role:internet' && name !== 'role:nobody')
    .sort((a, b) => groupName(a).localeCompare(groupName(b)));
  const matching = query.trim()
    ? rankMatches(sortedGroups, query, {
        namesOf: (group) => [groupName(group), group.description],
        limit: MAX_SHOWN,
      })
    : sortedGroups.slice(0, MAX_SHOWN);
  const active = matching.filter((group) => !group.is_system_group && !group.deactivated);
  const isIn = (group: UserGroup) => membersOf(state, group.id).has(ownId);
  const sections: GroupSection[] = [
    { kind: 'yours', groups: active.filter(isIn) },
    { kind: 'others', groups: active.filter((group) => !isIn(group)) },
    { kind: 'system', groups: matching.filter((group) => group.is_system_group) },
    // Inactive groups, for those who may reactivate them.
    {
      kind: 'inactive',
      groups: matching.filter((group) => group.deactivated && mayManageGroup(state, group, ownId)),
    },
  ];
  return sections.filter(({ groups }) => groups.length > 0);
}

/** The group id in the rest of an address: `17/support`. */
export function groupOfSection(section: string): number | undefined {
  const [id = ''] = section.split('/');
  return /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}
