// User groups in the snapshot.

import { groupsJson } from '../../queries/groups/groups-json.ts';
import type { SnapshotSection } from './section.ts';

const userGroups: SnapshotSection = {
  gates: ['realm_user_groups'],
  fromMemory({ state, options }) {
    const includeDeactivated = options.capabilities.include_deactivated_groups;
    return { realm_user_groups: groupsJson(state, { includeDeactivated }) };
  },
};

export const groupSections: readonly SnapshotSection[] = [userGroups];
