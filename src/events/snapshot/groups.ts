// User groups in the snapshot.

import { wireGroups } from '../../model/groups/view.ts';
import type { SnapshotSection } from './section.ts';

const userGroups: SnapshotSection = {
  gates: ['realm_user_groups'],
  fromMemory({ state, options }) {
    const includeDeactivated = options.capabilities.include_deactivated_groups;
    return { realm_user_groups: wireGroups(state, { includeDeactivated }) };
  },
};

export const groupSections: readonly SnapshotSection[] = [userGroups];
