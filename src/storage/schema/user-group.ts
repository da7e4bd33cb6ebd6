// Groups of people, and their membership over time.

import { bit, converted, generated, id, json, nullable, number, organizationId, text } from './column.ts';
import { changedByStage, included, kept, table } from './table.ts';

export const userGroupTables = {
  user_group: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      name: text,
      name_key: text,
      description: text,
      is_system: bit,
      creator_id: nullable(id('account')),
      created_at: nullable(number),
      is_deactivated: bit,
      /** The six group settings, by name. */
      group_settings: converted(json, 'permissions'),
    },
    key: ['id'],
    onErasure: changedByStage,
    archive: included,
  }),

  /** Membership in groups that people made; members of system groups follow from their roles. */
  user_group_member: table({
    columns: {
      organization_id: organizationId,
      group_id: id('user_group'),
      account_id: id('account'),
      from_sequence: number,
      to_sequence: nullable(number),
    },
    key: ['group_id', 'account_id', 'from_sequence'],
    onErasure: kept('it refers to accounts only by id'),
    archive: included,
  }),

  user_group_subgroup: table({
    columns: {
      organization_id: organizationId,
      group_id: id('user_group'),
      subgroup_id: id('user_group'),
      from_sequence: number,
      to_sequence: nullable(number),
    },
    key: ['group_id', 'subgroup_id', 'from_sequence'],
    onErasure: kept('it contains nothing about individual people'),
    archive: included,
  }),
} as const;
