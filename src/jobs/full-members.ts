// Makes new members full members when their waiting period ends.

import { nextPromotion, promoteMembers } from '../actions/organizations/promotion.ts';
import type { LogEntry } from '../api-contract/event.ts';
import { allOrganizationRows, readOrganization } from '../stores/organizations/organization-store.ts';
import { AT_ONCE, type Job, type JobServices } from './job.ts';

export class FullMembersJob implements Job {
  readonly name = 'full members';
  readonly pollSeconds = 300;
  readonly #services: JobServices;

  constructor(services: JobServices) {
    this.#services = services;
  }

  async run(now: number): Promise<void> {
    const moment = Math.floor(now);
    for (const [organizationId, next] of await this.#moments(moment)) {
      if (next <= moment) {
        await this.#services.database.write(organizationId, (writer) => promoteMembers(writer, moment));
      }
    }
  }

  async next(now: number): Promise<number> {
    return Math.min(...(await this.#moments(now)).values());
  }

  /** The waiting period may have changed. */
  wakeOn({ touches }: LogEntry): number | undefined {
    return touches?.organization ? AT_ONCE : undefined;
  }

  /** The next end of a waiting period, by organization. */
  async #moments(now: number): Promise<Map<number, number>> {
    const { database } = this.#services;
    const moments = new Map<number, number>();
    for (const row of await allOrganizationRows(database.reader(0))) {
      if (row.is_deactivated === 1) continue;
      const reader = database.reader(row.id);
      const next = await nextPromotion(reader, await readOrganization(reader), now);
      if (next !== undefined) moments.set(row.id, next);
    }
    return moments;
  }
}
