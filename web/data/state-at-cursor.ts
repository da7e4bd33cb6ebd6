// The state together with its event queue cursor: what a tab needs to continue from there.

import type { QueueCursor } from '../../client/event-stream.ts';
import type { Snapshot } from '../../client/follow-organization.ts';
import type { State } from '../../client/state/state.ts';
import { isRecord } from '../lib/stored-values.ts';

export interface StateAtCursor {
  readonly state: State;
  /** The name is stored in browsers and sent between tabs. */
  readonly place: QueueCursor;
}

export function isCursor(value: unknown): value is QueueCursor {
  return isRecord(value) && typeof value.queueId === 'string' && typeof value.lastEventId === 'number';
}

/** Whether a value of another page or tab is a state with its cursor; what the state contains is not checked. */
export function isStateAtCursor(value: unknown): value is StateAtCursor {
  return isRecord(value) && isRecord(value.state) && isCursor(value.place);
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
