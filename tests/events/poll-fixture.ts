// Polls over a log in memory and in tables that answer when the test says so.

import type { LogEntry } from '../../src/api-contract/event.ts';
import { LogScan } from '../../src/events/log-scan.ts';
import { LogTail } from '../../src/events/log-tail.ts';
import { type PollRequest, Polls } from '../../src/events/polls.ts';
import { EventQueue } from '../../src/events/queue.ts';
import { passTurns } from '../support/event-loop-turns.ts';
import { entry, ME, queueOptions } from './viewers.ts';

export const START = 16;
export const noteEntry = (sequence: number, ids = [ME]): LogEntry =>
  entry('noted', { sequence, audience: { kind: 'accounts', ids }, payload: { note: sequence } });

/** Polls of a queue that begins at position 16, over a log whose head is `head`, with nothing before it in memory. */
export function pollFixture(head = 32, log: LogEntry[] = []) {
  const tail = new LogTail(head);
  const options = { ...queueOptions };
  const queue = new EventQueue(
    { id: 'q', organizationId: 1, accountId: ME, startSequence: START, idleSeconds: 600, options },
    START,
  );
  const state = {
    id: 1,
    account: (id: number) => (id === ME && facts.hasAccount ? { id: ME, accessVersion: 0 } : undefined),
    subscriptions: async () => new Map(),
    subscriptionsInMemory: () => (facts.isInMemory ? new Map() : undefined),
    cachedSubscriptions: { everSubscribedTo: () => new Set<number>(), evicted: new Set<number>() },
    hasGuestVisibility: () => facts.isInMemory,
    loadGuestVisibility: async () => void facts.prepared++,
    part: async () => {
      facts.prepared++;
      return [];
    },
    partInMemory: () => (facts.isInMemory ? [] : undefined),
  };
  const facts = {
    hasAccount: true,
    isInMemory: true,
    prepared: 0,
    reads: [] as [number, number][],
    /** What a read of the tables waits for. */
    before: Promise.resolve(),
    isBroken: false,
    written: 0,
    caughtUp: 0,
    /** Called while the data for a view is loaded. */
    onRequest: (): void => undefined,
  };
  const database = {
    reader: () => ({
      engine: 'sqlite',
      organizationId: 1,
      execute: async () => {
        facts.onRequest();
        return [];
      },
    }),
    async entriesAfter(_reader: unknown, after: number, limit: number) {
      facts.reads.push([after, limit]);
      await facts.before;
      if (facts.isBroken) throw new Error('no tables');
      const rest = log.filter(({ sequence }) => sequence > after);
      const entries = rest.slice(0, limit);
      return { entries, until: entries.at(-1)?.sequence ?? after, isComplete: rest.length < limit };
    },
    async write(_id: number, unit: (writer: { emit(event: LogEntry): void }) => Promise<void>) {
      facts.written++;
      if (facts.isBroken) throw new Error('no tables');
      const position = tail.head + 16;
      await unit({ emit: (event) => tail.append([{ ...event, sequence: position }], position) });
    },
  };
  const deps = {
    database: database as never,
    state: state as never,
    tail,
    queues: { find: async () => queue } as never,
    options: {
      compileNarrow: () => () => true,
      openSecret: (_purpose: string, sealed: string) => sealed,
      heartbeatMilliseconds: 1000,
    },
    catchUp: async () => void facts.caughtUp++,
  };
  const polls = new Polls(deps as never);
  const poll = (
    lastEventId: number,
    changes: Partial<PollRequest> = {},
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
        mayBeLarge: () => true,
        ...changes,
      },
      signal,
    );
  const append = async (...entries: LogEntry[]) => {
    const position = entries.at(-1)?.sequence ?? tail.head;
    tail.append(entries, position);
    polls.wake(entries, position);
    await passTurns();
  };
  return {
    polls,
    poll,
    tail,
    queue,
    facts,
    append,
    log,
    scan: new LogScan(deps as never, deps.options as never),
  };
}

export const idsOf = (events: readonly string[]) => events.map((event) => JSON.parse(event).id as number);
export const isHeartbeat = (events: readonly string[]) =>
  events.map((event) => JSON.parse(event).type).join() === 'heartbeat';
