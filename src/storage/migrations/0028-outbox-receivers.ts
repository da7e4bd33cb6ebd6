// Whom work in the outbox is for, where that one may be slow: workers go past those who have no place, and only so much
// waits for each. Calls that waited before name nobody, and share one place until they are done.

import type { Migration } from './migration.ts';

export const outboxReceivers: Migration = {
  version: 28,
  statements: () => [
    "alter table outbox add column receiver {text} not null default ''",
    'drop index outbox_due',
    'create index outbox_due on outbox (kind, due_at, id, receiver)',
    "create index outbox_receiver on outbox (kind, receiver) where receiver <> ''",
  ],
};
