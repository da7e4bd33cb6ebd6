// Deletes messages older than the retention of their organization or channel.

import { deleteExpired, expiredConversations } from '../actions/messages/retention.ts';
import { allOrganizationRows } from '../stores/organizations/organization-store.ts';
import type { Job, JobServices } from './job.ts';

const EVERY_SECONDS = 3600;

export class RetentionJob implements Job {
  readonly name = 'retention';
  readonly pollSeconds = EVERY_SECONDS;
  readonly #services: JobServices;

  constructor(services: JobServices) {
    this.#services = services;
  }

  async run(now: number, signal: AbortSignal): Promise<void> {
    const { database } = this.#services;
    const moment = Math.floor(now);
    for (const row of await allOrganizationRows(database.reader(0))) {
      // Deactivated organizations lose no data.
      if (row.is_deactivated === 1) continue;
      for (const conversationId of await expiredConversations(database.reader(row.id), moment)) {
        let mayBeMore = true;
        while (mayBeMore && !signal.aborted) {
          mayBeMore = await database.write(row.id, (writer) => deleteExpired(writer, conversationId, moment));
        }
      }
    }
  }

  async next(now: number): Promise<number> {
    return now + EVERY_SECONDS;
  }

  wakeOn(): undefined {
    return undefined;
  }
}
