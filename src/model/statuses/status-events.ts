// What clients are told of a status.

import type { NewEvent } from '../../api-contract/event.ts';
import type { Account } from '../accounts/account.ts';
import { type Status, wholeStatus } from './status.ts';

/** Everybody who may see the person is told the whole status. */
export function statusEvent(account: Pick<Account, 'id'>, status: Status, isAway: boolean): NewEvent {
  return {
    type: 'user_status',
    audience: { kind: 'everyone' },
    payload: { user_id: account.id, ...wholeStatus(status, isAway) },
  };
}
