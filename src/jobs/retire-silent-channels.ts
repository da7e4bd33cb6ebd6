// Looks in every organization, a few times a day, for channels that nobody has written to for half a year.

import type { Hubs } from '../events/hubs.ts';
import { retireSilentChannels } from '../model/channels/activity.ts';
import { readOrganization } from '../model/organizations/store.ts';
import type { ParleyDatabase } from '../storage/database.ts';

const EVERY_MILLISECONDS = 6 * 3600 * 1000;
const FIRST_AFTER_MILLISECONDS = 60_000;

interface Surroundings {
  readonly database: ParleyDatabase;
  readonly hubs: Hubs;
  readonly log: { warn(fields: Readonly<Record<string, unknown>>, message: string): void };
}

/** Looks once, in the organizations that this server serves. */
export async function lookForSilentChannels({ database, hubs }: Omit<Surroundings, 'log'>): Promise<void> {
  for (const { id } of await hubs.loaded()) {
    await database.write(id, async (writer) => retireSilentChannels(writer, await readOrganization(writer)));
  }
}

/** Looks from now on; gives what ends it. */
export function watchSilentChannels(services: Surroundings): () => void {
  const look = () => {
    lookForSilentChannels(services).catch((error: unknown) => {
      services.log.warn({ error: String(error) }, 'could not look for silent channels');
    });
  };
  const first = setTimeout(look, FIRST_AFTER_MILLISECONDS).unref();
  const timer = setInterval(look, EVERY_MILLISECONDS).unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
