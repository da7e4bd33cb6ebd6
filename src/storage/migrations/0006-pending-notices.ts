// Notices, stored in the unit of work of the change that causes them until they are sent.

import type { Migration } from './migration.ts';

const statements = [
  `create table pending_notice (
    id {id},
    organization_id bigint not null,
    bot {text} not null,
    kind {text} not null,
    channel_id bigint,
    topic {text} not null,
    recipient_ids {text} not null,
    text {text} not null,
    organization_url {text} not null,
    due_at bigint not null
  )`,
  'create index pending_notice_due on pending_notice (due_at, id)',
];

export const pendingNotices: Migration = { version: 6, statements: () => statements };
