// Where the page's snapshots and events come from: shared with other tabs if the browser supports it,
// otherwise from a queue of the page's own (insecure pages have no locks).

import type { QueueCursor } from '../../client/event-stream.ts';
import { followOrganization, type StateUpdate } from '../../client/follow-organization.ts';
import type { ParleyClient } from '../../client/parley-client.ts';
import { ParleyError } from '../../client/parley-error.ts';
import type { State } from '../../client/state/state.ts';
import { accountOfPage } from './account-of-page.ts';
import { throwIfAnonymous } from './anonymous.ts';
import type { CachedState } from './cached-state.ts';
import { registration } from './registration.ts';
import { type Channel, followWithTabs } from './shared-event-queue.ts';

export interface EventSourceOptions {
  readonly client: ParleyClient;
  readonly cachedState: CachedState;
  readonly state: () => State;
  readonly signal: AbortSignal;
}

/** Steps until the signal is aborted. `state` is read after every given step was applied. */
export function eventSource({
  client,
  cachedState,
  state,
  signal,
}: EventSourceOptions): AsyncIterable<StateUpdate> {
  const poll = (ending: AbortSignal, from?: QueueCursor) =>
    throwIfAnonymous(followOrganization(client, registration, ending, from));
  if (!navigator.locks) return poll(signal);
  return followWithTabs(
    {
      locks: navigator.locks,
      openChannel: (name) => new BroadcastChannel(name) as unknown as Channel,
      state,
      cachedState: () => cachedState.read(),
      isOwn: (stateAtCursor) => stateAtCursor.state.user_id === accountOfPage(),
      isAlive: (cursor, ending) => isAlive(client, cursor, ending),
      poll,
      onProgress: (stateAtCursor) => cachedState.update(stateAtCursor),
    },
    signal,
  );
}

/** Also checks that the queue belongs to the logged-in account, so that the queue of another is never polled. */
async function isAlive(client: ParleyClient, cursor: QueueCursor, signal: AbortSignal): Promise<boolean> {
  try {
    const parameters = { queue_id: cursor.queueId, last_event_id: cursor.lastEventId, dont_block: true };
    await client.call('get-events', parameters, { signal });
    return true;
  } catch (error) {
    if (!(error instanceof ParleyError) || error.status === 401) throw error;
    return error.isTemporary;
  }
}
