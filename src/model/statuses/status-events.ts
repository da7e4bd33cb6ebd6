// `user_status` events.

import type { NewEvent } from '../../api-contract/event.ts';
import type { Account } from '../accounts/account.ts';
import { type Status, wireStatusForEvent } from './status.ts';

/** Contains the whole status, for everyone who may see the account. */
export function statusChanged(account: Pick<Account, 'id'>, status: Status, isAway: boolean): NewEvent {
  return {
    type: 'user_status',
    audience: { kind: 'everyone' },
    payload: { user_id: account.id, ...wireStatusForEvent(status, isAway) },
  };
}
