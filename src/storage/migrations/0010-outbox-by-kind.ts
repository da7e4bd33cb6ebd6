// An index with which each worker of the outbox finds rows of its own kind, however many rows of another kind wait,
// for example while the push relay is unavailable.

import type { Migration } from './migration.ts';

export const outboxByKind: Migration = {
  version: 10,
  statements: () => ['drop index outbox_due', 'create index outbox_due on outbox (kind, due_at, id)'],
};
