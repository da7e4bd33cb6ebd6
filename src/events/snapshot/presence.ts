// Presence and user statuses in the snapshot.

import { exactSeconds } from '../../api-contract/time.ts';
import { maySeeAccount } from '../../model/people/account-visibility.ts';
import { noStatus, wireStatus } from '../../model/statuses/status.ts';
import { accountList } from '../../queries/accounts/account-list.ts';
import { presencesFor } from '../../queries/presence/visible-presence.ts';
import { readStatuses } from '../../stores/statuses/status-store.ts';
import type { SnapshotSection } from './section.ts';

const presence: SnapshotSection = {
  gates: ['presence'],
  fromMemory({ account, state, options, presenceHistoryDays }) {
    const server_timestamp = exactSeconds();
    // Anonymous viewers see no presence.
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
  async fromDatabase({ account: viewer, state }, reader) {
    const byAccount = await readStatuses(reader);
    const user_status: Record<string, unknown> = {};
    const withStatus = accountList(state).filter(
      ({ id, settings }) => !settings.presence_enabled || byAccount.has(id),
    );
    for (const account of withStatus) {
      if (viewer && !maySeeAccount(state, viewer, account)) continue;
      const status = byAccount.get(account.id) ?? noStatus;
      user_status[account.id] = wireStatus(status, !account.settings.presence_enabled);
    }
    return { user_status };
  },
};

export const presenceSections: readonly SnapshotSection[] = [presence, statuses];
