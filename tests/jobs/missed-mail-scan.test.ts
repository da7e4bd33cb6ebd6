// In which organizations new messages are looked for: in those with news, and once a minute in all, for messages that
// other servers left.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogEntry } from '../../src/api-contract/event.ts';
import { MissedMailJob } from '../../src/jobs/missed-mail/missed-mail.ts';
import { secondOrganization } from '../access/support.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
await secondOrganization(server);
const { id: other } = await server.server.directory.hubForHost('localhost');
const { services } = server.server;
await server.server.scheduler.close();

test('an organization without news is looked at once a minute', async (t) => {
  const job = new MissedMailJob(services);
  const reader = t.mock.method(services.database, 'reader');
  /** The organizations that a run reads. */
  const lookedAt = async (now: number) => {
    reader.mock.resetCalls();
    await job.run(now, new AbortController().signal);
    return [...new Set(reader.mock.calls.map(({ arguments: [id] }) => id))].filter((id) => id !== 0).sort();
  };
  const now = Math.floor(Date.now() / 1000);
  assert.deepEqual(await lookedAt(now), [1, other]);
  assert.deepEqual(await lookedAt(now + 30), []);
  const sent = { type: 'message', extra: { row: { sent_at: now + 31 } } } as unknown as LogEntry;
  assert.equal(job.wakeOn(sent, other), now + 36, 'messages sent shortly after another are found together');
  assert.deepEqual(await lookedAt(now + 36), [other]);
  assert.deepEqual(await lookedAt(now + 37), []);
  assert.deepEqual(await lookedAt(now + 61), [1, other]);
});
