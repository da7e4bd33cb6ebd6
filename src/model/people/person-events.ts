// `realm_user` events: accounts that are added, change (one aspect per event) or become invisible. For guests
// who may not see an account, the view drops or reduces the event.

import {
  anyOf,
  anyText,
  boolean,
  type Decoded,
  described,
  id,
  nonNegativeInteger,
  nullable,
  optional,
  record,
} from '../../api-contract/codec.ts';
import type { DeepReadonly } from '../../api-contract/deep-readonly.ts';
import type { Audience, NewEvent } from '../../api-contract/event.ts';
import { eventTypeWithOps, newEvent, newPartialEvent } from '../../api-contract/event-declaration.ts';
import type { Account } from '../accounts/account.ts';
import { userSchema } from '../accounts/account-schema.ts';
import type { ProfileValue } from '../profile-fields/profile-value.ts';
import type { VisibleAccount } from './wire-user.ts';

/** One changed aspect of an account. */
const personChange = anyOf(
  'is not a change of an account',
  record({ user_id: id, full_name: anyText }),
  record({ user_id: id, role: nonNegativeInteger }),
  record({ user_id: id, is_active: boolean }),
  record({
    user_id: id,
    avatar_url: anyText,
    avatar_url_medium: anyText,
    avatar_source: anyText,
    avatar_version: nonNegativeInteger,
  }),
  record({
    user_id: id,
    delivery_email: described(nullable(anyText), 'The real address; null if you may no longer see it.'),
  }),
  record({ user_id: id, new_email: described(anyText, 'The address that the API uses.') }),
  record({ user_id: id, timezone: anyText, email: optional(anyText) }),
  record({
    user_id: id,
    custom_profile_field: record({
      id,
      value: described(nullable(anyText), 'Null if it was removed.'),
      rendered_value: optional(anyText),
    }),
  }),
  record({ user_id: id, bot_owner_id: id }),
  record({ user_id: id, is_imported_stub: boolean }),
  record({ user_id: id, date_joined: anyText }),
  record({ user_id: id, is_deleted: boolean }),
);

export const personEvent = eventTypeWithOps(
  'realm_user',
  'A user became visible, changed, or is no longer visible.',
  {
    add: { person: userSchema },
    update: { person: personChange },
    remove: { person: record({ user_id: id, full_name: anyText }) },
  },
);

export type PersonChange = DeepReadonly<Decoded<typeof personChange>>;

export function personChanged(change: PersonChange, audience: Audience = { kind: 'everyone' }): NewEvent {
  return newEvent(
    personEvent,
    { op: 'update', person: change },
    { audience, touches: { accounts: [change.user_id] } },
  );
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
  return newPartialEvent(
    personEvent,
    { op: 'add' },
    {
      audience: guestIds ? { kind: 'accounts', ids: guestIds } : { kind: 'everyone' },
      extra: { ...extra },
      touches: guestIds ? { people: guestIds } : { accounts: [account.id] },
    },
  );
}

/** An account that some guests may no longer see. */
export function personHidden(account: Account, guestIds: readonly number[]): NewEvent {
  return newEvent(
    personEvent,
    { op: 'remove', person: { user_id: account.id, full_name: account.fullName } },
    { audience: { kind: 'accounts', ids: guestIds }, touches: { people: guestIds } },
  );
}

export interface PeopleChangedExtra {
  readonly persons: readonly PersonChange[];
}

/** One changed aspect of each of several people, for the given accounts. They receive one event per person. */
export function peopleChanged(persons: readonly PersonChange[], accountIds: readonly number[]): NewEvent {
  const extra: PeopleChangedExtra = { persons };
  return newPartialEvent(
    personEvent,
    { op: 'update' },
    { audience: { kind: 'accounts', ids: accountIds }, extra: { ...extra }, width: persons.length },
  );
}
