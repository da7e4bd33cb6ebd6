// The state together with its event queue cursor: what a tab needs to continue from there.

import type { QueueCursor } from '../../client/event-stream.ts';
import type { Snapshot } from '../../client/follow-organization.ts';
import type { State } from '../../client/state/state.ts';

export interface StateAtCursor {
  readonly state: State;
  readonly place: QueueCursor;
}

/** The state in the form that a registration returns. */
export function asSnapshot({ state, place: cursor }: StateAtCursor): Snapshot {
  return {
    ...state,
    result: 'success',
    msg: '',
    queue_id: cursor.queueId,
    last_event_id: cursor.lastEventId,
  } as Snapshot;
}
