// The view of `do_not_disturb`: sent to viewers who may see the account. Only the account itself sees its allowed
// senders.

import { extraOf } from '../../api-contract/event.ts';
import type {
  DoNotDisturbExtra,
  doNotDisturbEvent,
} from '../../model/do-not-disturb/do-not-disturb-events.ts';
import type { ViewOf } from './event-view.ts';
import { aboutPersonView } from './people.ts';

export const doNotDisturbView: ViewOf<typeof doNotDisturbEvent> = (entry, viewer) =>
  entry.payload.user_id === viewer.account.id
    ? { ...entry.payload, allowed_senders: extraOf<DoNotDisturbExtra>(entry).allowedSenders }
    : aboutPersonView(entry, viewer);
