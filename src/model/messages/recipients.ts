// Whom the `to` of a request means: ids or addresses of people, the id or name of a channel.

import { badRequest } from '../../contract/error.ts';
import { limits } from '../../contract/limits.ts';
import type { Account } from '../accounts/account.ts';
import { apiEmail } from '../accounts/email.ts';
import type { Channel } from '../channels/channel.ts';
import type { OrganizationState } from '../state/organization-state.ts';
import { textKey } from '../text-key.ts';

export type Recipient = number | string | readonly (number | string)[];

/** The accounts that a direct message is for, the sender not added. Refuses unknown ones and empty lists. */
export function accountsOf(state: OrganizationState, sender: Account, to: Recipient): number[] {
  const named =
    typeof to === 'string'
      ? to
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean)
      : [to].flat();
  if (named.length === 0) throw badRequest('Message must have recipients');
  if (named.length > limits.participantsInDirectMessage) {
    throw badRequest(`Too many recipients (limit: ${limits.participantsInDirectMessage}).`);
  }
  const kinds = new Set(named.map((one) => typeof one));
  if (kinds.size > 1) throw badRequest('Recipient lists may contain emails or user IDs, but not both.');
  return [...new Set(named.map((one) => accountOf(state, sender, one).id))];
}

function accountOf(state: OrganizationState, _sender: Account, named: number | string): Account {
  const account = typeof named === 'number' ? state.account(named) : accountByEmail(state, named);
  if (account) return account;
  throw badRequest(typeof named === 'number' ? `Invalid user ID ${named}` : `Invalid email '${named}'`);
}

const emailIndexes = new WeakMap<OrganizationState, { version: number; byKey: Map<string, number> }>();

/** An account by its API address or its real one. */
export function accountByEmail(state: OrganizationState, email: string): Account | undefined {
  let index = emailIndexes.get(state);
  if (index?.version !== state.versions.accounts) {
    index = { version: state.versions.accounts, byKey: new Map() };
    for (const account of state.accounts.values()) {
      index.byKey.set(textKey(account.email), account.id);
      index.byKey.set(textKey(apiEmail(account, state.organization)), account.id);
    }
    emailIndexes.set(state, index);
  }
  const id = index.byKey.get(textKey(email));
  return id === undefined ? undefined : state.account(id);
}

const channelIndexes = new WeakMap<OrganizationState, { version: number; byKey: Map<string, number> }>();

/** A channel by its name, in any spelling of case. */
export function channelByNameIn(state: OrganizationState, name: string): Channel | undefined {
  let index = channelIndexes.get(state);
  if (index?.version !== state.versions.channels) {
    index = { version: state.versions.channels, byKey: new Map() };
    for (const channel of state.channels.values()) index.byKey.set(textKey(channel.name), channel.id);
    channelIndexes.set(state, index);
  }
  const id = index.byKey.get(textKey(name));
  return id === undefined ? undefined : state.channel(id);
}

/** The channel that a message is for; undefined when there is none of that id or name. */
export function channelOfRecipient(state: OrganizationState, to: Recipient): Channel | undefined {
  const [first, ...others] = [to].flat();
  if (first === undefined || others.length > 0) throw badRequest('Expected exactly one channel');
  return typeof first === 'number' ? state.channel(first) : channelByNameIn(state, first);
}
