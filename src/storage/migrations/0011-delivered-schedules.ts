// Scheduled messages that were just sent: their senders can still cancel them without an error.

import type { Migration } from './migration.ts';

export const deliveredSchedules: Migration = {
  version: 11,
  statements: () => [
    `create table delivered_schedule (
      id bigint primary key,
      organization_id bigint not null,
      sender_id bigint not null,
      delivered_at bigint not null
    ) {withoutRowid}`,
    'create index delivered_schedule_by_age on delivered_schedule (organization_id, delivered_at)',
  ],
};
