// Where a browser is in its event queue, with the state as it was there: what a tab needs to go on.

import type { QueuePlace } from '../../client/event-stream.ts';
import type { Snapshot } from '../../client/follow-organization.ts';
import type { State } from '../../client/state/state.ts';

export interface Held {
  readonly state: State;
  readonly place: QueuePlace;
}

/** The state at a place, in the form in which a registration gives it. */
export function snapshotOf({ state, place }: Held): Snapshot {
  return {
    ...state,
    result: 'success',
    msg: '',
    queue_id: place.queueId,
    last_event_id: place.lastEventId,
  } as Snapshot;
}
