// Finds the types of events that no test of a whole run has delivered. Tests compare delivered events with their
// declarations, so a type that is never delivered has an unchecked declaration.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventDeclarations } from '../src/model/events/event-types.ts';

/** Every type with each of its ops, as `tests/support/delivered-events.ts` notes them. */
function declaredNames() {
  return eventDeclarations.flatMap(({ type, ops }) =>
    ops.length === 0 ? [type] : ops.map((op) => `${type}/${op}`),
  );
}

/** The file in which the processes of a run record the events that they deliver. */
export class DeliveredEvents {
  #directory = mkdtempSync(join(tmpdir(), 'parley-events-'));
  /** The environment of the processes. */
  environment = { PARLEY_DELIVERED_EVENTS: join(this.#directory, 'delivered') };

  constructor() {
    writeFileSync(this.environment.PARLEY_DELIVERED_EVENTS, '');
  }

  /** The declared types and ops that were not delivered. */
  missing() {
    const delivered = new Set(readFileSync(this.environment.PARLEY_DELIVERED_EVENTS, 'utf8').split('\n'));
    return declaredNames().filter((name) => !delivered.has(name));
  }

  remove() {
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
