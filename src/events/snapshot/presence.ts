// Who is there, and what people say of themselves, in the snapshot.

import { exactSeconds } from '../../contract/time.ts';
import { maySeeAccount } from '../../model/accounts/visibility.ts';
import { presencesFor } from '../../model/presence/view.ts';
import { noStatus, wireStatus } from '../../model/statuses/status.ts';
import { readStatuses } from '../../stores/statuses/store.ts';
import type { SnapshotSection } from './section.ts';

const presence: SnapshotSection = {
  gates: ['presence'],
  fromMemory({ account, state, options, presenceHistoryDays }) {
    const server_timestamp = exactSeconds();
    // Visitors see nobody's presence.
    if (!account) return { presences: {}, presence_last_update_id: -1, server_timestamp };
    const { presences, lastUpdateId } = presencesFor(state, account, {
      isModern: options.slimPresence,
      after: undefined,
      historyDays: presenceHistoryDays,
    });
    return { presences, presence_last_update_id: lastUpdateId, server_timestamp };
  },
};

const statuses: SnapshotSection = {
  gates: ['user_status'],
  async fromTables({ account: viewer, state }, reader) {
    const byAccount = await readStatuses(reader);
    const user_status: Record<string, unknown> = {};
    for (const account of state.accounts.values()) {
      if (viewer && !maySeeAccount(state, viewer, account)) continue;
      const status = byAccount.get(account.id) ?? noStatus;
      const wire = wireStatus(status, !account.settings.presence_enabled);
      if (Object.keys(wire).length > 0) user_status[account.id] = wire;
    }
    return { user_status };
  },
};

export const presenceSections: readonly SnapshotSection[] = [presence, statuses];
