// `realm_user` events: accounts that are added, change (one aspect per event) or become invisible. For guests
// who may not see an account, the view drops or reduces the event.

import type { Audience, NewEvent } from '../../api-contract/event.ts';
import type { Account } from '../accounts/account.ts';
import type { ProfileValue } from '../profile-fields/profile-value.ts';
import type { VisibleAccount } from './wire-user.ts';

/**
 * A `realm_user/update` event.
 * @param aspect the fields of `person` besides the id
 */
export function personChanged(
  accountId: number,
  aspect: Readonly<Record<string, unknown>>,
  audience: Audience = { kind: 'everyone' },
): NewEvent {
  return {
    type: 'realm_user',
    audience,
    payload: { op: 'update', person: { user_id: accountId, ...aspect } },
    touches: { accounts: [accountId] },
  };
}

/** The data from which the view of `realm_user/add` makes the User object in each viewer's form. */
export interface PersonAddedExtra {
  readonly account: VisibleAccount;
  readonly profile: readonly ProfileValue[];
}

function shownAccount(account: Account): VisibleAccount {
  return {
    id: account.id,
    organizationId: account.organizationId,
    email: account.email,
    isBot: account.isBot,
    settings: { email_address_visibility: account.settings.email_address_visibility },
    avatarSource: account.avatarSource,
    avatarVersion: account.avatarVersion,
    avatarKey: account.avatarKey,
    fullName: account.fullName,
    role: account.role,
    isActive: account.isActive,
    isDeleted: account.isDeleted,
    isImportedStub: account.isImportedStub,
    botType: account.botType,
    botOwnerId: account.botOwnerId,
    dateJoined: account.dateJoined,
    timezone: account.timezone,
  };
}

/** A new account, for everyone; or an existing one, for guests who may see it from now on. */
export function personAdded(
  account: Account,
  profile: readonly ProfileValue[] = [],
  guestIds?: readonly number[],
): NewEvent {
  const extra: PersonAddedExtra = { account: shownAccount(account), profile };
  return {
    type: 'realm_user',
    audience: guestIds ? { kind: 'accounts', ids: guestIds } : { kind: 'everyone' },
    payload: { op: 'add', person: { user_id: account.id } },
    extra: { ...extra },
    touches: guestIds ? { people: guestIds } : { accounts: [account.id] },
  };
}

/** An account that some guests may no longer see. */
export function personHidden(account: Account, guestIds: readonly number[]): NewEvent {
  return {
    type: 'realm_user',
    audience: { kind: 'accounts', ids: guestIds },
    payload: { op: 'remove', person: { user_id: account.id, full_name: account.fullName } },
    touches: { people: guestIds },
  };
}

export interface PeopleChangedExtra {
  readonly persons: readonly Readonly<Record<string, unknown>>[];
}

/** One changed aspect of each of several people, for some accounts. They receive one event per person. */
export function peopleChanged(
  persons: readonly (Readonly<Record<string, unknown>> & { readonly user_id: number })[],
  accountIds: readonly number[],
): NewEvent {
  const extra: PeopleChangedExtra = { persons };
  return {
    type: 'realm_user',
    audience: { kind: 'accounts', ids: accountIds },
    payload: { op: 'update' },
    extra: { ...extra },
    width: persons.length,
  };
}
