// How new messages are looked for: in organizations with news, and once a minute in all, for messages that other servers
// left. What is found is stored in parts, and nothing is written for messages that concern no one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogEntry } from '../../src/api-contract/event.ts';
import { MissedMailJob } from '../../src/jobs/missed-mail/missed-mail.ts';
import { secondOrganization } from '../access/support.ts';
import { startTestServer } from '../support/server.ts';
import { withLimit } from '../support/with-limit.ts';

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
  assert.equal(await job.next(now), now + 60);
  assert.deepEqual(await lookedAt(now + 30), []);
  const sent = { type: 'message', extra: { row: { sent_at: now + 31 } } } as unknown as LogEntry;
  assert.equal(job.wakeOn(sent, other), now + 36, 'messages sent shortly after another are found together');
  assert.deepEqual(await lookedAt(now + 36), [other]);
  assert.deepEqual(await lookedAt(now + 37), []);
  assert.deepEqual(await lookedAt(now + 61), [1, other]);
});

const stop = new AbortController();
const run = (job: MissedMailJob, signal = stop.signal) => job.run(Math.floor(Date.now() / 1000) + 5, signal);
const rows = async () => {
  const [row] = await services.database.reader(1).execute('select count(*) as count from missed_message', []);
  return Number(row?.count);
};

test('nothing is written for a message that concerns no one', async (t) => {
  const mel = await server.as('mel');
  await run(new MissedMailJob(services));
  await mel.sendToChannel('general', 'quiet', 'to no one');
  const write = t.mock.method(services.database, 'write');
  await run(new MissedMailJob(services));
  assert.equal(write.mock.callCount(), 0);
});

test('a server that stops stores no further part, and the next one stores it', async (t) => {
  const [mel, mia, max] = await Promise.all([server.as('mel'), server.as('mia'), server.as('max')]);
  await run(new MissedMailJob(services));
  const before = await rows();
  for (const person of [mia, max]) await mel.sendDirect([person.userId], 'hello');
  await withLimit('missedPeoplePerBatch', 1, async () => {
    const stopping = new AbortController();
    const write = services.database.write.bind(services.database);
    const stopped = t.mock.method(services.database, 'write', (...args: Parameters<typeof write>) => {
      stopping.abort();
      return write(...args);
    });
    await run(new MissedMailJob(services), stopping.signal);
    stopped.mock.restore();
    assert.equal((await rows()) - before, 1);
    await run(new MissedMailJob(services));
    assert.equal((await rows()) - before, 2);
  });
});

test('messages from before the first scan of a server are skipped', async () => {
  const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
  const forget = () =>
    services.database.write(1, (writer) =>
      writer.execute("delete from job_mark where job like 'missed%'", []),
    );
  await mel.sendDirect([mia.userId], 'long ago');
  const before = await rows();
  await forget();
  const job = new MissedMailJob(services);
  await run(job);
  assert.equal(await rows(), before);
});

test('messages beyond one batch are found although a later edit is in it', async () => {
  const [mel, mia, max, olive] = await Promise.all(
    (['mel', 'mia', 'max', 'olive'] as const).map((name) => server.as(name)),
  );
  assert.ok(mel && mia && max && olive);
  const id = await mel.sendToChannel('general', 'edited', 'first');
  await run(new MissedMailJob(services));
  const before = await rows();
  for (const person of [mia, max, olive]) await mel.sendDirect([person.userId], 'batched');
  await mel.ok('PATCH', `/messages/${id}`, { content: 'second' });
  await withLimit('missedMessagesPerBatch', 2, () => run(new MissedMailJob(services)));
  assert.equal((await rows()) - before, 3);
});
