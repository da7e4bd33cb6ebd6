// Applies events of calls in the viewer's conversations.

import type { EventOf } from '../event-stream.ts';
import { insertSorted, removeWhere } from './lists.ts';
import type { Reducer, Section, State } from './state.ts';
import { withSection } from './state.ts';

type Call = Section<'calls'>[number];

const byId = (a: Call, b: Call) => a.id - b.id;

export const call: Reducer<EventOf<'call'>> = (state, event) => {
  const id = event.op === 'remove' ? event.call_id : event.call.id;
  return withSection(state, 'calls', (list) => {
    const others = removeWhere(list, (one) => one.id === id);
    return event.op === 'remove' ? others : insertSorted(others, event.call, byId);
  });
};

/** The state without the calls of channels that were unsubscribed from, except the one that the viewer is in. */
export function withoutCallsOf(state: State, channelIds: ReadonlySet<number>, ownId: number): State {
  return withSection(state, 'calls', (list) =>
    removeWhere(
      list,
      ({ stream_id, participants }) =>
        stream_id !== null &&
        channelIds.has(stream_id) &&
        !participants.some(({ user_id }) => user_id === ownId),
    ),
  );
}
