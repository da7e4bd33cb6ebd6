// The presence of everybody that a person may see, as clients read it.

import { DAY, nowSeconds } from '../../api-contract/time.ts';
import type { Account } from '../../model/accounts/account.ts';
import { apiEmail } from '../../model/people/email.ts';
import { maySeeAccount } from '../../model/people/visibility.ts';
import { latestOf, legacyPresence, modernPresence } from '../../model/presence/presence.ts';
import type { PresenceTable } from '../../model/presence/presence-schema.ts';
import type { OrganizationView } from '../state/organization-view.ts';

export interface PresenceWish {
  /** By id with both times; else by address in the older form. */
  readonly isModern: boolean;
  /** Only what changed after an update id; all when undefined. */
  readonly after: number | undefined;
  readonly historyDays: number;
}

export interface Presences {
  readonly presences: PresenceTable;
  readonly lastUpdateId: number;
}

/** Empty where the organization does not show presence. */
export function presencesFor(state: OrganizationView, viewer: Account, wish: PresenceWish): Presences {
  if (state.organization.settings.presence_disabled) return { presences: {}, lastUpdateId: -1 };
  const oldest = nowSeconds() - wish.historyDays * DAY;
  const presences: PresenceTable = {};
  for (const [accountId, presence] of state.presence.rows()) {
    if (wish.after !== undefined && presence.updateId <= wish.after) continue;
    const account = state.account(accountId);
    if (!account?.isActive || !maySeeAccount(state, viewer, account)) continue;
    if (wish.after === undefined) {
      // Who hides is not shown; clients that know the person already are told the time that hides them.
      if (!account.settings.presence_enabled || latestOf(presence) < oldest) continue;
    }
    if (wish.isModern) presences[accountId] = modernPresence(presence);
    else presences[apiEmail(account, state.organization)] = legacyPresence(presence);
  }
  return { presences, lastUpdateId: Math.max(state.presence.lastUpdateId, wish.after ?? -1) };
}
