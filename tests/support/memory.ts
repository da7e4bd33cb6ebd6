// Compares what a server holds in memory of an organization with its tables. If a change's event does not name what it
// touches, servers keep the old state until they restart. The live state is compared with a freshly loaded one, and so
// are the snapshots and messages made from both (`visible-state.ts`).

import type { OrganizationHub } from '../../src/events/organization-hub.ts';
import { OrganizationState } from '../../src/queries/state/organization-state.ts';
import type { ParleyServer } from '../../src/server/server.ts';
import type { ParleyDatabase } from '../../src/storage/database.ts';
import { difference } from './difference.ts';
import { pageOf, renderedAndRaw, snapshotOf, visibleState, withoutVolatile } from './visible-state.ts';

/** Larger organizations are not compared: it would take longer than the test. */
const MAX_ACCOUNTS = 60;
const TRIES = 50;

/**
 * How much of the output of both states is compared: all of it, or a share that changes with the log position (a third
 * of the people, one form of the messages). The state itself is always compared whole.
 */
type Extent = 'all' | 'share';

/** A share covers one of this many people. */
const SHARE = 3;

/** Compares if memory and tables are at the same log position; otherwise `later`. */
async function compared(
  server: ParleyServer,
  database: ParleyDatabase,
  hub: OrganizationHub,
  extent: Extent,
): Promise<string | undefined | 'later'> {
  return database.snapshot(hub.id, async (reader) => {
    const sequence = await database.sequence(reader);
    const { state } = hub;
    const isCurrent = () => state.sequence === sequence;
    if (!isCurrent()) return 'later';
    const fresh = await OrganizationState.load(reader, sequence);
    if (fresh.accounts.size > MAX_ACCOUNTS) return undefined;
    const [cached, loadedState] = [await visibleState(state, reader), await visibleState(fresh, reader)];
    const forms = extent === 'all' ? renderedAndRaw : [sequence % 2 === 0];
    const [cachedShown, loadedShown] = [
      await pageOf(state, reader, forms),
      await pageOf(fresh, reader, forms),
    ];
    if (!isCurrent()) return 'later';
    for (const account of fresh.accounts.values()) {
      if (!account.isActive || account.isBot) continue;
      if (extent === 'share' && (account.id + sequence) % SHARE !== 0) continue;
      Object.assign(cachedShown, await snapshotOf(state, server, account));
      Object.assign(loadedShown, await snapshotOf(fresh, server, account));
    }
    return difference(cached, loadedState) ?? difference(cachedShown, loadedShown, withoutVolatile);
  });
}

/** The log positions of a server's organizations: while this is unchanged, nothing was written. */
export async function logPositions(server: ParleyServer): Promise<string> {
  const { database, hubs } = server.services;
  const loadedHubs = await hubs.loadedHubs();
  const positions = loadedHubs.map((hub) => database.snapshot(hub.id, (reader) => database.sequence(reader)));
  return (await Promise.all(positions)).join(' ');
}

/** Where a server's memory of its organizations differs from the tables; undefined if nowhere. */
export async function memoryDifference(
  server: ParleyServer,
  extent: Extent = 'all',
): Promise<string | undefined> {
  const { database, hubs } = server.services;
  for (const hub of await hubs.loadedHubs()) {
    let found: string | undefined = 'later';
    for (let tries = 0; tries < TRIES && found === 'later'; tries++) {
      await hub.whenSettled();
      found = await compared(server, database, hub, extent);
    }
    if (found === 'later') return `organization ${hub.id} in memory never caught up with its log`;
    if (found) return found;
  }
  return undefined;
}

/** Makes every write of a server that leaves its memory outdated fail, with the difference. */
export function watchMemory(server: ParleyServer): void {
  const { database } = server.services;
  const write = database.write.bind(database);
  database.write = async (organizationId, unit) => {
    const value = await write(organizationId, unit);
    const found = await memoryDifference(server);
    if (!found) return value;
    process.stderr.write(`a write left memory outdated: ${found}\n`);
    throw new Error(`a write left memory outdated: ${found}`);
  };
}
