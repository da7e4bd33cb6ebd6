// What the tests of jobs share.

import assert from 'node:assert/strict';
import type { ApiClient, Json, Listener } from '../support/client.ts';
import { foldedOver } from '../support/fold.ts';

/** The snapshot that a listener began with, with the events since, is the snapshot that there is now. */
export async function isRoundTripOf(
  listener: Listener,
  // biome-ignore lint/suspicious/noExplicitAny: events are looked into freely by tests
  events: readonly any[],
  client: ApiClient,
): Promise<void> {
  const folded = foldedOver(listener.snapshot, events, client.userId);
  const { snapshot } = await client.listen();
  const sorted = (state: Json) =>
    (state.realm_user_groups as { id: number; members: number[] }[]).map((group) => [
      group.id,
      [...group.members].sort((a, b) => a - b),
    ]);
  assert.deepEqual(sorted(folded), sorted(snapshot));
}
