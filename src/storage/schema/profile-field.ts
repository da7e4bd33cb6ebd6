// An organization's profile fields, and people's values.

import type { Generated } from 'kysely';
import type { Bit, Json } from './column.ts';

export interface ProfileFieldTable {
  id: Generated<number>;
  organization_id: number;
  name: string;
  hint: string;
  field_type: number;
  field_data: Json;
  position: number;
  display_in_profile_summary: Bit;
  required: Bit;
  editable_by_user: Bit;
  use_for_user_matching: Bit;
}

export interface ProfileValueTable {
  organization_id: number;
  account_id: number;
  field_id: number;
  value: string;
  rendered_value: string | null;
}
