// One poll after another over a log in memory and in tables that answer when the test says so: when a poll is refused,
// answered at once or waits, and what ends its waiting.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { LogEntry } from '../../src/contract/event.ts';
import { LogScan } from '../../src/events/log-scan.ts';
import { LogTail } from '../../src/events/log-tail.ts';
import { PollViewers } from '../../src/events/poll-viewers.ts';
import { type PollRequest, Polls } from '../../src/events/polls.ts';
import { EventQueue, type QueueOptions } from '../../src/events/queue.ts';
import { withLimit } from '../support/with-limit.ts';
import { entry, ME, queueOptions } from './viewers.ts';

const START = 16;
const noted = (sequence: number, ids = [ME]): LogEntry =>
  entry('noted', { sequence, audience: { kind: 'accounts', ids }, payload: { note: sequence } });

/** Polls of a queue that begins at place 16, over a log that has come to `head` with nothing before it in memory. */
function stage(head = 32, log: LogEntry[] = []) {
  const tail = new LogTail(head);
  const options = { ...queueOptions };
  const queue = new EventQueue(
    { id: 'q', organizationId: 1, accountId: ME, startSequence: START, idleSeconds: 600, options },
    START,
  );
  const state = {
    id: 1,
    account: (id: number) => (id === ME && facts.isThere ? { id: ME, accessVersion: 0 } : undefined),
    subscriptions: async () => new Map(),
    subscriptionsInMemory: () => (facts.isInMemory ? new Map() : undefined),
    heldSubscriptions: { everIn: () => new Set<number>(), dropped: new Set<number>() },
    isWatched: () => facts.isInMemory,
    watchGuest: async () => void facts.prepared++,
    part: async () => {
      facts.prepared++;
      return [];
    },
    partInMemory: () => (facts.isInMemory ? [] : undefined),
  };
  const facts = {
    isThere: true,
    isInMemory: true,
    prepared: 0,
    reads: [] as [number, number][],
    /** What a read of the tables waits for. */
    before: Promise.resolve(),
    isBroken: false,
    written: 0,
    caughtUp: 0,
    /** What happens while a view's needs are read. */
    whenAsked: (): void => undefined,
  };
  const database = {
    reader: () => ({
      engine: 'sqlite',
      organizationId: 1,
      execute: async () => {
        facts.whenAsked();
        return [];
      },
    }),
    async entriesAfter(_reader: unknown, after: number, limit: number) {
      facts.reads.push([after, limit]);
      await facts.before;
      if (facts.isBroken) throw new Error('no tables');
      return log.filter(({ sequence }) => sequence > after).slice(0, limit);
    },
    async write(_id: number, unit: (writer: { emit(event: LogEntry): void }) => Promise<void>) {
      facts.written++;
      if (facts.isBroken) throw new Error('no tables');
      const place = tail.head + 16;
      await unit({ emit: (event) => tail.append([{ ...event, sequence: place }], place) });
    },
  };
  const around = {
    database: database as never,
    state: state as never,
    tail,
    queues: { find: async () => queue } as never,
    options: {
      compileNarrow: () => () => true,
      openSecret: (_purpose: string, kept: string) => kept,
      heartbeatMilliseconds: 1000,
    },
    catchUp: async () => void facts.caughtUp++,
  };
  const polls = new Polls(around as never);
  const poll = (
    lastEventId: number,
    wish: Partial<PollRequest> = {},
    signal = new AbortController().signal,
  ) =>
    polls.poll(
      {
        queueId: 'q',
        accountId: ME,
        accessVersion: 0,
        lastEventId,
        block: true,
        sessionId: undefined,
        ...wish,
      },
      signal,
    );
  const append = async (...entries: LogEntry[]) => {
    const place = entries.at(-1)?.sequence ?? tail.head;
    tail.append(entries, place);
    polls.wake(entries, place);
    await turns();
  };
  return {
    polls,
    poll,
    tail,
    queue,
    facts,
    append,
    log,
    scan: new LogScan(around as never, around.options as never),
  };
}

const turns = async () => {
  for (let count = 0; count < 30; count++) await Promise.resolve();
};
const idsOf = (events: readonly string[]) => events.map((event) => JSON.parse(event).id as number);
const isBeat = (events: readonly string[]) =>
  events.map((event) => JSON.parse(event).type).join() === 'heartbeat';

/** The timers of heartbeats: how long each is, and how it is let run; those that were stopped are gone. */
function timersOf(t: TestContext, random = 0.5) {
  const timers: { run: () => void; delay: number }[] = [];
  t.mock.method(Math, 'random', () => random);
  t.mock.method(globalThis, 'setTimeout', (run: () => void, delay: number) => {
    const timer = { run, delay };
    timers.push(timer);
    return timer;
  });
  t.mock.method(globalThis, 'clearTimeout', (timer: never) => {
    if (timers.includes(timer)) timers.splice(timers.indexOf(timer), 1);
  });
  return timers;
}

test('a poll begins where its client says, from the queue’s beginning to the end of the log', async () => {
  const { poll, tail, queue, facts } = stage(16);
  tail.append([noted(32), noted(48)], 48);
  const now = { block: false };
  assert.deepEqual(idsOf(await poll(-1, now)), [32, 48]);
  assert.deepEqual(idsOf(await poll(16)), [32, 48]);
  assert.equal(queue.acknowledged, 16);
  assert.deepEqual(idsOf(await poll(32)), [48]);
  assert.deepEqual([queue.acknowledged, queue.isDirty], [32, true]);
  assert.deepEqual(await poll(48, now), []);
  assert.deepEqual(await poll(63, now), []);
  assert.equal(facts.caughtUp, 0);
  await assert.rejects(poll(15), { message: 'An event newer than 15 has already been pruned!' });
  await assert.rejects(poll(64), { message: 'Event 64 was not in this queue' });
  assert.equal(facts.caughtUp, 1);
});

test('a poll is refused or sent away when what it rests on ended while it looked', async () => {
  const { poll, queue, tail, facts, polls } = stage(16);
  tail.append([noted(32)], 32);
  assert.deepEqual(await poll(16, { accessVersion: 1 }), []);
  assert.deepEqual(idsOf(await poll(16, { sessionId: 4 })), [32]);
  polls.endSessions({ accountId: ME, sessionIds: [4] });
  await assert.rejects(poll(16, { sessionId: 4 }), { code: 'UNAUTHORIZED' });
  assert.deepEqual(idsOf(await poll(16, { sessionId: 5 })), [32]);
  assert.deepEqual(idsOf(await poll(16)), [32]);
  queue.hasEnded = true;
  await assert.rejects(poll(16), { code: 'BAD_EVENT_QUEUE_ID' });
  queue.hasEnded = false;
  facts.isThere = false;
  await assert.rejects(poll(16), { code: 'BAD_EVENT_QUEUE_ID' });
});

test('a poll that waits is answered by what is for it, and then nothing of it is left', async (t) => {
  const timers = timersOf(t);
  const { poll, polls, append, queue } = stage();
  const client = new AbortController();
  const removed = t.mock.method(client.signal, 'removeEventListener').mock;
  const given = poll(32, {}, client.signal);
  await turns();
  assert.deepEqual([polls.waitingCount, timers.length], [1, 1]);
  await append(noted(48, [99]));
  assert.equal(polls.waitingCount, 1);
  await append(noted(64));
  assert.deepEqual(idsOf(await given), [64]);
  assert.deepEqual([polls.waitingCount, timers.length, removed.callCount()], [0, 0, 1]);
  assert.equal(queue.waiter, undefined);
});

test('a client that goes away takes its poll with it, also where it went before that waited', async (t) => {
  const timers = timersOf(t);
  const { poll, polls } = stage();
  const client = new AbortController();
  const given = poll(32, {}, client.signal);
  await turns();
  client.abort();
  assert.deepEqual(await given, []);
  assert.deepEqual(await poll(32, {}, client.signal), []);
  assert.deepEqual([polls.waitingCount, timers.length], [0, 0]);
});

test('a newer poll of the queue takes the place of the one that waits, whether it waits or not', async (t) => {
  timersOf(t);
  const { poll, polls, queue } = stage();
  const first = poll(32);
  await turns();
  queue.isDirty = false;
  assert.deepEqual(await poll(32, { block: false }), []);
  assert.deepEqual(idsOf(await first), [33]);
  assert.equal(queue.isDirty, true);
  const [second, third] = [poll(33), poll(33)];
  await turns();
  assert.equal(isBeat(await second), true);
  assert.equal(polls.waitingCount, 1);
  polls.end(queue);
  await assert.rejects(third, { code: 'BAD_EVENT_QUEUE_ID' });
  assert.equal(polls.waitingCount, 0);
});

test('heartbeats come a tenth around their time, and say how far the log was looked at', async (t) => {
  for (const [random, delay] of [
    [0, 900],
    [0.5, 1000],
    [1, 1100],
  ] as const) {
    const timers = timersOf(t, random);
    const { poll, append, queue } = stage();
    const given = poll(33);
    await turns();
    assert.equal(Math.round(timers[0]?.delay ?? 0), delay);
    await append(noted(48, [99]));
    queue.isDirty = false;
    timers[0]?.run();
    assert.deepEqual(idsOf(await given), [49]);
    assert.equal(queue.isDirty, true, 'its client is there');
    t.mock.restoreAll();
  }
});

test('at its heartbeat a poll reads nothing again that it was known to pass over', async (t) => {
  const timers = timersOf(t);
  const { poll, append, facts } = stage();
  const given = poll(32);
  await turns();
  await withLimit('logEntriesInMemory', 0, () => append(noted(48, [99])));
  timers[0]?.run();
  assert.deepEqual(idsOf(await given), [49]);
  assert.deepEqual(facts.reads, []);
});

test('where the ids between two places are used up a heartbeat takes a place, if it can', async (t) => {
  const timers = timersOf(t);
  const { poll, facts } = stage();
  const beat = async (after: number) => {
    const given = poll(after);
    await turns();
    timers[0]?.run();
    return idsOf(await given);
  };
  assert.deepEqual(await beat(45), [46]);
  assert.equal(facts.written, 0);
  facts.isBroken = true;
  assert.deepEqual(await beat(47), [47]);
  facts.isBroken = false;
  assert.deepEqual(await beat(47), [49]);
  assert.equal(facts.written, 2);
});

test('a poll that was answered while its heartbeat looked gets no other answer', async (t) => {
  const timers = timersOf(t);
  const { poll, polls, tail, facts } = stage();
  const given = poll(47);
  await turns();
  tail.append([noted(48)], 48);
  timers[0]?.run();
  assert.deepEqual(idsOf(await given), [48]);
  await turns();
  assert.deepEqual([facts.written, polls.waitingCount], [0, 0]);
});

test('a poll whose client went away at its heartbeat takes no place, and is looked at no more', async (t) => {
  const timers = timersOf(t);
  const { poll, facts, tail } = stage();
  const waiting = async () => {
    const client = new AbortController();
    const given = poll(47, {}, client.signal);
    await turns();
    return { client, given };
  };
  const looking = await waiting();
  timers[0]?.run();
  looking.client.abort();
  assert.deepEqual(await looking.given, []);
  await turns();
  assert.equal(facts.written, 0);
  const writing = await waiting();
  t.mock.method(tail, 'append', () => writing.client.abort());
  timers[0]?.run();
  assert.deepEqual(await writing.given, []);
  // What would fail unheard fails here.
  await new Promise((done) => setImmediate(done));
  assert.equal(facts.written, 1);
});

test('a poll that looks passes over nothing that it has not seen, whatever is committed meanwhile', async (t) => {
  timersOf(t);
  const { poll, append, facts, tail, log } = stage();
  const given = poll(32);
  await turns();
  const { promise, resolve } = Promise.withResolvers<void>();
  facts.before = promise;
  log.push(noted(48));
  await withLimit('logEntriesInMemory', 0, () => append(noted(48)));
  await append(noted(64, [99]));
  await append(noted(80));
  assert.deepEqual([facts.reads, tail.head], [[[32, 1000]], 80]);
  resolve();
  assert.deepEqual(idsOf(await given), [48]);
});

test('what is committed while a poll looks is looked at afterwards', async (t) => {
  timersOf(t);
  const { poll, append, facts, tail, log } = stage();
  const given = poll(32);
  await turns();
  const { promise, resolve } = Promise.withResolvers<void>();
  facts.before = promise;
  log.push({ ...noted(48), audience: { kind: 'everyone' }, type: '_hidden' });
  await withLimit('logEntriesInMemory', 0, async () => tail.append(log, 48));
  // It may be for the poll, which only the tables tell.
  facts.isInMemory = false;
  await append({ ...noted(64), expiresAt: 1 });
  assert.deepEqual(facts.reads, [[32, 1000]]);
  facts.isInMemory = true;
  await append(noted(80));
  log.push({ ...noted(64), expiresAt: 1 }, noted(80));
  resolve();
  assert.deepEqual(idsOf(await given), [80]);
  assert.equal(facts.reads.length, 1);
});

test('a poll for which the log cannot be read hears why', async (t) => {
  timersOf(t);
  const { poll, polls, append, facts } = stage();
  const given = poll(32);
  await turns();
  facts.isBroken = true;
  const refused = assert.rejects(given, /^Error: no tables$/);
  await withLimit('logEntriesInMemory', 0, () => append(noted(48)));
  await refused;
  assert.equal(polls.waitingCount, 0);
});

test('of those who wait the sessions that end are refused, and no others', async (t) => {
  timersOf(t);
  for (const [sessionId, isRefused] of [
    [4, true],
    [5, false],
    [undefined, false],
  ] as const) {
    const { poll, polls, append } = stage();
    const given = poll(32, { sessionId }).then(idsOf, ({ code }) => code);
    await turns();
    polls.endSessions({ accountId: ME, sessionIds: [4, 6] });
    await append(noted(48));
    assert.deepEqual(await given, isRefused ? 'UNAUTHORIZED' : [48]);
  }
});

test('an account whose credentials end is sent away, and a server that stops sends everybody away', async (t) => {
  timersOf(t);
  const { poll, polls } = stage();
  const first = poll(32);
  await turns();
  polls.endWaitsOf(99);
  assert.equal(polls.waitingCount, 1);
  polls.endWaitsOf(ME);
  assert.equal(isBeat(await first), true);
  const second = poll(33);
  await turns();
  polls.close();
  assert.deepEqual(idsOf(await second), [34]);
  assert.deepEqual(idsOf(await poll(34)), [35]);
  assert.equal(polls.waitingCount, 0);
});

test('the tables are read in parts, up to as many events as a poll gets, and what views need is read first', async () => {
  const log = Array.from({ length: 2500 }, (_, index) =>
    noted((index + 2) * 16, index % 2 === 0 ? [ME] : [99]),
  );
  const last = log.at(-1)?.sequence ?? 0;
  const { scan, queue, facts } = stage(last + 64, log);
  const look = (scanned: number) => scan.scan(queue, { after: scanned, scanned });
  const all = await withLimit('eventBatch', 10_000, async () => look(16));
  assert.deepEqual(
    idsOf(all.events),
    log.filter((_, index) => index % 2 === 0).map(({ sequence }) => sequence),
  );
  assert.equal(all.scanned, last + 64);
  assert.deepEqual(
    facts.reads.map(([after]) => after),
    [16, log[999]?.sequence, log[1999]?.sequence],
  );
  assert.equal(facts.prepared, 6);
  const some = await withLimit('eventBatch', 700, async () => look(16));
  assert.equal(some.events.length, 700);
  assert.equal(some.scanned, log[1398]?.sequence);
  const few = await withLimit('eventBatch', 3, async () => look(48));
  assert.deepEqual([idsOf(few.events), few.scanned], [[64, 96, 128], 128]);
});

test('in memory no more is given than a poll gets, nor what comes after the log’s head', async () => {
  const { scan, queue, tail, facts } = stage(16);
  tail.append(
    [32, 48, 64, 80].map((place) => noted(place)),
    64,
  );
  const look = (scanned: number) => scan.scan(queue, { after: scanned, scanned });
  const { events, scanned } = await look(16);
  assert.deepEqual([idsOf(events), scanned], [[32, 48, 64], 64]);
  const few = await withLimit('eventBatch', 2, async () => look(16));
  assert.deepEqual([idsOf(few.events), few.scanned], [[32, 48], 48]);
  assert.deepEqual([facts.reads.length, facts.prepared], [0, 0]);
});

test('what a view needs is read before an entry is shown, which is then shown as it is by now', async () => {
  const { scan, queue, tail, facts } = stage(16);
  const head = { id: 5, channel_id: 1, sequence: 16, is_moved: 0, mentions_channel: 0 };
  const flags = { head, arrivals: [], bits: {}, groupMemberIds: [], topicMentionedIds: [] };
  const edit: LogEntry = {
    ...noted(32),
    type: 'update_message',
    payload: { message_ids: [5], content: 'before' },
    extra: { messageId: 5, flags },
  };
  tail.append([edit], 32);
  facts.whenAsked = () => {
    facts.whenAsked = () => undefined;
    tail.replace((one) => ({ ...one, payload: { ...one.payload, content: 'after' } }));
  };
  const { events } = await scan.scan(queue, { after: 16, scanned: 16 });
  assert.deepEqual(
    events.map((text) => JSON.parse(text).content),
    ['after'],
  );
  facts.isInMemory = false;
  tail.append([noted(48)], 48);
  const further = await scan.scan(queue, { after: 32, scanned: 32 });
  assert.deepEqual([idsOf(further.events), facts.reads], [[48], []]);
});

test('an entry may be for a queue unless it is known not to be', () => {
  const { scan, queue, facts } = stage();
  assert.equal(scan.mayShow(queue, noted(48)), true);
  assert.equal(scan.mayShow(queue, noted(48, [99])), false);
  assert.equal(scan.mayShow(queue, { ...noted(48), type: '_hidden' }), false);
  facts.isInMemory = false;
  assert.equal(scan.mayShow(queue, noted(48, [99])), true);
  facts.isThere = false;
  assert.equal(scan.mayShow(queue, noted(48, [99])), true);
});

test('who looks through a queue is had without reading where nothing must be read, and with its narrow made once', () => {
  const facts = { isWatched: true, linkifiers: [] as unknown, compiled: 0 };
  const state = {
    account: () => ({ id: ME }),
    isWatched: () => facts.isWatched,
    partInMemory: () => facts.linkifiers,
    subscriptionsInMemory: () => new Map(),
  };
  const viewers = new PollViewers(state as never, {
    compileNarrow: () => {
      facts.compiled++;
      return () => false;
    },
    openSecret: (_purpose, kept) => kept,
  });
  const queueWith = (narrow: QueueOptions['narrow']) =>
    new EventQueue({ ...stage().queue.record, options: { ...queueOptions, narrow } }, START);
  const plain = queueWith([]);
  assert.equal(viewers.inMemory(plain)?.matchesNarrow(noted(32)), true);
  assert.equal(facts.compiled, 0);
  const narrowed = queueWith([{ operator: 'is', operand: 'starred', negated: false }]);
  for (let count = 0; count < 2; count++)
    assert.equal(viewers.inMemory(narrowed)?.matchesNarrow(noted(32)), false);
  assert.equal(facts.compiled, 1);
  facts.isWatched = false;
  assert.equal(viewers.inMemory(plain), undefined);
  facts.isWatched = true;
  facts.linkifiers = undefined;
  assert.equal(viewers.inMemory(plain), undefined);
});
