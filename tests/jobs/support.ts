// Helpers for tests of jobs.

import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { DueJob } from '../../src/jobs/due-job.ts';
import { dueScheduledMessages } from '../../src/jobs/due-messages.ts';
import type { ApiClient, Json, Listener } from '../support/client.ts';
import { foldedOver } from '../support/fold.ts';

/** Checks that a listener's snapshot with its events equals the current snapshot. */
export async function expectRoundTrip(
  listener: Listener,
  // biome-ignore lint/suspicious/noExplicitAny: tests read events freely
  events: readonly any[],
  client: ApiClient,
): Promise<void> {
  const folded = foldedOver(listener.snapshot, events, client.userId);
  const { snapshot } = await client.registerQueue();
  const sorted = (state: Json) =>
    (state.realm_user_groups as { id: number; members: number[] }[]).map((group) => [
      group.id,
      [...group.members].sort((a, b) => a - b),
    ]);
  assert.deepEqual(sorted(folded), sorted(snapshot));
}

const A_DAY_MS = 86_400_000;

/**
 * On servers that start after this call, the jobs of scheduled messages and reminders do not check periodically while the
 * file's tests run: they run only because they know their next time.
 */
export function withoutPeriodicChecks(): void {
  const { pollSeconds } = new DueJob({} as never, dueScheduledMessages);
  const realSetTimeout = globalThis.setTimeout;
  const later = (milliseconds?: number) => (milliseconds === pollSeconds * 1000 ? A_DAY_MS : milliseconds);
  mock.method(globalThis, 'setTimeout', ((run: () => void, milliseconds?: number, ...given: []) =>
    realSetTimeout(run, later(milliseconds), ...given)) as never);
}
