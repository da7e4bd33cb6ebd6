// The load generator of the benchmarks, which count and read the answers that it returns.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runRequests } from '../../bench/load/request-run.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const port = Number(new URL(server.url).port);
const health = { method: 'GET', path: '/health', authorization: '', body: '' } as const;

test('a run of zero seconds still returns its first answer', async () => {
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
