// When jobs run: at the start, at their times, on log entries, periodically for changes of other servers, and again after a
// failure. An idle server makes few queries.

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { storageUnavailable } from '../../src/api-contract/error.ts';
import type { LogEntry } from '../../src/api-contract/event.ts';
import { DueJob } from '../../src/jobs/due-job.ts';
import { dueScheduledMessages } from '../../src/jobs/due-messages.ts';
import type { Job, JobServices } from '../../src/jobs/job.ts';
import { Scheduler } from '../../src/jobs/scheduler.ts';
import type { ParleyDatabase } from '../../src/storage/database.ts';
import type { CommitListener } from '../../src/storage/unit.ts';
import { startTestServer } from '../support/server.ts';
import { farFuture } from '../support/waiting.ts';

/** Lets pending promises settle; timers are mocked. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}

interface Script {
  readonly runsAt: number[];
  nextAt: number | undefined;
  onRun: () => Promise<void>;
  leavesWork: boolean;
}

function scriptedJob() {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000_000 });
  const script: Script = { runsAt: [], nextAt: undefined, onRun: async () => undefined, leavesWork: false };
  const job: Job = {
    name: 'scripted',
    pollSeconds: 15,
    async run(now) {
      script.runsAt.push(now - 1_000_000);
      await script.onRun();
    },
    next: async () => script.nextAt,
    wakeOn: (entry) => (entry.type === 'work' ? Number(entry.payload.at) : undefined),
  };
  const listeners: CommitListener[] = [];
  const errors: unknown[] = [];
  const services = {
    database: {
      onCommit: (listener: CommitListener) => listeners.push(listener),
      shouldLeaveWork: async () => script.leavesWork,
    },
    log: { error: (fields: unknown) => errors.push(fields) },
  } as unknown as JobServices;
  const scheduler = new Scheduler(services, [job], () => Date.now() / 1000);
  const commit = async (at: number) => {
    const entry: LogEntry = {
      type: 'work',
      sequence: 16,
      audience: { kind: 'nobody' },
      payload: { at: 1_000_000 + at },
    };
    for (const listener of listeners) await listener(1, { from: 0, head: 16, entries: [entry] });
    await settle();
  };
  const pass = async (seconds: number) => {
    for (let step = 0; step < seconds * 10; step++) {
      mock.timers.tick(100);
      await settle();
    }
  };
  return { script, scheduler, commit, pass, errors };
}

test('an idle job checks at the start and then four times a minute', async (t) => {
  t.after(() => mock.timers.reset());
  const { script, scheduler, pass } = scriptedJob();
  scheduler.start();
  await settle();
  assert.equal(script.runsAt.length, 1);
  await pass(60);
  assert.equal(script.runsAt.length, 5);
  await scheduler.close();
  await pass(60);
  assert.equal(script.runsAt.length, 5);
});

test('a job runs at its next due time, or earlier if an event brings an earlier one', async (t) => {
  t.after(() => mock.timers.reset());
  const { script, scheduler, commit, pass } = scriptedJob();
  script.nextAt = 1_000_010;
  scheduler.start();
  await settle();
  await commit(3);
  await commit(12);
  script.onRun = async () => {
    script.nextAt = script.runsAt.length < 3 ? 1_000_010 : undefined;
  };
  await pass(11);
  assert.deepEqual(script.runsAt.map(Math.floor), [0, 3, 10]);
  await scheduler.close();
});

test('a run that was brought forward is not repeated at its former time, nor after the server stopped', async (t) => {
  t.after(() => mock.timers.reset());
  const { script, scheduler, commit, pass } = scriptedJob();
  script.nextAt = 1_000_010;
  scheduler.start();
  await settle();
  script.nextAt = undefined;
  await commit(3);
  await pass(5);
  await commit(9);
  await commit(8);
  await pass(6);
  assert.deepEqual(script.runsAt.map(Math.floor), [0, 3, 8]);
  await commit(20);
  await commit(15);
  await scheduler.close();
  await pass(30);
  assert.equal(script.runsAt.length, 3);
});

test('work that arrives during a run is not forgotten', async (t) => {
  t.after(() => mock.timers.reset());
  const { script, scheduler, commit, pass } = scriptedJob();
  let finish = () => {};
  script.onRun = () => new Promise((resolve) => (finish = resolve));
  scheduler.start();
  await settle();
  await commit(2);
  script.onRun = async () => undefined;
  finish();
  await pass(3);
  assert.deepEqual(script.runsAt.map(Math.floor), [0, 2]);
  await scheduler.close();
});

test('a failure is logged and retried', async (t) => {
  t.after(() => mock.timers.reset());
  const { script, scheduler, pass, errors } = scriptedJob();
  script.onRun = async () => {
    throw new Error('the database is unavailable');
  };
  scheduler.start();
  await settle();
  script.onRun = async () => undefined;
  await pass(6);
  assert.equal(errors.length, 1);
  assert.deepEqual(script.runsAt.map(Math.floor), [0, 5]);
  await scheduler.close();
});

test('work left to other servers is not run, and not recorded as done', async (t) => {
  t.after(() => mock.timers.reset());
  const { script, scheduler, pass } = scriptedJob();
  script.leavesWork = true;
  scheduler.start();
  await pass(20);
  assert.deepEqual(script.runsAt, []);
  assert.deepEqual(scheduler.records(), [
    { name: 'scripted', runs: 0, failures: 0, lastDone: 0, isFailing: false },
  ]);
  script.leavesWork = false;
  await pass(20);
  const [record] = scheduler.records();
  assert.deepEqual([script.runsAt.length, record?.runs, record?.failures], [1, 1, 0]);
  assert.equal(Math.floor((record?.lastDone ?? 0) - 1_000_000), Math.floor(script.runsAt[0] ?? 0));
  await scheduler.close();
});

test('a message that could not be stored is not marked as failed, and is sent the next time', async () => {
  const server = await startTestServer();
  const { database, hubs } = server.server.services;
  const mel = await server.as('mel');
  await mel.ok('POST', '/scheduled_messages', {
    type: 'direct',
    to: [mel.userId],
    content: 'in the end',
    scheduled_delivery_timestamp: farFuture(),
  });
  let isUnavailable = true;
  const flaky = {
    engine: database.engine,
    reader: (id: number) => database.reader(id),
    write: (id: number, unit: never) =>
      isUnavailable ? Promise.reject(storageUnavailable()) : database.write(id, unit),
  } as unknown as ParleyDatabase;
  const job = new DueJob({ database: flaky, hubs, log: { error: () => undefined } }, dueScheduledMessages);
  const { signal } = new AbortController();
  await assert.rejects(job.run(farFuture() + 1, signal), { status: 503 });
  const { scheduled_messages } = await mel.ok('GET', '/scheduled_messages');
  assert.deepEqual(
    scheduled_messages.map((one: { failed: boolean }) => one.failed),
    [false],
  );
  isUnavailable = false;
  await job.run(farFuture() + 1, signal);
  assert.deepEqual((await mel.ok('GET', '/scheduled_messages')).scheduled_messages, []);
});
