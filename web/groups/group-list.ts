// The groups by who is in them, for the list at the side.

import type { State, UserGroup } from '../../client/state/state.ts';
import { ranked } from '../lib/ranking.ts';
import { groupName, membersOf } from '../store/groups.ts';
import { mayManageGroup } from './group-rights.ts';

export interface GroupSection {
  readonly kind: 'yours' | 'others' | 'system' | 'inactive';
  readonly groups: readonly UserGroup[];
}

const MOST_SHOWN = 500;

/** What fits a query, by name: one's own groups, others, and those that roles make up. */
export function groupSections(state: State, query: string, ownId: number): GroupSection[] {
  const named = [...(state.realm_user_groups ?? [])]
    .filter(({ name }) => name !== 'role:internet' && name !== 'role:nobody')
    .sort((a, b) => groupName(a).localeCompare(groupName(b)));
  const fitting = query.trim()
    ? ranked(named, query, {
        namesOf: (group) => [groupName(group), group.description],
        limit: MOST_SHOWN,
      })
    : named.slice(0, MOST_SHOWN);
  const made = fitting.filter((group) => !group.is_system_group && !group.deactivated);
  const isIn = (group: UserGroup) => membersOf(state, group.id).has(ownId);
  const sections: GroupSection[] = [
    { kind: 'yours', groups: made.filter(isIn) },
    { kind: 'others', groups: made.filter((group) => !isIn(group)) },
    { kind: 'system', groups: fitting.filter((group) => group.is_system_group) },
    // Those that can be brought back, for whoever may.
    {
      kind: 'inactive',
      groups: fitting.filter((group) => group.deactivated && mayManageGroup(state, group, ownId)),
    },
  ];
  return sections.filter(({ groups }) => groups.length > 0);
}

/** The group that the rest of an address names: `17/support`. */
export function groupOfSection(section: string): number | undefined {
  const [id = ''] = section.split('/');
  return /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}
