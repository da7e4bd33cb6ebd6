// Rules of all outbox workers: how each outcome of the work changes its row.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { OutboxServices, WorkerRun } from '../../src/actions/outbox/apply-outcome.ts';
import {
  claimWork,
  dueWork,
  type OutboxRow,
  queueWork,
  workIn,
} from '../../src/actions/outbox/outbox-store.ts';
import { OutboxWorker, type OutboxWorkerOptions } from '../../src/actions/outbox/outbox-worker.ts';
import { done, type FollowUps, type WorkOutcome } from '../../src/actions/outbox/work-outcome.ts';
import { count, record } from '../../src/api-contract/codec.ts';
import { silentLog } from '../../src/server/logger.ts';
import type { ParleyDatabase } from '../../src/storage/database.ts';
import type { Reader, Writer } from '../../src/storage/reader-writer.ts';
import { startTestServer } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';

const KIND = 'of a test';
const LEASE_SECONDS = 60;
const PAUSE = 7;
const { database } = (await startTestServer()).server.services;
const write = <T>(unit: (writer: Writer) => Promise<T>) => database.write(1, unit);
const queue = (...payloads: readonly string[]) => write((writer) => queueWork(writer, KIND, ...payloads));
const waitingRows = () => dueWork(database.reader(0), KIND, Number.MAX_SAFE_INTEGER, 100);
/** A time at which all rows are due. */
const later = () => Math.floor(Date.now() / 1000) + 10;

type Work = (row: OutboxRow, run: WorkerRun) => WorkOutcome | Promise<WorkOutcome>;

class TestWorker extends OutboxWorker {
  readonly name = 'of a test';
  readonly #work: Work;
  interrupted: FollowUps = {};

  constructor(
    work: Work,
    options: Partial<OutboxWorkerOptions> = {},
    services: Partial<OutboxServices> = {},
  ) {
    super(
      { database, log: silentLog, ...services },
      {
        kind: KIND,
        retries: { attempts: 3, pauses: [PAUSE] },
        atOnce: 4,
        leaseSeconds: LEASE_SECONDS,
        failure: 'test work not done',
        ...options,
      },
    );
    this.#work = work;
  }

  protected async work(row: OutboxRow, run: WorkerRun): Promise<WorkOutcome> {
    return this.#work(row, run);
  }

  protected override followUpsOfInterrupted(): FollowUps {
    return this.interrupted;
  }
}

const neverAborted = new AbortController().signal;
const follow = (name: string, order: string[]): FollowUps => ({
  units: [async () => void order.push(`${name} in the unit`)],
  afterwards: async () => order.push(`${name} afterwards`),
});

beforeEach(() => write(({ db }) => db.deleteFrom('outbox').where('kind', '=', KIND).execute()));

test('a row is retried after pauses, with what is left, and given up after its last attempt', async () => {
  const order: string[] = [];
  const lines: string[] = [];
  const line = (level: string) => (fields: object, text: string) =>
    void lines.push(`${level} ${text} ${JSON.stringify({ ...fields, row: 0 })}`);
  const worker = new TestWorker(
    ({ payload }) => ({
      is: 'retry',
      reason: 'refused',
      payload: `${payload}+`,
      ...follow('each', order),
      ifLast: follow('last', order),
    }),
    {},
    { log: { warn: line('warn'), error: line('error') } },
  );
  await queue('work');
  let moment = later();
  const rowsAfterRuns: unknown[] = [];
  for (let count = 0; count < 3; count++) {
    await worker.run(moment, neverAborted);
    const [row] = await waitingRows();
    rowsAfterRuns.push(row && [row.attempts, row.payload, row.due_at - moment]);
    moment += PAUSE;
  }
  assert.deepEqual(rowsAfterRuns, [[1, 'work+', PAUSE], [2, 'work++', PAUSE], undefined]);
  const each = ['each in the unit', 'each afterwards'];
  const last = ['each in the unit', 'last in the unit', 'each afterwards', 'last afterwards'];
  assert.deepEqual(order, [...each, ...each, ...last]);
  const fields = (attempts: number) =>
    `{"kind":"${KIND}","row":0,"organization":1,"attempts":${attempts},"reason":"refused"`;
  assert.deepEqual(lines, [
    `warn test work not done, will retry ${fields(1)},"seconds":${PAUSE}}`,
    `warn test work not done, will retry ${fields(2)},"seconds":${PAUSE}}`,
    `error test work not done, giving up ${fields(3)}}`,
  ]);
});

test('a payload that cannot be read is retried and given up, and does not hold up others', async () => {
  const codec = record({ messageId: count });
  const reasons: unknown[] = [];
  const note = (fields: object, text: string) =>
    void reasons.push([text, 'reason' in fields && fields.reason]);
  const read: number[] = [];
  const worker = (options: Partial<OutboxWorkerOptions>) =>
    new TestWorker(
      ({ payload }) => {
        read.push(workIn(codec, payload).messageId);
        return done;
      },
      options,
      { log: { warn: note, error: note } },
    );
  const moment = later();
  await queue('{"messageId":"secret"}', '{"messageId":5}');
  await worker({ retries: { attempts: 2, pauses: [PAUSE] } }).run(moment, neverAborted);
  assert.deepEqual([read, (await waitingRows()).map(({ due_at }) => due_at - moment)], [[5], [PAUSE]]);
  await worker({ retries: { attempts: 2, pauses: [PAUSE] } }).run(moment + PAUSE, neverAborted);
  await queue('none');
  await worker({ leaseSeconds: 0 }).run(moment + PAUSE, neverAborted);
  assert.deepEqual(await waitingRows(), []);
  const reason = 'the payload cannot be read: messageId: expected a whole number from 0, got a string';
  assert.deepEqual(reasons, [
    ['test work not done, will retry', reason],
    ['test work not done, giving up', reason],
    ['test work not done, giving up', 'the payload cannot be read: expected an object, got nothing'],
  ]);
});

test('a pause of its own or a later time replaces the pause of the policy', async () => {
  const moment = later();
  const dueAfter = async (outcome: Omit<Extract<WorkOutcome, { is: 'retry' }>, 'is'>) => {
    await queue('work');
    await new TestWorker(() => ({ is: 'retry', ...outcome }), { retries: { attempts: 1, pauses: [] } }).run(
      moment,
      neverAborted,
    );
    const [row] = await waitingRows();
    await write(({ db }) => db.deleteFrom('outbox').where('kind', '=', KIND).execute());
    return row && row.due_at - moment;
  };
  assert.equal(await dueAfter({ pause: 100 }), 100);
  assert.equal(await dueAfter({ pause: 100, notBefore: moment + 300 }), 300);
  assert.equal(await dueAfter({ notBefore: moment + 300 }), undefined);
});

test('attempts that were interrupted count, and the row is given up after the last one', async () => {
  const order: string[] = [];
  const attempts: number[] = [];
  const worker = new TestWorker((row) => {
    attempts.push(row.attempts);
    throw new Error('a fault');
  });
  worker.interrupted = follow('interrupted', order);
  await queue('work');
  let moment = later();
  for (let count = 0; count < 3; count++) {
    await assert.rejects(worker.run(moment, neverAborted), /a fault/);
    assert.equal((await waitingRows())[0]?.due_at, moment + LEASE_SECONDS);
    moment += LEASE_SECONDS;
  }
  await worker.run(moment, neverAborted);
  assert.deepEqual(attempts, [1, 2, 3]);
  assert.deepEqual(order, ['interrupted in the unit', 'interrupted afterwards']);
  assert.deepEqual(await waitingRows(), []);
});

test('parts are done one after another, and a server that stops leaves the rest', async () => {
  const stop = new AbortController();
  const parts: string[] = [];
  const work: Work = ({ payload }) => {
    parts.push(payload);
    if (payload === '2') stop.abort();
    return payload === '4' ? done : { is: 'part done', payload: String(Number(payload) + 1) };
  };
  await queue('1');
  const moment = later();
  await new TestWorker(work).run(moment, stop.signal);
  const [row] = await waitingRows();
  assert.deepEqual([parts, row?.payload, row?.due_at], [['1', '2'], '3', moment]);
  await new TestWorker(work).run(moment, neverAborted);
  assert.deepEqual([parts, await waitingRows()], [['1', '2', '3', '4'], []]);
});

test('an aborted attempt does not count, and keeps its lease while something is under way', async () => {
  const moment = later();
  const after = async (isUnderWay: boolean) => {
    const stop = new AbortController();
    const worker = new TestWorker(() => {
      stop.abort();
      return { is: 'aborted', isUnderWay };
    });
    await worker.run(moment, stop.signal);
    const [row] = await waitingRows();
    return row && [row.attempts, row.due_at - moment];
  };
  await queue('work');
  assert.deepEqual(await after(false), [0, 0]);
  assert.deepEqual(await after(true), [1, LEASE_SECONDS]);
});

/** Runs a worker at a server that stops when the worker leases its first row, after `before`. */
async function runWhileStopping(moment: number, before: () => Promise<unknown>): Promise<void> {
  const stop = new AbortController();
  const stopping = {
    reader: (id: number) => database.reader(id),
    async write<T>(id: number, unit: (writer: Writer) => Promise<T>): Promise<T> {
      if (!stop.signal.aborted) await before();
      stop.abort();
      return database.write(id, unit);
    },
  } as unknown as ParleyDatabase;
  const worker = new TestWorker(() => assert.fail('it has begun'), {}, { database: stopping });
  await worker.run(moment, stop.signal);
}

test('a row that is leased while the server stops is not begun, and is due again at once', async () => {
  await queue('work');
  const moment = later();
  await runWhileStopping(moment, async () => undefined);
  const [row] = await waitingRows();
  assert.deepEqual([row?.attempts, row?.due_at], [0, moment]);
});

test('a row that another server has taken keeps its lease when this one stops', async () => {
  await queue('work');
  const moment = later();
  await runWhileStopping(moment, async () => {
    const [row] = await waitingRows();
    await write((writer) => claimWork(writer, row?.id ?? 0, moment, LEASE_SECONDS));
  });
  const [row] = await waitingRows();
  assert.deepEqual([row?.attempts, row?.due_at], [1, moment + LEASE_SECONDS]);
});

test('if the unit of an outcome fails, the row gets the outcome that is given for this case', async () => {
  const order: string[] = [];
  const worker = new TestWorker(() => ({
    is: 'done',
    units: [() => Promise.reject(new Error('refused'))],
    afterwards: async () => order.push('first'),
    ifUnitFails: (error) => {
      assert.match(String(error), /refused/);
      return { is: 'done', ...follow('second', order) };
    },
  }));
  await queue('work');
  await worker.run(later(), neverAborted);
  assert.deepEqual([order, await waitingRows()], [['second in the unit', 'second afterwards'], []]);
});

test('without a lease, two workers that find a row do its work once', async () => {
  const order: string[] = [];
  const both = Promise.withResolvers<void>();
  let startedCount = 0;
  const work: Work = async () => {
    if (++startedCount === 2) both.resolve();
    await both.promise;
    return { is: 'done', ...follow('work', order) };
  };
  await queue('work');
  const moment = later();
  await Promise.all([0, 1].map(() => new TestWorker(work, { leaseSeconds: 0 }).run(moment, neverAborted)));
  assert.deepEqual([order, await waitingRows()], [['work in the unit', 'work afterwards'], []]);
});

test('rows of another lane wait for those before them, and no later row overtakes them', async () => {
  const runningNames: string[] = [];
  const ends = new Map<string, () => void>();
  const work: Work = async ({ payload }) => {
    runningNames.push(payload);
    await new Promise<void>((resolve) => ends.set(payload, resolve));
    runningNames.splice(runningNames.indexOf(payload), 1);
    return done;
  };
  await queue('a1', 'a2', 'b1', 'a3');
  const worker = new TestWorker(work, { laneOf: ({ payload }) => payload.slice(0, 1) });
  const run = worker.run(later(), neverAborted);
  const states: string[] = [];
  for (const [expected, ended] of [
    [2, 'a1'],
    [1, 'a2'],
    [1, 'b1'],
    [1, 'a3'],
  ] as const) {
    await waitUntil(async () => runningNames.length === expected && ends.has(ended));
    states.push(runningNames.join());
    ends.get(ended)?.();
    await waitUntil(async () => !runningNames.includes(ended));
  }
  await run;
  assert.deepEqual(states, ['a1,a2', 'a2', 'b1', 'a3']);
});

test('running rows finish when no more rows can be read', async () => {
  const end = Promise.withResolvers<void>();
  let reads = 0;
  const unreadable = {
    reader(id: number): Reader {
      if (++reads > 1) throw new Error('the database cannot be read just now');
      return database.reader(id);
    },
    write: database.write.bind(database),
  } as unknown as ParleyDatabase;
  let isUnderWay = false;
  const work: Work = async () => {
    isUnderWay = true;
    await end.promise;
    return done;
  };
  const worker = new TestWorker(work, {}, { database: unreadable });
  await queue('work');
  let hasEnded = false;
  const run = worker.run(later(), neverAborted).finally(() => {
    hasEnded = true;
  });
  const failure = assert.rejects(run, /cannot be read just now/);
  await waitUntil(async () => isUnderWay);
  worker.wakeOn({ type: '_outbox', extra: { kind: KIND } } as never);
  await waitUntil(async () => reads === 2);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(hasEnded, false);
  end.resolve();
  await failure;
  assert.deepEqual(await waitingRows(), []);
});
