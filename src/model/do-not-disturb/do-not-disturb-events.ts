// `do_not_disturb` events.

import { id } from '../../api-contract/codec.ts';
import type { Audience, NewEvent } from '../../api-contract/event.ts';
import { eventType, newEvent } from '../../api-contract/event-declaration.ts';
import type { Account } from '../accounts/account.ts';
import { type DoNotDisturb, doNotDisturbFields, wireDoNotDisturb } from './do-not-disturb.ts';

export const doNotDisturbEvent = eventType(
  'do_not_disturb',
  'A user changed when they do not want to be notified. Contains the whole state. Clients compute from it whether the user is quiet: nothing is sent when a pause or quiet hours begin or end. If the time zone changes later, only `realm_user` reports it.',
  { user_id: id, ...doNotDisturbFields },
);

/** The part of the state that only the account itself receives. */
export interface DoNotDisturbExtra {
  readonly allowedSenders: readonly number[];
}

/** Contains the whole state; the allowed senders only for the account itself. */
export function doNotDisturbChanged(
  account: Pick<Account, 'id' | 'timezone'>,
  state: DoNotDisturb,
  audience: Audience,
): NewEvent {
  const extra: DoNotDisturbExtra = { allowedSenders: state.allowedSenders };
  const payload = { user_id: account.id, ...wireDoNotDisturb(account, state) };
  // The prepared states in the snapshot depend on the account in memory.
  const touches = { accounts: [account.id] };
  return newEvent(doNotDisturbEvent, payload, { audience, extra: { ...extra }, touches });
}
