// Marks messages of muted senders as read, if they were too many for the request that muted them.

import type { OutboxServices, WorkerRun } from '../actions/outbox/apply-outcome.ts';
import type { OutboxRow } from '../actions/outbox/outbox-store.ts';
import { OutboxWorker } from '../actions/outbox/outbox-worker.ts';
import type { WorkOutcome } from '../actions/outbox/work-outcome.ts';
import { MUTED_SENDER, markMutedPart } from '../actions/read-state/mark-sender-read.ts';
import { retryPolicies } from '../model/outbox/retry-policies.ts';

const LEASE_SECONDS = 60;

export class ReadMutedSendersJob extends OutboxWorker {
  readonly name = 'read muted senders';
  override readonly pollSeconds = 60;
  readonly #services: OutboxServices;

  constructor(services: OutboxServices) {
    super(services, {
      kind: MUTED_SENDER,
      retries: retryPolicies.mutedSender,
      atOnce: 1,
      leaseSeconds: LEASE_SECONDS,
      failure: 'messages of a muted sender not marked as read',
    });
    this.#services = services;
  }

  protected work(row: OutboxRow, { signal }: WorkerRun): Promise<WorkOutcome> {
    return markMutedPart(this.#services.database.reader(row.organization_id), row.payload, signal);
  }
}
