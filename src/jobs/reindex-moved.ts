// Indexes moved messages by their new topic, if they were too many to index with the move.

import type { OutboxServices } from '../actions/outbox/apply-outcome.ts';
import type { OutboxRow } from '../actions/outbox/outbox-store.ts';
import { OutboxWorker } from '../actions/outbox/outbox-worker.ts';
import type { WorkOutcome } from '../actions/outbox/work-outcome.ts';
import { reindexPart } from '../actions/search/reindex.ts';
import { retryPolicies } from '../model/outbox/retry-policies.ts';
import { REINDEX } from '../stores/search/index-markers.ts';

export class ReindexMovedJob extends OutboxWorker {
  readonly name = 'reindex moved messages';
  override readonly pollSeconds = 60;

  constructor(services: OutboxServices) {
    super(services, {
      kind: REINDEX,
      retries: retryPolicies.reindexing,
      atOnce: 1,
      leaseSeconds: 0,
      failure: 'moved messages not indexed',
    });
  }

  protected async work({ payload }: OutboxRow): Promise<WorkOutcome> {
    return { is: 'done', units: [(writer) => reindexPart(writer, payload)] };
  }
}
