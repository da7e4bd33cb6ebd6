// Refuses a database that others use, for commands that need it exclusively.

import { setTimeout as pause } from 'node:timers/promises';
import { type Claim, claimDataDirectory } from '../../server/single-server.ts';
import { PostgresRows } from '../../storage/rows/postgres-rows.ts';
import type { DatabaseLocation } from '../command-database.ts';
import { UsageError } from '../usage.ts';

/** How often, and at which interval, other connections are counted before they are considered permanent. */
const ATTEMPTS = 20;
const ATTEMPT_MILLISECONDS = 100;

/** Counts other connections; those of a server that has just stopped take a moment to close. */
async function permanentOthers(rows: PostgresRows): Promise<number> {
  let others = await rows.otherClients();
  for (let attempt = 0; others > 0 && attempt < ATTEMPTS; attempt++) {
    await pause(ATTEMPT_MILLISECONDS);
    others = await rows.otherClients();
  }
  return others;
}

/** Refuses a database in use: a running server would continue with its state in memory and mix two states. */
export async function refuseOtherConnections(rows: PostgresRows): Promise<void> {
  const others = await permanentOthers(rows);
  if (others > 0)
    throw new UsageError(
      `The database has ${others} other connection${others > 1 ? 's' : ''}. Stop all servers that use it first.`,
    );
}

/** Refuses if a server runs, and prevents one from starting on the embedded engine. */
export async function claimDatabase({ url, dataDirectory }: DatabaseLocation): Promise<Claim | undefined> {
  if (url === undefined) return claimDataDirectory(dataDirectory);
  const rows = await PostgresRows.connect(url);
  try {
    await refuseOtherConnections(rows);
  } finally {
    await rows.close();
  }
  return undefined;
}
