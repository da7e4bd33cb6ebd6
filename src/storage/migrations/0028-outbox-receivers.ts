// The receiver of a row in the outbox, if a receiver may be slow: workers skip rows of receivers without a free
// slot, and the rows that wait for one receiver are bounded. Existing rows have no receiver and share one slot.

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
