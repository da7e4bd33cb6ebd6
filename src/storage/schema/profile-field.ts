// An organization's profile fields, and people's values.

import {
  bit,
  converted,
  generated,
  html,
  id,
  json,
  nullable,
  number,
  organizationId,
  text,
} from './column.ts';
import { changedByStage, included, kept, table } from './table.ts';

export const profileFieldTables = {
  profile_field: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      name: text,
      hint: text,
      field_type: number,
      field_data: json,
      position: number,
      display_in_profile_summary: bit,
      required: bit,
      editable_by_user: bit,
      use_for_user_matching: bit,
    },
    key: ['id'],
    onErasure: kept('it contains nothing about individual people'),
    archive: included,
  }),

  profile_value: table({
    columns: {
      organization_id: organizationId,
      account_id: id('account'),
      field_id: id('profile_field'),
      value: converted(text, 'profile value'),
      rendered_value: nullable(html),
    },
    key: ['account_id', 'field_id'],
    onErasure: changedByStage,
    archive: included,
  }),
} as const;
