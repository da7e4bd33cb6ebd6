// What SCIM clients store about people and groups, in addition to what everyone sees.

import type { Bit } from './column.ts';

export interface ScimUserTable {
  account_id: number;
  organization_id: number;
  external_name: string | null;
  /** JSON of the names as they were sent; valid while the account's name is `names_of`. */
  sent_names: string;
  names_of: string;
  /** Removed by SCIM: not listed while the account is deactivated. */
  is_removed: Bit;
  /** Deactivated by SCIM, which may therefore reactivate the account. 0 while the account is active. */
  is_deactivated: Bit;
}

export interface ScimGroupTable {
  group_id: number;
  organization_id: number;
  external_name: string | null;
}
