// The messages between tabs that share an event queue. One tab runs, and the tests send it the messages of the others.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiEvent, QueueCursor } from '../../client/event-stream.ts';
import type { Snapshot, StateUpdate } from '../../client/follow-organization.ts';
import { ParleyError } from '../../client/parley-error.ts';
import type { State } from '../../client/state/state.ts';
import { type Channel, followWithTabs, type SharedQueueOptions } from '../../web/data/shared-event-queue.ts';
import type { StateAtCursor } from '../../web/data/state-at-cursor.ts';

type TabMessage = Parameters<Channel['postMessage']>[0];

const event = (id: number) => ({ type: 'heartbeat', id }) as ApiEvent;
const stateAt = (lastEventId: number, queueId = 'q'): StateAtCursor => ({
  state: { max_message_id: lastEventId } as unknown as State,
  place: { queueId, lastEventId },
});
const snapshotAt = (last_event_id: number, queue_id = 'q'): StateUpdate => ({
  kind: 'snapshot',
  snapshot: { queue_id, last_event_id } as unknown as Snapshot,
});

/** A tab that follows until it is closed. It leads once `lead` is called. */
function tabWith(options: Partial<SharedQueueOptions> = {}, closed = new AbortController()) {
  const posted: TabMessage[] = [];
  const channel: Channel & { isClosed: boolean } = {
    onmessage: null,
    isClosed: false,
    postMessage: (message) => void posted.push(structuredClone(message)),
    close() {
      channel.isClosed = true;
    },
  };
  const steps: string[] = [];
  const polls: (QueueCursor | undefined)[] = [];
  const polled = Promise.withResolvers<void>();
  let progress: StateAtCursor | undefined;
  const lock = Promise.withResolvers<void>();
  const state = { max_message_id: 0 } as unknown as State;
  const all = followWithTabs(
    {
      locks: {
        request: async (_name, { signal }, hold) => {
          signal.throwIfAborted();
          await lock.promise;
          await hold();
        },
      },
      openChannel: () => channel,
      state: () => state,
      cachedState: async () => undefined,
      isOwn: () => false,
      isAlive: async () => true,
      poll: async function* (_signal, from) {
        polls.push(from);
        if (!from) yield snapshotAt(10);
        yield { kind: 'event', event: event(11) };
        await polled.promise;
      },
      onProgress: (current) => {
        progress = current();
      },
      ...options,
    },
    closed.signal,
  );
  const ended = (async () => {
    for await (const step of all) {
      const isEvent = step.kind === 'event';
      steps.push(isEvent ? `event ${step.event.id}` : `snapshot ${step.snapshot.last_event_id}`);
    }
  })();
  ended.catch(() => undefined);
  const settled = async () => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve));
  };
  const hear = async (message: TabMessage) => {
    channel.onmessage?.({ data: message });
    await settled();
  };
  const postedKinds = () => posted.splice(0).map((message) => message.kind);
  const lead = async () => {
    lock.resolve();
    await settled();
  };
  return {
    ...{ channel, posted, steps, polls, ended, closed },
    settled,
    hear,
    taken: postedKinds,
    lead,
    progress: () => progress,
  };
}

const stateOf = (lastEventId: number, isNew = false, queueId = 'q'): TabMessage => ({
  kind: 'state',
  held: stateAt(lastEventId, queueId),
  isNew,
});
const eventOf = (after: number, id: number, queueId = 'q'): TabMessage => ({
  kind: 'event',
  queueId,
  after,
  event: event(id),
});

test('a new tab asks for the state, and takes the first answer and every new one', async () => {
  const { hear, taken, steps, settled } = tabWith();
  await settled();
  assert.deepEqual(taken(), ['what is the state?']);
  await hear(eventOf(4, 5));
  await hear({ kind: 'what is the state?' });
  await hear(stateOf(5));
  await hear(stateOf(5));
  await hear(stateOf(7, true));
  assert.deepEqual(steps, ['snapshot 5', 'snapshot 7']);
  assert.deepEqual(taken(), []);
});

test('events that follow the last one are applied, earlier ones ignored, and after a gap the state is asked for', async () => {
  const { hear, taken, steps } = tabWith();
  await hear(stateOf(5));
  taken();
  await hear(eventOf(5, 6));
  await hear(eventOf(5, 6));
  await hear(eventOf(3, 4));
  assert.deepEqual([steps, taken()], [['snapshot 5', 'event 6'], []]);
  await hear(eventOf(8, 9));
  assert.deepEqual([steps.length, taken()], [2, ['what is the state?']]);
  await hear(stateOf(9));
  await hear(stateOf(9));
  await hear(eventOf(9, 12));
  assert.deepEqual(steps, ['snapshot 5', 'event 6', 'snapshot 9', 'event 12']);
  await hear(eventOf(12, 13, 'other'));
  assert.deepEqual([steps.length, taken()], [4, ['what is the state?']]);
});

test('a leader that knows of another tab sends it what it has applied, and reports its progress', async () => {
  const { hear, taken, lead, steps, polls, posted, progress } = tabWith();
  taken();
  await lead();
  assert.deepEqual([steps, polls], [['snapshot 10', 'event 11'], [undefined]]);
  assert.deepEqual(taken(), [], 'nobody is there');
  assert.deepEqual(progress()?.place.lastEventId, 11);
  await hear({ kind: 'what is the state?' });
  assert.deepEqual(posted, [
    { kind: 'state', held: { state: { max_message_id: 0 }, place: progress()?.place }, isNew: false },
  ]);
});

test('events and snapshots are sent with the event before them', async () => {
  const { hear, taken, lead, posted, steps } = tabWith();
  await hear({ kind: 'what is the state?' });
  taken();
  await lead();
  assert.deepEqual(
    posted.map((message) =>
      message.kind === 'event' ? { ...message, event: message.event.id } : message.kind,
    ),
    ['state', { kind: 'event', queueId: 'q', after: 10, event: 11 }],
  );
  assert.equal(posted[0]?.kind === 'state' && posted[0].isNew, true);
  // The last messages of an earlier leader.
  taken();
  await hear(eventOf(11, 12));
  await hear(stateOf(20, true));
  assert.deepEqual([steps.length, taken()], [2, []]);
});

test('a leader continues from its last event as a follower, and stores that state immediately', async () => {
  const never: SharedQueueOptions['poll'] = async function* (_signal, from) {
    assert.deepEqual(from, { queueId: 'q', lastEventId: 5 });
    yield { kind: 'event', event: event(5) };
    yield { kind: 'event', event: event(6) };
    await new Promise(() => undefined);
  };
  const { hear, lead, steps, progress, settled } = tabWith({ poll: never });
  await hear(stateOf(5));
  assert.equal(progress(), undefined);
  await lead();
  await settled();
  assert.deepEqual(steps, ['snapshot 5', 'event 6']);
  assert.equal(progress()?.place.lastEventId, 6);
});

test('a leader without events stores the state that it took over', async () => {
  const { hear, lead, progress } = tabWith({
    poll: async function* () {
      await new Promise(() => undefined);
    },
  });
  await hear(stateOf(5));
  await lead();
  assert.deepEqual([progress()?.place.queueId, progress()?.place.lastEventId], ['q', 5]);
});

test('a cached state is used if it or its queue belongs to this account', async () => {
  const openTab = async (isOwn: boolean, isAlive: boolean) => {
    const requestedCursors: QueueCursor[] = [];
    const { lead, steps, polls } = tabWith({
      cachedState: async () => stateAt(7),
      isOwn: () => isOwn,
      isAlive: async (cursor) => {
        requestedCursors.push(cursor);
        return isAlive;
      },
    });
    await lead();
    return { steps, from: polls[0]?.lastEventId, asked: requestedCursors.length };
  };
  const resumed = ['snapshot 7', 'event 11'];
  assert.deepEqual(await openTab(true, false), { steps: resumed, from: 7, asked: 0 });
  assert.deepEqual(await openTab(false, true), { steps: resumed, from: 7, asked: 1 });
  assert.deepEqual(await openTab(false, false), {
    steps: ['snapshot 10', 'event 11'],
    from: undefined,
    asked: 1,
  });
});

test('when the session has ended, the leader notifies the others, and each of them fails', async () => {
  const tabFailingWith = (error: Error) => {
    const tab = tabWith({
      // biome-ignore lint/correctness/useYield: it fails at once
      poll: async function* () {
        throw error;
      },
    });
    tab.taken();
    return tab;
  };
  const ended = tabFailingWith(new ParleyError(401, 'UNAUTHORIZED', ''));
  await ended.lead();
  await assert.rejects(ended.ended, { code: 'UNAUTHORIZED' });
  assert.deepEqual(ended.taken(), ['logged out']);
  const broken = tabFailingWith(new ParleyError(400, 'BAD_REQUEST', ''));
  await broken.lead();
  await assert.rejects(broken.ended, { code: 'BAD_REQUEST' });
  assert.deepEqual(broken.taken(), []);
  const follower = tabWith();
  await follower.hear({ kind: 'logged out' });
  await assert.rejects(follower.ended, { code: 'UNAUTHORIZED', status: 401 });
});

test('a closed tab ends, leaves its channel, and fails only if the lock was refused before', async () => {
  const { closed, hear, channel, ended, steps, lead } = tabWith();
  await hear(stateOf(5));
  closed.abort();
  await ended;
  assert.deepEqual([channel.isClosed, channel.onmessage, steps], [true, null, ['snapshot 5']]);
  await lead();
  assert.deepEqual(steps, ['snapshot 5'], 'it no longer polls');
  const stopped = new AbortController();
  stopped.abort();
  const closedTab = tabWith({}, stopped);
  await closedTab.ended;
  assert.equal(closedTab.channel.isClosed, true);
  const refused = tabWith({ locks: { request: () => Promise.reject(new Error('no locks')) } });
  await assert.rejects(refused.ended, /no locks/);
});
