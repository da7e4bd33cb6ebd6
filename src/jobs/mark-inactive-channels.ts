// Looks for channels without messages for half a year.

import { markInactiveChannels } from '../actions/channels/activity.ts';
import type { Hubs } from '../events/hubs.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import { readOrganization } from '../stores/organizations/organization-store.ts';

/** Checks once, in the organizations that this server has loaded. */
export async function markInactiveChannelsEverywhere({
  database,
  hubs,
}: {
  readonly database: ParleyDatabase;
  readonly hubs: Hubs;
}): Promise<void> {
  for (const { id } of await hubs.loadedHubs()) {
    await database.write(id, async (writer) => markInactiveChannels(writer, await readOrganization(writer)));
  }
}
