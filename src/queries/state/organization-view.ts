// An organization as of one log position, for reading. The state in memory moves on with the log; `view()`
// returns an immutable view, for responses that take several turns of the event loop.

import type { GroupSettingValue } from '../../api-contract/group-setting.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { GroupCandidate, UserGroup } from '../../model/groups/user-group.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { PresenceInMemory } from '../../model/presence/presence-in-memory.ts';
import type { ProfileValue } from '../../model/profile-fields/profile-value.ts';

/**
 * The state of an organization in memory as of a log position. Accounts, channels and groups are replaced,
 * never changed.
 */
export interface OrganizationView {
  readonly id: number;
  /** The log position it reflects. */
  readonly sequence: number;
  /** Incremented when anything of the kind is read again; values derived from it are then stale. */
  readonly versions: { readonly accounts: number; readonly channels: number };
  readonly organization: Organization;
  readonly accounts: ReadonlyMap<number, Account>;
  readonly channels: ReadonlyMap<number, Channel>;
  readonly groups: ReadonlyMap<number, UserGroup>;
  /** The days until accounts count as full members; `isInGroup` and related functions need them. */
  readonly waitingPeriodDays: number;
  /** Current presence, regardless of the log position. */
  readonly presence: PresenceInMemory;
  /**
   * Identical for all views of one organization in memory: a key for caches that depend on no log position.
   */
  readonly origin: object;
  account(id: number): Account | undefined;
  channel(id: number): Channel | undefined;
  /** An account's values of custom profile fields. */
  profileValues(accountId: number): readonly ProfileValue[];
  /** The accounts with which a limited guest shares a channel or direct messages, if loaded. */
  accountsKnownTo(guestId: number): ReadonlySet<number> | undefined;
  /** Whether a permission includes an account. */
  allows(value: GroupSettingValue, account: GroupCandidate): boolean;
}
