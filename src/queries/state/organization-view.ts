// An organization as of one place in its log, for reading. The state in memory is one that moves on with the log; `view()`
// gives one that stays, for answers that take several turns of the event loop.

import type { GroupSettingValue } from '../../api-contract/group-setting.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { Person, UserGroup } from '../../model/groups/group.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { PresenceInMemory } from '../../model/presence/presence-in-memory.ts';
import type { ProfileValue } from '../../model/profile-fields/value.ts';

/** What of an organization is held in memory, as of a place. Accounts, channels and groups are replaced, never changed. */
export interface OrganizationView {
  readonly id: number;
  /** The place in the log up to which it holds. */
  readonly sequence: number;
  /** Rise whenever something of their kind was read again; what is derived from it is then stale. */
  readonly versions: { readonly accounts: number; readonly channels: number };
  readonly organization: Organization;
  readonly accounts: ReadonlyMap<number, Account>;
  readonly channels: ReadonlyMap<number, Channel>;
  readonly groups: ReadonlyMap<number, UserGroup>;
  /** For `isInGroup` and its kin. */
  readonly waitingPeriodDays: number;
  /** Who is there now, whatever the place. */
  readonly presence: PresenceInMemory;
  /** The same for all views of one organization in memory: what depends on no place is kept by it. */
  readonly origin: object;
  account(id: number): Account | undefined;
  channel(id: number): Channel | undefined;
  /** A person's values of custom profile fields. */
  profileValues(accountId: number): readonly ProfileValue[];
  /** The people whom a limited guest shares a channel or direct messages with, where somebody asked for them. */
  accountsKnownTo(guestId: number): ReadonlySet<number> | undefined;
  /** Whether a permission's value lets an account through. */
  allows(value: GroupSettingValue, account: Person): boolean;
}
