// Records that participants of calls are there: the queues of their devices are polled at this server. One statement for all
// participants of an organization.

import { limits } from '../api-contract/limits.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import { queuesInCalls, renewParticipants } from '../stores/native-calls/participant-store.ts';

/** A client that has just received events polls again within this time. */
const BETWEEN_POLLS_SECONDS = 2 * limits.participantRenewalSeconds;

/** The hubs of the organizations that this server has in memory. */
interface LoadedHubs {
  loadedHubs(): Promise<
    readonly { readonly id: number; polledAmong(queueIds: Iterable<string>, seconds: number): string[] }[]
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
    const polled = hub.polledAmong(queueIds, BETWEEN_POLLS_SECONDS);
    if (polled.length > 0)
      await database.write(hub.id, (writer) => renewParticipants(writer, polled, now ?? writer.now));
  }
}
