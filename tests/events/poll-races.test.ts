// Polls whose reads of the log overlap, as with a database in another process: no event is lost, even if a poll is
// aborted. The database here answers when the test says so.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogEntry } from '../../src/api-contract/event.ts';
import { LogTail } from '../../src/events/log-tail.ts';
import { Polls } from '../../src/events/polls.ts';
import { EventQueue, noCapabilities, type QueueRecord } from '../../src/events/queue.ts';
import { SubscriptionCache } from '../../src/queries/state/subscription-cache.ts';
import { withLimit } from '../support/with-limit.ts';

const record: QueueRecord = {
  id: 'q',
  organizationId: 1,
  accountId: 7,
  startSequence: 0,
  idleSeconds: 600,
  options: {
    applyMarkdown: true,
    clientGravatar: false,
    slimPresence: false,
    allPublicStreams: false,
    includeSubscribers: 'false',
    eventTypes: null,
    narrow: [],
    capabilities: noCapabilities,
    client: 'test',
  },
};

const entryAt = (sequence: number): LogEntry => ({
  sequence,
  type: 'noted',
  audience: { kind: 'accounts', ids: [7] },
  payload: { note: sequence },
});

const HEARTBEAT_MILLISECONDS = 60_000;

/** Polls of one queue over a log of which only entries appended here are in memory. */
function pollsOver(log: LogEntry[], head: number) {
  const pendingReads: (() => void)[] = [];
  const tail = new LogTail(head);
  const queue = new EventQueue(record, 0, Math.floor(Date.now() / 1000));
  const account = { id: 7, accessVersion: 0 };
  const state = {
    id: 1,
    account: () => account,
    subscriptions: async () => new Map(),
    subscriptionsInMemory: () => new Map(),
    cachedSubscriptions: new SubscriptionCache(10),
    hasGuestVisibility: () => true,
    loadGuestVisibility: async () => undefined,
    part: async () => [],
    partInMemory: () => [],
  };
  const database = {
    reader: () => ({}),
    async entriesAfter(_reader: unknown, after: number, limit: number) {
      const entries = log.filter((entry) => entry.sequence > after).slice(0, limit);
      await new Promise<void>((resolve) => pendingReads.push(resolve));
      return { entries, until: entries.at(-1)?.sequence ?? after, isComplete: entries.length < limit };
    },
    async write(_id: number, unit: (writer: { emit(): void }) => Promise<void>) {
      await unit({
        emit: () => {
          tail.append(
            [{ sequence: tail.head + 16, type: '_heartbeat', audience: { kind: 'nobody' }, payload: {} }],
            tail.head + 16,
          );
        },
      });
    },
  };
  const polls = new Polls({
    database: database as never,
    state: state as never,
    tail,
    queues: { find: async () => queue } as never,
    options: {
      compileNarrow: () => () => true,
      openSecret: (_purpose, sealed) => sealed,
      typeset: async () => ({ html: [], isTruncated: false }),
      heartbeatMilliseconds: HEARTBEAT_MILLISECONDS,
    },
    catchUp: async () => undefined,
  });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return {
    polls,
    account,
    tail,
    queue,
    turn,
    poll: (lastEventId: number, signal = new AbortController().signal, sessionId?: number) =>
      polls.poll(
        {
          queueId: 'q',
          accountId: 7,
          accessVersion: 0,
          lastEventId,
          block: true,
          mayBeLarge: () => true,
          sessionId,
        },
        signal,
      ),
    /** Lets the oldest pending read of the database finish. */
    async answerOne() {
      while (pendingReads.length === 0) await turn();
      pendingReads.shift()?.();
      await turn();
    },
    async append(sequence: number) {
      const entry = entryAt(sequence);
      log.push(entry);
      tail.append([entry], sequence);
      polls.wake([entry], sequence);
      await turn();
    },
  };
}

const idsOf = (events: readonly string[]) => events.map((event) => JSON.parse(event).id as number);

test('two concurrent polls each get every event', async () => {
  const { poll, turn, answerOne } = pollsOver([entryAt(16), entryAt(32)], 32);
  const answer = poll(-1);
  await turn();
  const repeatedPoll = poll(-1);
  await turn();
  await answerOne();
  await answerOne();
  assert.deepEqual(idsOf(await answer), [16, 32]);
  assert.deepEqual(idsOf(await repeatedPoll), [16, 32]);
});

test('an aborted poll takes no events away from the next one', async () => {
  const { poll, turn, append } = pollsOver([], 0);
  const client = new AbortController();
  const answer = poll(0, client.signal);
  await turn();
  await append(16);
  client.abort();
  assert.deepEqual(idsOf(await answer), [16]);
  const next = poll(0);
  await turn();
  assert.deepEqual(idsOf(await next), [16]);
});

test('two polls start to wait: one gets a heartbeat and the other the event', async () => {
  const { poll, turn, answerOne, append } = pollsOver([], 32);
  const first = poll(0);
  await turn();
  const second = poll(0);
  await turn();
  await answerOne();
  await answerOne();
  const [beat] = await first;
  assert.equal(JSON.parse(beat ?? '').type, 'heartbeat');
  assert.ok(JSON.parse(beat ?? '').id < 48);
  await append(48);
  assert.deepEqual(idsOf(await second), [48]);
});

test('a heartbeat never skips events that were not delivered', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { poll, turn, tail, polls } = pollsOver([], 0);
  const pendingPoll = poll(0);
  await turn();
  // In the log, but its wake-up is still pending, as for the last of ten thousand polls woken in slices.
  tail.append([entryAt(16)], 16);
  t.mock.timers.tick(2 * HEARTBEAT_MILLISECONDS);
  assert.deepEqual(idsOf(await pendingPoll), [16]);
  const answeredPoll = poll(16);
  await turn();
  tail.append([entryAt(32)], 32);
  polls.close();
  const [beat] = idsOf(await answeredPoll);
  assert.ok(Number(beat) < 32, `${beat} would hide the event at 32`);
});

test('nothing past the position of the state in memory is evaluated', async () => {
  const log = [entryAt(16), entryAt(32)];
  const { poll, turn, answerOne, tail, polls } = pollsOver(log, 16);
  const first = poll(-1);
  await turn();
  await answerOne();
  assert.deepEqual(idsOf(await first), [16]);
  const second = poll(16);
  await turn();
  tail.append(log.slice(1), 32);
  polls.wake(log.slice(1), 32);
  assert.deepEqual(idsOf(await second), [32]);
});

test('a poll that reads while its queue ends gets no more events', async () => {
  const { poll, queue, turn, answerOne } = pollsOver([entryAt(16)], 16);
  const rejection = assert.rejects(poll(-1), { code: 'BAD_EVENT_QUEUE_ID' });
  await turn();
  queue.hasEnded = true;
  await answerOne();
  await rejection;
});

test('a poll that reads while its credentials are revoked gets no more events', async () => {
  const { poll, account, turn, answerOne } = pollsOver([entryAt(16)], 16);
  const answer = poll(-1);
  await turn();
  account.accessVersion += 1;
  await answerOne();
  assert.deepEqual(await answer, []);
});

test('bound endedSessionsInMemory: a poll that reads while its session ends is refused, for as many sessions as are remembered', async () => {
  const resultWhile = async (...ended: number[]) => {
    const { poll, polls, turn, answerOne, append } = pollsOver([], 32);
    const answer = poll(0, undefined, 1).then(idsOf, (error) => error.code);
    await turn();
    for (const id of ended) polls.endSessions({ accountId: 7, sessionIds: [id] });
    await answerOne();
    await append(48);
    return answer;
  };
  await withLimit('endedSessionsInMemory', 2, async () => {
    assert.equal(await resultWhile(1, 2), 'UNAUTHORIZED');
    assert.deepEqual(await resultWhile(1, 2, 3), [48]);
  });
});
