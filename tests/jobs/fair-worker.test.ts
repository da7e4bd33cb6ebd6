// A worker with slow receivers, whose rows can no longer be read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairWorker } from '../../src/actions/outbox/fair-worker.ts';
import type { OutboxRow } from '../../src/actions/outbox/outbox-store.ts';
import type { ParleyDatabase } from '../../src/storage/database.ts';
import { waitUntil } from '../support/waiting.ts';

const row: OutboxRow = {
  id: 1,
  organization_id: 1,
  kind: 'calls',
  receiver: '7',
  payload: '{}',
  due_at: 0,
  attempts: 0,
};

/** Has one row, and fails to read after that. */
class UnreadableWorker extends FairWorker {
  readonly name = 'unreadable';
  readonly end = Promise.withResolvers<void>();
  looks = 0;

  constructor() {
    super({} as ParleyDatabase, { kind: 'calls', atOnce: 4, perReceiver: 2, perHolder: 2, leaseSeconds: 60 });
  }

  protected override async dueExcept(): Promise<OutboxRow[]> {
    if (++this.looks > 1) throw new Error('the database cannot be read just now');
    return [row];
  }

  protected override process(): Promise<void> {
    return this.end.promise;
  }

  protected work(): Promise<void> {
    return assert.fail('nothing is taken');
  }
}

test('running deliveries finish when no more rows can be read', async () => {
  const worker = new UnreadableWorker();
  let hasEnded = false;
  const run = worker.run(0, new AbortController().signal).finally(() => {
    hasEnded = true;
  });
  const failed = assert.rejects(run, /cannot be read just now/);
  await waitUntil(async () => worker.looks === 1);
  worker.wakeOn({ type: '_outbox', extra: { kind: 'calls' } } as never);
  await waitUntil(async () => worker.looks === 2);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(hasEnded, false);
  worker.end.resolve();
  await failed;
});
