// Whether somebody else uses a database that a command needs for itself.

import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresRows } from '../../storage/rows/postgres-rows.ts';
import { UsageError } from '../usage.ts';

/** How often connections of others are looked for before they count as lasting, and the time between two looks. */
const LOOKS_FOR_OTHERS = 20;
const LOOK_MILLISECONDS = 100;

/** Looks for connections of others; those of a server that was stopped just now take a moment to end. */
async function lastingOthers(rows: PostgresRows): Promise<number> {
  let others = await rows.others();
  for (let look = 0; others > 0 && look < LOOKS_FOR_OTHERS; look++) {
    await pause(LOOK_MILLISECONDS);
    others = await rows.others();
  }
  return others;
}

/** A server would go on by what it remembers, and write what belongs to another state. */
export async function refuseBesideOthers(rows: PostgresRows): Promise<void> {
  const others = await lastingOthers(rows);
  if (others > 0)
    throw new UsageError(
      `The database is in use by ${others} other connection${others > 1 ? 's' : ''}: stop every server that uses it first.`,
    );
}
