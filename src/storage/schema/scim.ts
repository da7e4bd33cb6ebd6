// What identity providers that write people and groups here say of them beside what everybody sees.

import type { Bit } from './column.ts';

/** A user of SCIM. */
export interface ScimUserTable {
  account_id: number;
  organization_id: number;
  external_name: string | null;
  /** JSON of the names as they were sent; they count while the account's name is `names_of`. */
  sent_names: string;
  names_of: string;
  /** Removed by SCIM: not told of while the account is deactivated. */
  is_removed: Bit;
  /** Deactivated by SCIM, which may then reactivate the account. 0 while the account is active. */
  is_deactivated: Bit;
}

/** A group of SCIM. */
export interface ScimGroupTable {
  group_id: number;
  organization_id: number;
  external_name: string | null;
}
