// The load generator of the bench: what it gives back is what rows look into and count.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runRequests } from '../../bench/load/request-run.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const port = Number(new URL(server.url).port);
const health = { method: 'GET', path: '/health', authorization: '', body: '' } as const;

test('a run whose time is over before it began still gives the first answer', async () => {
  const outcome = await runRequests({
    kind: 'requests',
    port,
    requests: [health],
    connections: 1,
    seconds: 0,
  });
  assert.equal(outcome.answers, 1);
  assert.deepEqual(
    outcome.bodies.map((body) => JSON.parse(body).status),
    ['ok'],
  );
});
