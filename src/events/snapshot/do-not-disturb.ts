// When people do not want to be notified, in the snapshot: of others who are or will be quiet, and of the viewer.

import type { Decoded } from '../../api-contract/codec.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import { Yielder } from '../../api-contract/yielding.ts';
import {
  alwaysNotified,
  asOf,
  type doNotDisturbSchema,
  isShownToOthers,
  wireDoNotDisturb,
} from '../../model/do-not-disturb/do-not-disturb.ts';
import { maySeeAccount } from '../../model/people/account-visibility.ts';
import { readAllDoNotDisturb } from '../../stores/do-not-disturb/do-not-disturb-store.ts';
import type { SnapshotSection } from './section.ts';

const doNotDisturb: SnapshotSection = {
  gates: ['do_not_disturb'],
  async fromDatabase({ account: viewer, state }, reader) {
    // Anonymous viewers learn nothing about people's habits.
    if (!viewer) return { do_not_disturb: {} };
    const now = nowSeconds();
    const stored = await readAllDoNotDisturb(reader);
    const own = asOf(stored.get(viewer.id) ?? alwaysNotified, now);
    const do_not_disturb: Record<string, Decoded<typeof doNotDisturbSchema>> = {
      [viewer.id]: { ...wireDoNotDisturb(viewer, own), allowed_senders: [...own.allowedSenders] },
    };
    const yielder = new Yielder();
    for (const [id, ofPerson] of stored) {
      await yielder.yieldIfDue();
      const account = state.account(id);
      if (id === viewer.id || !account?.isActive || !isShownToOthers(ofPerson, now)) continue;
      if (maySeeAccount(state, viewer, account))
        do_not_disturb[id] = wireDoNotDisturb(account, asOf(ofPerson, now));
    }
    return { do_not_disturb };
  },
};

export const doNotDisturbSections: readonly SnapshotSection[] = [doNotDisturb];
