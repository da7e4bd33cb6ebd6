// Messages that very many people may have missed: one row for each message instead of one for each person.

import type { Migration } from './migration.ts';

export const missedByMany: Migration = {
  version: 21,
  statements: () => [
    `create table missed_by_many (
      organization_id bigint not null,
      message_id bigint not null,
      edit_sequence bigint,
      noticed_at bigint not null,
      collecting_seconds bigint not null,
      after_account_id bigint not null,
      due_at bigint not null,
      primary key (message_id)
    ) {withoutRowid}`,
    'create index missed_by_many_due on missed_by_many (due_at)',
  ],
};
