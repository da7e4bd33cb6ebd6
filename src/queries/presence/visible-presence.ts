// The presence of everyone that an account may see, in the wire form.

import { DAY, nowSeconds } from '../../api-contract/time.ts';
import type { Account } from '../../model/accounts/account.ts';
import { apiEmail } from '../../model/people/account-email.ts';
import { maySeeAccount } from '../../model/people/account-visibility.ts';
import { lastSeenAt, legacyPresence, modernPresence } from '../../model/presence/presence.ts';
import type { PresenceTable } from '../../model/presence/presence-schema.ts';
import type { OrganizationView } from '../state/organization-view.ts';

export interface PresenceOptions {
  /** By id with both times; otherwise by address in the legacy form. */
  readonly isModern: boolean;
  /** Only changes after an update id; everything if undefined. */
  readonly after: number | undefined;
  readonly historyDays: number;
}

export interface Presences {
  readonly presences: PresenceTable;
  readonly lastUpdateId: number;
}

/** Empty if the organization does not show presence. */
export function presencesFor(state: OrganizationView, viewer: Account, options: PresenceOptions): Presences {
  if (state.organization.settings.presence_disabled) return { presences: {}, lastUpdateId: -1 };
  const oldest = nowSeconds() - options.historyDays * DAY;
  const presences: PresenceTable = {};
  for (const [accountId, presence] of state.presence.rows()) {
    if (options.after !== undefined && presence.updateId <= options.after) continue;
    const account = state.account(accountId);
    if (!account?.isActive || !maySeeAccount(state, viewer, account)) continue;
    if (options.after === undefined) {
      // A full list omits accounts that hide their presence; a client that has an older presence gets the update.
      if (!account.settings.presence_enabled || lastSeenAt(presence) < oldest) continue;
    }
    if (options.isModern) presences[accountId] = modernPresence(presence);
    else presences[apiEmail(account, state.organization)] = legacyPresence(presence);
  }
  return { presences, lastUpdateId: Math.max(state.presence.lastUpdateId, options.after ?? -1) };
}
