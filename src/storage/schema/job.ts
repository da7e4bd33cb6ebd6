// The server's own work: recurring jobs and migrations.

import { bit, number, organizationId, text } from './column.ts';
import { absent, kept, table } from './table.ts';

export const jobTables = {
  /** The moment up to which a recurring job has done its work for an organization. */
  job_mark: table({
    columns: {
      organization_id: organizationId,
      job: text,
      done_until: number,
    },
    key: ['organization_id', 'job'],
    onErasure: kept('it contains nothing about individual people'),
    archive: absent('it is work in progress of the server'),
  }),

  /** The applied migrations. */
  schema_version: table({
    columns: {
      version: number,
      applied_at: number,
      /** Whether servers of older versions can use the database after it. */
      is_additive: bit,
    },
    key: ['version'],
    onErasure: kept('it contains nothing about individual people'),
    archive: absent('it belongs to the database'),
  }),
} as const;
