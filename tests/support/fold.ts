// State is the fold of events: for any action and every observer, the snapshot before the action with the action's
// events applied equals the snapshot after it. Clients rely on this, so it must hold for every operation.

import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { ApiEvent } from '../../client/event-stream.ts';
import { fold } from '../../client/state/fold.ts';
import type { State } from '../../client/state/state.ts';
import { unreadCount } from '../../client/state/unread.ts';
import type { ApiClient, Json, Listener } from './client.ts';
import { isUndetermined, withLegacyPolicies } from './fold/undetermined.ts';
import { logPositions, memoryDifference } from './memory.ts';
import { runningServer } from './running-servers.ts';

/** Keys that differ between snapshots without any event. */
const differsBetweenSnapshots = new Set([
  'result',
  'msg',
  'queue_id',
  'last_event_id',
  'server_timestamp',
  'presences',
  'presence_last_update_id',
]);

/** Sorts lists whose order has no meaning, so that only real differences count. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(comparable);
    const isPlain = items.every((item) => typeof item === 'number');
    return isPlain ? items.sort((a, b) => Number(a) - Number(b)) : items;
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, inner]) => [key, comparable(inner)]),
    );
  }
  return value;
}

/** A queue, and the log positions before it was registered. */
interface ReusableQueue {
  readonly listener: Listener;
  readonly positions: string | undefined;
}

/** The queues registered last, by observer and parameters. */
const reusableQueues = new WeakMap<ApiClient, Map<string, ReusableQueue>>();

async function positionsNow(observer: ApiClient): Promise<string | undefined> {
  const server = runningServer(observer.url);
  return server && logPositions(server);
}

async function listenReusably(observer: ApiClient, parameters: Json): Promise<Listener> {
  const positions = await positionsNow(observer);
  const listener = await observer.registerQueue(parameters);
  const ofObserver = reusableQueues.get(observer) ?? new Map<string, ReusableQueue>();
  reusableQueues.set(observer, ofObserver.set(JSON.stringify(parameters), { listener, positions }));
  return listener;
}

/**
 * A queue that has received nothing since its snapshot. Reuses the queue of the last check if nothing was written
 * since and it has no events, which costs less than registering.
 */
async function freshListener(observer: ApiClient, parameters: Json): Promise<Listener> {
  const key = JSON.stringify(parameters);
  const reusable = reusableQueues.get(observer)?.get(key);
  reusableQueues.get(observer)?.delete(key);
  if (!reusable?.positions || reusable.positions !== (await positionsNow(observer)))
    return observer.registerQueue(parameters);
  // It may have expired in the meantime.
  const unreadEvents = await reusable.listener.events().catch(() => undefined);
  return unreadEvents?.length === 0 ? reusable.listener : observer.registerQueue(parameters);
}

/**
 * The snapshot with the events applied by the typed client's fold, which must change neither. The snapshot is frozen;
 * the events, which tests read, are copied.
 */
export function foldedOver(snapshot: Json, events: readonly ApiEvent[], ownId: number): Json {
  let state = frozen(snapshot) as unknown as State;
  for (const event of events) state = fold(state, frozen(structuredClone(event)), ownId);
  const unread = state.unread_msgs && { ...state.unread_msgs, count: unreadCount(state) };
  return { ...withLegacyPolicies(state, events), ...(unread && { unread_msgs: unread }) };
}

/** A deeply frozen value; the fold has to replace what it changes. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) frozen(inner);
  }
  return value;
}

/**
 * Runs an action and checks the property for each observer. Returns the events that each observer received, so that a
 * test can also check them. `parameters` are sent to POST /register.
 */
export async function expectFold(
  observers: readonly ApiClient[],
  action: () => Promise<unknown>,
  parameters: Json = {},
  // biome-ignore lint/suspicious/noExplicitAny: tests read events freely
): Promise<any[][]> {
  const listeners = await Promise.all(observers.map((observer) => freshListener(observer, parameters)));
  await action();
  const server = observers[0] && runningServer(observers[0].url);
  const difference = server && (await memoryDifference(server, 'share'));
  assert.equal(difference, undefined, 'memory differs from the tables');
  // biome-ignore lint/suspicious/noExplicitAny: tests read events freely
  const eventLists: any[][] = [];
  for (const [index, listener] of listeners.entries()) {
    const observer = observers[index];
    assert.ok(observer);
    const events = await listener.events();
    eventLists.push(events);
    const folded = foldedOver(listener.snapshot, events, observer.userId);
    const open = isUndetermined(events, listener.snapshot, observer.userId);
    const { snapshot } = await listenReusably(observer, parameters);
    for (const key of Object.keys(snapshot)) {
      if (differsBetweenSnapshots.has(key) || open(key)) continue;
      if (isDeepStrictEqual(folded[key], snapshot[key])) continue;
      assert.deepEqual(
        comparable(folded[key]),
        comparable(snapshot[key]),
        `${observer.email}: ${key} after ${events.map((event) => [event.type, event.op].filter(Boolean).join('/')).join(', ')}`,
      );
    }
  }
  return eventLists;
}
