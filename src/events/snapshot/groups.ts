// User groups in the snapshot.

import { wireGroups } from '../../model/groups/view.ts';
import type { SnapshotSection } from './section.ts';

const userGroups: SnapshotSection = {
  gates: ['realm_user_groups'],
  fromMemory({ state, options }) {
    return { realm_user_groups: wireGroups(state, options.capabilities.include_deactivated_groups) };
  },
};

export const groupSections: readonly SnapshotSection[] = [userGroups];
