// Emits an event to clients with older queues: the server restarted, with this version.

import { newEvent } from '../api-contract/event-declaration.ts';
import { API_VERSION, FEATURE_LEVEL } from '../api-contract/feature-level.ts';
import { restartEvent } from '../model/events/queue-events.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import { organizationsWithQueues } from './queue-store.ts';

/** Emits the event to everyone who still has a queue. @param startedAt seconds since 1970 */
export async function emitRestart(database: ParleyDatabase, startedAt: number): Promise<void> {
  const payload = {
    zulip_version: API_VERSION,
    zulip_merge_base: API_VERSION,
    zulip_feature_level: FEATURE_LEVEL,
    server_generation: startedAt,
  };
  for (const organizationId of await organizationsWithQueues(database.reader(0))) {
    await database.write(organizationId, async (writer) => {
      writer.emit(newEvent(restartEvent, payload, { audience: { kind: 'everyone' } }));
    });
  }
}
