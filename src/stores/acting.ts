// Whoever acts in a unit of work, as rules that ask the tables need to know them.

import type { Account } from '../model/accounts/account.ts';
import type { Organization } from '../model/organizations/organization.ts';
import type { Writer } from '../storage/session.ts';

/** Somebody who acts: the unit, whose moment is the time; the organization as the unit has read it; and who it is. */
export interface Acting<Who = Account> {
  readonly writer: Writer;
  readonly organization: Organization;
  readonly account: Who;
}
