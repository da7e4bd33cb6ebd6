// How a client keeps what its person keeps for later: drafts, scheduled messages, reminders, snippets, navigation.

import type { Reducer } from './reducers.ts';

// biome-ignore lint/suspicious/noExplicitAny: events and snapshots are looked into freely by tests
type Any = any;

/** Replaces the item with the same id, or adds it, and sorts. */
function put(list: Any[], item: Any, id: string, compare: (a: Any, b: Any) => number): Any[] {
  return [...list.filter((one) => one[id] !== item[id]), item].sort(compare);
}

const byDue = (id: string) => (a: Any, b: Any) =>
  a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp || a[id] - b[id];
const byEdit = (a: Any, b: Any) => b.timestamp - a.timestamp || b.id - a.id;

const drafts: Reducer = (state, event) => {
  if (event.op === 'remove') {
    state.drafts = state.drafts.filter((draft: Any) => draft.id !== event.draft_id);
    return;
  }
  for (const draft of event.drafts ?? [event.draft]) state.drafts = put(state.drafts, draft, 'id', byEdit);
};

const scheduledMessages: Reducer = (state, event) => {
  const id = 'scheduled_message_id';
  if (event.op === 'remove') {
    state.scheduled_messages = state.scheduled_messages.filter((one: Any) => one[id] !== event[id]);
    return;
  }
  for (const one of event.scheduled_messages ?? [event.scheduled_message]) {
    state.scheduled_messages = put(state.scheduled_messages, one, id, byDue(id));
  }
};

const reminders: Reducer = (state, event) => {
  const id = 'reminder_id';
  if (event.op === 'remove') {
    state.reminders = state.reminders.filter((one: Any) => one[id] !== event[id]);
    return;
  }
  for (const one of event.reminders) state.reminders = put(state.reminders, one, id, byDue(id));
};

const savedSnippets: Reducer = (state, event) => {
  if (event.op === 'remove') {
    state.saved_snippets = state.saved_snippets.filter((one: Any) => one.id !== event.saved_snippet_id);
    return;
  }
  state.saved_snippets = put(state.saved_snippets, event.saved_snippet, 'id', (a, b) => a.id - b.id);
};

const navigationView: Reducer = (state, event) => {
  if (event.op === 'add') state.navigation_views.push(event.navigation_view);
  else if (event.op === 'remove') {
    state.navigation_views = state.navigation_views.filter((one: Any) => one.fragment !== event.fragment);
  } else {
    const view = state.navigation_views.find((one: Any) => one.fragment === event.fragment);
    if (!view) throw new Error(`no view ${event.fragment} to update`);
    Object.assign(view, event.data);
  }
};

export const keptReducers: readonly (readonly [string, Reducer])[] = [
  ['drafts', drafts],
  ['scheduled_messages', scheduledMessages],
  ['reminders', reminders],
  ['saved_snippets', savedSnippets],
  ['navigation_view', navigationView],
];
