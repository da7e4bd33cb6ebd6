// Records when participants of calls were last there: their devices poll their queues at this server. One statement for all
// participants of an organization whose devices wait for events, as nearly all do.

import { limits } from '../api-contract/limits.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import { queuesInCalls, renewParticipants } from '../stores/native-calls/participant-store.ts';

/** The hubs of the organizations that this server has in memory. */
interface LoadedHubs {
  loadedHubs(): Promise<
    readonly { readonly id: number; pollAges(queueIds: Iterable<string>): ReadonlyMap<string, number> }[]
  >;
}

/** @param now seconds since 1970; by default, the time of the unit that records it */
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
  for (const hub of loaded) {
    const queueIds = byOrganization.get(hub.id)?.map((row) => row.queue_id) ?? [];
    // Older polls were recorded before.
    const recent = [...hub.pollAges(queueIds)].filter(
      ([, age]) => age <= 2 * limits.participantRenewalSeconds,
    );
    if (recent.length === 0) continue;
    const byAge = Map.groupBy(recent, ([, age]) => age);
    await database.write(hub.id, async (writer) => {
      for (const [age, polled] of byAge)
        await renewParticipants(
          writer,
          polled.map(([id]) => id),
          (now ?? writer.now) - age,
        );
    });
  }
}
