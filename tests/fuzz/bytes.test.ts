// A short assault of raw bytes in every test run; `npm run fuzz` makes a long one that also fails on a blocked event loop.
// A failing run can be repeated with PARLEY_FUZZ_SEED.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { credentials } from '../uploads/support.ts';
import { assault } from './assault.ts';

const seed = Number(process.env.PARLEY_FUZZ_SEED ?? 20_261_122);
const ATTACKS = 300;
const CONNECTIONS = 50;
const MAX_GROWTH_BYTES = 400 * 1024 * 1024;

test(`the server survives ${ATTACKS} connections of hostile bytes`, async (t) => {
  const errors: string[] = [];
  const server = await startTestServer({
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (fields) => errors.push(JSON.stringify(fields).slice(0, 2000)),
    },
  });
  const mel = await server.as('mel');
  const before = process.memoryUsage.rss();
  const outcomes = await assault({
    port: server.server.port,
    seed,
    authorizations: [undefined, 'Basic ====', credentials(mel).authorization, credentials(mel).authorization],
    connections: CONNECTIONS,
    continues: (begun) => begun < ATTACKS,
  });
  t.diagnostic(`seed ${seed}`);
  assert.deepEqual(errors, [], `seed ${seed}`);
  assert.deepEqual(
    outcomes.flatMap(({ attack, failure }) => (failure ? [{ attack, failure }] : [])),
    [],
    `seed ${seed}`,
  );
  const statuses = new Set(outcomes.flatMap((outcome) => outcome.statuses));
  assert.ok(statuses.has(400) && statuses.has(401), `seed ${seed}: ${[...statuses]}`);
  // Other connections are still served.
  await mel.sendToChannel('general', 'fuzz', 'still there');
  const grown = process.memoryUsage.rss() - before;
  assert.ok(grown < MAX_GROWTH_BYTES, `seed ${seed}: ${grown} bytes more`);
});
