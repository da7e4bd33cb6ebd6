// Notes which types of events the servers of a test run deliver, so that the run can report those that no test delivers
// (`scripts/delivered-events.mjs`).

import { appendFileSync } from 'node:fs';

const path = process.env.PARLEY_DELIVERED_EVENTS;
const noted = new Set<string>();

/** Notes the events of an answer to `GET /events`, each type and `op` once. */
export function noteDelivered(events: readonly { readonly type: string; readonly op?: string }[]): void {
  if (!path) return;
  for (const { type, op } of events) {
    const name = op === undefined ? type : `${type}/${op}`;
    if (noted.has(name)) continue;
    noted.add(name);
    appendFileSync(path, `${name}\n`);
  }
}
