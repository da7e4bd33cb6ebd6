// Looks in every organization, a few times a day, for channels without messages for half a year.

import { markInactiveChannels } from '../actions/channels/activity.ts';
import type { Hubs } from '../events/hubs.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import { readOrganization } from '../stores/organizations/organization-store.ts';
import type { Job, JobServices } from './job.ts';

const EVERY_SECONDS = 6 * 3600;
/** A starting server is busy with other work. */
const FIRST_AFTER_SECONDS = 60;

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

export class InactiveChannelsJob implements Job {
  readonly name = 'silent channels';
  readonly pollSeconds = EVERY_SECONDS;
  readonly #services: JobServices;
  #nextAt: number | undefined;

  constructor(services: JobServices) {
    this.#services = services;
  }

  async run(now: number): Promise<void> {
    this.#nextAt ??= now + FIRST_AFTER_SECONDS;
    if (now < this.#nextAt) return;
    this.#nextAt = now + EVERY_SECONDS;
    await markInactiveChannelsEverywhere(this.#services);
  }

  async next(): Promise<number | undefined> {
    return this.#nextAt;
  }

  wakeOn(): undefined {
    return undefined;
  }
}
