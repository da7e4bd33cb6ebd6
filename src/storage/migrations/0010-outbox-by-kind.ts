// Each worker of the outbox looks for rows of its own kind: many of another kind, as while the relay for notifications
// is away, are not in its way.

import type { Migration } from './migration.ts';

export const outboxByKind: Migration = {
  version: 10,
  statements: () => ['drop index outbox_due', 'create index outbox_due on outbox (kind, due_at, id)'],
};
