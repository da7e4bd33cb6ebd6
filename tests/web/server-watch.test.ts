// Whether a page considers the server reachable: by any request, by retries, and by what other tabs found.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServerWatch } from '../../web/data/server-watch.ts';
import { waitUntil } from '../support/waiting.ts';

type Answer = 'answers' | 'fails' | 'hangs';

/** Two tabs, each with its own watch, and a server that the test controls. */
class Tab {
  readonly changes: boolean[] = [];
  readonly channel: { onmessage: BroadcastChannel['onmessage']; postMessage(word: unknown): void };
  readonly watch: ServerWatch;
  requests = 0;
  pauses = 0;
  /** The maximum number of concurrent pauses. */
  maxPauses = 0;
  #pausing = 0;

  constructor(answer: () => Answer, others: () => readonly Tab[], signal: AbortSignal) {
    this.channel = {
      onmessage: null,
      postMessage: (data) => {
        for (const { channel } of others())
          channel.onmessage?.call(channel as BroadcastChannel, { data } as MessageEvent);
      },
    };
    this.watch = new ServerWatch({
      ask: async (ending) => {
        this.requests++;
        const now = answer();
        if (now === 'hangs')
          await new Promise((_, reject) => ending.addEventListener('abort', () => reject(ending.reason)));
        this.watch.note(now === 'answers');
        if (now === 'fails') throw new Error('nothing answers');
      },
      pause: async () => {
        this.pauses++;
        this.maxPauses = Math.max(this.maxPauses, ++this.#pausing);
        await new Promise((resolve) => setImmediate(resolve));
        this.#pausing--;
      },
      onChange: (isReached) => this.changes.push(isReached),
      channel: this.channel,
      signal,
    });
  }
}

function tabs() {
  const pageClosed = new AbortController();
  const server: { now: Answer } = { now: 'answers' };
  const all: Tab[] = [];
  const add = () => {
    const tab: Tab = new Tab(
      () => server.now,
      () => all.filter((one) => one !== tab),
      pageClosed.signal,
    );
    all.push(tab);
    return tab;
  };
  return { server, first: add(), second: add(), end: () => pageClosed.abort() };
}

test('an unreachable server is retried until it responds, and every tab knows', async () => {
  const { server, first, second, end } = tabs();
  server.now = 'fails';
  first.watch.note(false);
  await waitUntil(async () => first.requests > 2 && second.requests > 2);
  assert.deepEqual([first.changes, second.changes], [[false], [false]]);
  server.now = 'answers';
  await waitUntil(async () => first.changes.length + second.changes.length === 4);
  assert.deepEqual(
    [first.changes, second.changes],
    [
      [false, true],
      [false, true],
    ],
  );
  end();
});

test('a failure in a single tab does not make the server unreachable for others', async () => {
  const { first, second, end } = tabs();
  first.watch.note(false);
  await waitUntil(async () => first.changes.length === 2 && second.requests > 0);
  assert.deepEqual([first.changes, second.changes], [[false, true], []]);
  assert.equal(first.pauses, 0, 'the server is asked at once');
  end();
});

test('a late answer to a call from before the server became unreachable does not make it reachable', async () => {
  const { server, first, end } = tabs();
  server.now = 'fails';
  const before = performance.now();
  await waitUntil(async () => performance.now() > before);
  first.watch.note(false);
  first.watch.note(true, before);
  assert.deepEqual(first.changes, [false]);
  first.watch.note(true, performance.now());
  assert.deepEqual(first.changes, [false, true]);
  end();
});

test('a server that is repeatedly unreachable is retried by one loop', async () => {
  const { server, first, end } = tabs();
  server.now = 'fails';
  for (const isReached of [false, true, false, true, false]) {
    first.watch.note(isReached);
    // Until the loop pauses.
    await waitUntil(async () => isReached || first.pauses > 0);
  }
  await waitUntil(async () => first.pauses > 4);
  assert.equal(first.maxPauses, 1);
  end();
});

test('a server that accepts a request and never responds is unreachable', async (t) => {
  const patience = new AbortController();
  t.mock.method(AbortSignal, 'timeout', () => patience.signal);
  const { server, first, end } = tabs();
  server.now = 'hangs';
  const look = first.watch.probe();
  assert.deepEqual(first.changes, []);
  patience.abort();
  await look;
  assert.deepEqual(first.changes, [false]);
  end();
});
