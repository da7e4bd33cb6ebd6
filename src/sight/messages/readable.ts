// Which messages a request's caller may read or change, by what is in memory; the rule itself is in `access.ts`.

import type { Account } from '../../model/accounts/account.ts';
import type { MessageHead } from '../../model/messages/row.ts';
import type { Reader } from '../../storage/session.ts';
import {
  type AccessibleMessage,
  type AccessLookup,
  accessible,
  accessibleHeads,
} from '../../stores/message-access/access.ts';
import { messageHeads } from '../../stores/messages/store.ts';
import { standingIn } from '../channels/standing.ts';
import type { OrganizationState } from '../state/organization-state.ts';

function inMemory(reader: Reader, state: OrganizationState, account: Account): AccessLookup {
  const periods = () => state.subscriptions(reader, account.id);
  return {
    reader,
    account,
    periodsAround: periods,
    async channel(id) {
      const channel = state.channel(id);
      return channel && { channel, standing: standingIn(state, account, await periods(), channel) };
    },
  };
}

/** A message that the account may read, by what is in memory; refuses `Invalid message(s)`. */
export function readableMessage(
  reader: Reader,
  state: OrganizationState,
  account: Account,
  id: number,
): Promise<AccessibleMessage> {
  return accessible(inMemory(reader, state, account), id, 'read');
}

/** The same for changing it: refuses in archived channels too. */
export function modifiableMessage(
  reader: Reader,
  state: OrganizationState,
  account: Account,
  id: number,
): Promise<AccessibleMessage> {
  return accessible(inMemory(reader, state, account), id, 'modify');
}

/** The heads of those among the messages that the account may read, ascending, by what is in memory. */
export async function readableHeads(
  reader: Reader,
  state: OrganizationState,
  account: Account,
  ids: readonly number[],
): Promise<MessageHead[]> {
  return accessibleHeads(inMemory(reader, state, account), await messageHeads(reader, ids), 'read');
}
