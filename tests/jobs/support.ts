// What the tests of jobs share.

import assert from 'node:assert/strict';
import type { ApiClient, Listener } from '../support/client.ts';
import { reducers } from '../support/fold/reducers.ts';

/** The snapshot that a listener began with, with the events since, is the snapshot that there is now. */
export async function isRoundTripOf(
  listener: Listener,
  // biome-ignore lint/suspicious/noExplicitAny: events are looked into freely by tests
  events: readonly any[],
  client: ApiClient,
): Promise<void> {
  const folded = structuredClone(listener.snapshot);
  for (const event of events) reducers.get(event.type)?.(folded, structuredClone(event), client);
  const { snapshot } = await client.listen();
  const sorted = (state: typeof snapshot) =>
    state.realm_user_groups.map((group: { id: number; members: number[] }) => [
      group.id,
      [...group.members].sort((a, b) => a - b),
    ]);
  assert.deepEqual(sorted(folded), sorted(snapshot));
}
