// Records when participants of calls were last there: their devices poll their queues at this server. One statement for all
// participants of an organization whose devices wait for events, as nearly all do, and one for each age of another poll.

import { limits } from '../api-contract/limits.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import { queuesInCalls, renewParticipants } from '../stores/native-calls/participant-store.ts';

/** The hubs of the organizations that this server has in memory. */
interface LoadedHubs {
  loadedHubs(): Promise<
    readonly { readonly id: number; pollAges(queueIds: Iterable<string>): ReadonlyMap<string, number> }[]
  >;
}

/**
 * Records it for the organizations in memory. One that cannot be written to does not keep the others.
 * @param now seconds since 1970; by default, the time of the unit that records it
 */
export async function renewCallParticipants(
  database: ParleyDatabase,
  hubs: LoadedHubs,
  now?: number,
): Promise<void> {
  const loaded = await hubs.loadedHubs();
  if (loaded.length === 0) return;
  const rows = await queuesInCalls(database.reader(0));
  if (rows.length === 0) return;
  const byOrganization = Map.groupBy(rows, (row) => row.organization_id);
  const outcomes = await Promise.allSettled(
    loaded.map((hub) => {
      const queueIds = byOrganization.get(hub.id)?.map((row) => row.queue_id) ?? [];
      return renewIn(database, hub.id, hub.pollAges(queueIds), now);
    }),
  );
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/** @param pollAges the seconds since each queue was last polled */
async function renewIn(
  database: ParleyDatabase,
  organizationId: number,
  pollAges: ReadonlyMap<string, number>,
  now: number | undefined,
): Promise<void> {
  // Older polls were recorded before.
  const recent = [...pollAges].filter(([, age]) => age <= 2 * limits.participantRenewalSeconds);
  if (recent.length === 0) return;
  const byAge = Map.groupBy(recent, ([, age]) => age);
  await database.write(organizationId, async (writer) => {
    for (const [age, polled] of byAge)
      await renewParticipants(
        writer,
        polled.map(([id]) => id),
        (now ?? writer.now) - age,
      );
  });
}
