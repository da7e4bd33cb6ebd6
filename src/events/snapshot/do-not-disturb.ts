// When people do not want to be notified, in the snapshot.

import { nowSeconds } from '../../api-contract/time.ts';
import { doNotDisturbJson } from '../../queries/accounts/do-not-disturb-json.ts';
import type { SnapshotSection } from './section.ts';

const doNotDisturb: SnapshotSection = {
  gates: ['do_not_disturb'],
  async fromDatabase({ account: viewer, state }, reader) {
    // Anonymous viewers learn nothing about people's habits.
    if (!viewer) return { do_not_disturb: {} };
    return { do_not_disturb: await doNotDisturbJson(state, viewer, reader, nowSeconds()) };
  },
};

export const doNotDisturbSections: readonly SnapshotSection[] = [doNotDisturb];
