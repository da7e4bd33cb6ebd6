// Applies events of calls in the viewer's conversations.

import type { EventOf } from '../event-stream.ts';
import { insertSorted, removeWhere } from './lists.ts';
import type { Reducer, Section } from './state.ts';
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
