// The actor in a unit of work, as actions and rules over the tables need it.

import type { Account } from '../model/accounts/account.ts';
import type { Keyring } from '../model/accounts/credentials.ts';
import type { Organization } from '../model/organizations/organization.ts';
import type { Writer } from '../storage/reader-writer.ts';

/** A unit of work, whose `now` is the current time, with the organization as it read it. */
export interface UnitContext {
  readonly writer: Writer;
  readonly organization: Organization;
}

/** A unit of work with the account that acts in it. */
export interface ActorContext<Actor = Account> extends UnitContext {
  readonly account: Actor;
}

/** The keyring that seals secrets stored in the tables. */
export interface WithKeyring {
  readonly keyring: Keyring;
}
