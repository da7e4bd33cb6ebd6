// The view of the `presence` event: in the modern form, or in the legacy form for clients that do not declare
// support for it.

import { extraOf } from '../../api-contract/event.ts';
import { apiEmail } from '../../model/people/account-email.ts';
import { legacyClient } from '../../model/presence/presence.ts';
import type { PresenceExtra, presenceEvent } from '../../model/presence/presence-events.ts';
import type { ViewOf } from './event-view.ts';
import { seesAccount } from './people.ts';

export const presenceView: ViewOf<typeof presenceEvent> = (entry, viewer) => {
  const extra = extraOf<PresenceExtra>(entry);
  const account = viewer.state.account(extra.accountId);
  if (!account || !seesAccount(viewer, account.id)) return undefined;
  if (viewer.options.capabilities.simplified_presence_events) return entry.payload;
  return {
    user_id: account.id,
    email: apiEmail(account, viewer.state.organization),
    server_timestamp: extra.at,
    presence: { website: legacyClient(extra) },
  };
};
