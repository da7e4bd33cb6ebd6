// Reading without an account, where the organization has web-public channels: a registration is answered with
// the state and no event queue.

import type { Snapshot, StateUpdate } from '../../client/follow-organization.ts';
import { CodedError } from '../../src/errors/coded-error.ts';

/** Thrown when a registration turns out to be anonymous. Never shared with other tabs: one of them may log in. */
export class AnonymousSnapshotError extends CodedError {
  readonly snapshot: Snapshot;

  constructor(snapshot: Snapshot) {
    super('ANONYMOUS', 'the registration is anonymous');
    this.snapshot = snapshot;
  }
}

/** Whether a registration was answered to an anonymous viewer. */
export function isAnonymous({ queue_id: queueId }: Pick<Snapshot, 'queue_id'>): boolean {
  return (queueId ?? '') === '';
}

/** The same steps, but a snapshot without a queue is thrown as an `AnonymousSnapshotError`. */
export async function* throwIfAnonymous(
  steps: AsyncIterable<StateUpdate>,
): AsyncGenerator<StateUpdate, void, void> {
  for await (const step of steps) {
    if (step.kind === 'snapshot' && isAnonymous(step.snapshot))
      throw new AnonymousSnapshotError(step.snapshot);
    yield step;
  }
}
