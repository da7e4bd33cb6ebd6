// The audit log: logins and administrative actions. Each filter has an index in the order of the entries.

import type { Migration } from './migration.ts';

export const auditLog: Migration = {
  version: 25,
  statements: () => [
    `create table audit_entry (
      id {id},
      organization_id bigint not null,
      created_at bigint not null,
      kind {text} not null,
      is_command bigint not null,
      acting_account_id bigint,
      account_id bigint,
      channel_id bigint,
      group_id bigint,
      address {text},
      times bigint not null,
      details {text} not null
    )`,
    'create index audit_entry_order on audit_entry (organization_id, id)',
    'create index audit_entry_kind on audit_entry (organization_id, kind, id)',
    'create index audit_entry_acting on audit_entry (organization_id, acting_account_id, id)',
    'create index audit_entry_account on audit_entry (organization_id, account_id, id)',
    'create index audit_entry_account_kind on audit_entry (account_id, kind, id)',
    'create index audit_entry_time on audit_entry (organization_id, created_at, id)',
    'create index audit_entry_age on audit_entry (created_at)',
  ],
};
