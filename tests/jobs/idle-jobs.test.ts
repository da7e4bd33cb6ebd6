// Jobs with nothing to do: none is due again at once, and none is woken by what does not concern it. A server would
// otherwise never be idle.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogEntry } from '../../src/api-contract/event.ts';
import { allJobs } from '../../src/jobs/all-jobs.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
await server.server.scheduler.close();
const { services } = server.server;
const jobs = allJobs({ ...services, bounds: { ...services.bounds, auditDays: 30 } });

test('after it has run, no job is due before its time', async () => {
  const now = Math.floor(Date.now() / 1000);
  for (const job of jobs) {
    await job.run(now, new AbortController().signal);
    const next = await job.next(now);
    assert.ok(next === undefined || next > now, `${job.name} is due at ${next}, after a run at ${now}`);
  }
});

test('no job is woken by an event that does not concern it', () => {
  const entry = {
    type: 'typing',
    payload: { op: 'start' },
    audience: { kind: 'nobody' },
  } as unknown as LogEntry;
  for (const job of jobs) assert.equal(job.wakeOn(entry, 1), undefined, job.name);
});
