// Many tabs of one browser share one queue: each receives every event once, whichever tab polls, closes or sleeps.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import type { QueueCursor } from '../../client/event-stream.ts';
import { followOrganization } from '../../client/follow-organization.ts';
import { ParleyError } from '../../client/parley-error.ts';
import { fold } from '../../client/state/fold.ts';
import type { State } from '../../client/state/state.ts';
import { registration } from '../../web/data/registration.ts';
import {
  type Channel,
  followWithTabs,
  type Locks,
  type SharedQueueOptions,
} from '../../web/data/shared-event-queue.ts';
import type { StateAtCursor } from '../../web/data/state-at-cursor.ts';
import { startTestServer } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';

const server = await startTestServer();
const hub = await server.server.directory.hubForHost('');
const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
let registrations = 0;
let cached: StateAtCursor | undefined;
const tabs = new Set<Tab>();

/** A page that records what it receives. */
class Tab {
  readonly heard: string[] = [];
  snapshots = 0;
  state: State | undefined;
  ended: 'open' | 'closed' | { readonly error: unknown } = 'open';
  /** Messages that do not reach it, as when the browser has suspended it. */
  isAsleep = false;
  readonly #gone = new AbortController();
  readonly finished: Promise<void>;

  constructor(options: Partial<SharedQueueOptions> = {}) {
    tabs.add(this);
    this.finished = this.#run({
      locks: navigator.locks as unknown as Locks,
      openChannel: (name) => this.#channel(name),
      state: () => this.state ?? assert.fail('there is no state yet'),
      cachedState: async () => cached,
      isOwn: () => false,
      isAlive: async ({ queueId, lastEventId }) => {
        const position = { queue_id: queueId, last_event_id: lastEventId, dont_block: true };
        return (await mel.request('GET', '/events', position)).status === 200;
      },
      poll: (signal, from?: QueueCursor) => {
        if (!from) registrations++;
        return followOrganization(mel.api, registration, signal, from);
      },
      onProgress: (stateAtCursor) => {
        cached = stateAtCursor();
      },
      ...options,
    });
  }

  #channel(name: string): Channel {
    const real = new BroadcastChannel(name);
    const channel: Channel = {
      onmessage: null,
      postMessage: (word) => real.postMessage(word),
      close: () => real.close(),
    };
    real.onmessage = (message: unknown) => {
      const { data } = message as { readonly data: unknown };
      if (!this.isAsleep) channel.onmessage?.({ data });
    };
    return channel;
  }

  async #run(options: SharedQueueOptions): Promise<void> {
    try {
      for await (const step of followWithTabs(options, this.#gone.signal)) {
        if (step.kind === 'snapshot') {
          this.state = step.snapshot;
          this.snapshots++;
        } else {
          this.state = fold(this.state ?? assert.fail(), step.event, mel.userId);
          if (step.event.type === 'message') this.heard.push(step.event.message.content);
        }
      }
      this.ended = 'closed';
    } catch (error) {
      this.ended = { error };
    }
  }

  close(): Promise<void> {
    tabs.delete(this);
    this.#gone.abort();
    return this.finished;
  }
}

afterEach(async () => {
  await Promise.all([...tabs].map((tab) => tab.close()));
  cached = undefined;
  registrations = 0;
});

let number = 0;
/** Sends this many messages, and returns how the tabs receive them. */
async function sendAndReceive(count: number): Promise<string[]> {
  const texts = [];
  for (let index = 0; index < count; index++) {
    const text = `said ${++number}`;
    await mia.sendDirect([mel.userId], text);
    texts.push(`<p>${text}</p>`);
  }
  return texts;
}

/** Whether tabs have the same messages and unread messages. */
function haveSameState(all: readonly Tab[]): boolean {
  const summaries = all.map(({ state }) => JSON.stringify([state?.max_message_id, state?.unread_msgs?.pms]));
  return new Set(summaries).size === 1;
}

const open = async (tab: Tab) => {
  await waitUntil(async () => tab.state !== undefined);
  return tab;
};
const expectReceived = (all: readonly Tab[], texts: readonly string[]) =>
  waitUntil(async () => all.every(({ heard }) => heard.length >= texts.length)).then(() => {
    for (const { heard } of all) assert.deepEqual(heard, texts);
  });

test('eight tabs share one queue and one poll, and each receives every event once', async () => {
  const first = await open(new Tab());
  const others = await Promise.all(Array.from({ length: 7 }, () => open(new Tab())));
  const texts = await sendAndReceive(5);
  await expectReceived([first, ...others], texts);
  await waitUntil(async () => hub.waitingCount === 1);
  assert.equal(registrations, 1);
  await waitUntil(async () => haveSameState([first, ...others]));
});

test('when the leader closes, another tab continues from there: nothing is lost or duplicated', async () => {
  const all = [];
  for (let index = 0; index < 6; index++) all.push(await open(new Tab()));
  const texts = await sendAndReceive(2);
  await expectReceived(all, texts);
  while (all.length > 1) {
    const leader = all.shift() ?? assert.fail();
    const [, more] = await Promise.all([leader.close(), sendAndReceive(3)]);
    texts.push(...more);
    await expectReceived(all, texts);
  }
  assert.equal(registrations, 1);
});

test('a tab that was suspended catches up with the state once it receives events again', async () => {
  const [leader, sleeper] = [await open(new Tab()), await open(new Tab())];
  sleeper.isAsleep = true;
  await expectReceived([leader], await sendAndReceive(3));
  sleeper.isAsleep = false;
  await sendAndReceive(1);
  await waitUntil(async () => sleeper.snapshots === 2 && haveSameState([leader, sleeper]));
  const before = sleeper.heard.length;
  await sendAndReceive(1);
  await waitUntil(async () => sleeper.heard.length === before + 1 && haveSameState([leader, sleeper]));
  assert.equal(sleeper.snapshots, 2);
});

test('messages that a tab cannot understand are ignored', async () => {
  const [leader, other] = [await open(new Tab()), await open(new Tab())];
  const foreign = new BroadcastChannel('parley-events');
  const event = { id: 5, type: 'message' };
  const place = { queueId: 'q', lastEventId: 1 };
  for (const message of [
    ...[undefined, null, 'x', [], {}, { kind: 'later' }, { kind: 'event', queueId: 'q', after: 1 }],
    ...[
      { kind: 'event', queueId: 'q', after: 1, event: {} },
      { kind: 'event', queueId: 5, after: 1, event },
    ],
    ...[
      { kind: 'state', isNew: true },
      { kind: 'state', isNew: true, held: { state: {} } },
    ],
    ...[
      { kind: 'state', isNew: true, held: { place } },
      { kind: 'state', isNew: true, held: { state: 5, place } },
    ],
  ])
    foreign.postMessage(message);
  const texts = await sendAndReceive(2);
  await expectReceived([leader, other], texts);
  foreign.close();
  assert.deepEqual([leader.ended, other.ended, other.snapshots, registrations], ['open', 'open', 1, 1]);
});

test('reopening continues from the cache, without a registration', async () => {
  const first = await open(new Tab());
  await expectReceived([first], await sendAndReceive(1));
  await first.close();
  registrations = 0;
  const missedIds = await sendAndReceive(3);
  const second = await open(new Tab());
  await expectReceived([second], missedIds);
  assert.equal(registrations, 0);
  const fresh = await mel.api.call('register-queue', registration);
  assert.deepEqual(second.state?.unread_msgs?.pms, fresh.unread_msgs?.pms);
});

test('if the cached queue has expired or belongs to another account, the tab registers', async () => {
  const first = await open(new Tab());
  await expectReceived([first], await sendAndReceive(1));
  await first.close();
  const queueId = cached?.place.queueId;
  await mel.ok('DELETE', '/events', { queue_id: queueId });
  registrations = 0;
  const second = await open(new Tab());
  assert.equal(registrations, 1);
  assert.notEqual(cached?.place.queueId, queueId);
  await second.close();
  const others = await mia.registerQueue();
  const before = cached ?? assert.fail();
  cached = { ...before, place: { queueId: others.queueId, lastEventId: 0 } };
  registrations = 0;
  await open(new Tab());
  assert.equal(registrations, 1);
});

test('an expired queue is replaced for all tabs', async () => {
  const all = await Promise.all([open(new Tab()), open(new Tab()), open(new Tab())]);
  await mel.ok('DELETE', '/events', { queue_id: cached?.place.queueId });
  await waitUntil(async () => all.every(({ snapshots }) => snapshots === 2));
  const texts = await sendAndReceive(2);
  await expectReceived(all, texts);
});

test('when the session ends, every tab is notified', async () => {
  const rejection = Promise.withResolvers<void>();
  const poll: SharedQueueOptions['poll'] = async function* (signal) {
    for await (const step of followOrganization(mel.api, registration, signal)) {
      yield step;
      // Waits for the snapshot; the error follows it.
      break;
    }
    await rejection.promise;
    throw new ParleyError(401, 'UNAUTHORIZED', 'The session has ended.');
  };
  const all = [await open(new Tab({ poll })), await open(new Tab())];
  rejection.resolve();
  await Promise.all(all.map(({ finished }) => finished));
  for (const { ended } of all) assert.equal((ended as { error: { status: number } }).error.status, 401);
});
