// Groups of people, and their membership over time.

import type { Generated } from 'kysely';
import type { Bit, Json } from './column.ts';

export interface UserGroupTable {
  id: Generated<number>;
  organization_id: number;
  name: string;
  name_key: string;
  description: string;
  is_system: Bit;
  creator_id: number | null;
  created_at: number | null;
  is_deactivated: Bit;
  /** The six group settings, by name. */
  group_settings: Json;
}

/** Membership in groups that people made; members of system groups follow from their roles. */
export interface UserGroupMemberTable {
  organization_id: number;
  group_id: number;
  account_id: number;
  from_sequence: number;
  to_sequence: number | null;
}

export interface UserGroupSubgroupTable {
  organization_id: number;
  group_id: number;
  subgroup_id: number;
  from_sequence: number;
  to_sequence: number | null;
}
