// Whoever acts in a unit of work, as actions and rules that ask the tables need to know them.

import type { Account } from '../model/accounts/account.ts';
import type { Keyring } from '../model/accounts/credentials.ts';
import type { Organization } from '../model/organizations/organization.ts';
import type { Writer } from '../storage/session.ts';

/** A unit of work, whose moment is the time, and the organization as it has read it. */
export interface InOrganization {
  readonly writer: Writer;
  readonly organization: Organization;
}

/** Somebody who acts there. */
export interface Acting<Who = Account> extends InOrganization {
  readonly account: Who;
}

/** With what secrets that the tables keep are sealed. */
export interface WithKeyring {
  readonly keyring: Keyring;
}
