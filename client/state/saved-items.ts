// Applies events of the items that an account saves for later: drafts, scheduled messages, reminders, snippets,
// views.

import type { EventOf } from '../event-stream.ts';
import { insertSorted, removeWhere, updateWhere } from './lists.ts';
import type { Draft, Reducer, Section } from './state.ts';
import { withSection } from './state.ts';

type Scheduled = Section<'scheduled_messages'>[number];
type Reminder = Section<'reminders'>[number];
type Snippet = Section<'saved_snippets'>[number];
type View = Section<'navigation_views'>[number];

/** Adds an item to a sorted list, or replaces the one with the same id. */
function put<T>(list: T[], item: T, idOf: (item: T) => number, compare: (a: T, b: T) => number): T[] {
  const others = removeWhere(list, (existing) => idOf(existing) === idOf(item));
  return insertSorted(others, item, compare);
}

const draftId = (draft: Draft) => draft.id;
/** Orders the most recently edited drafts first. */
const byEdit = (a: Draft, b: Draft) => b.timestamp - a.timestamp || b.id - a.id;

export const drafts: Reducer<EventOf<'drafts'>> = (state, event) =>
  withSection(state, 'drafts', (list) => {
    if (event.op === 'remove') return removeWhere(list, ({ id }) => id === event.draft_id);
    const changed = event.op === 'add' ? event.drafts : [event.draft];
    return changed.reduce((sorted, draft) => put(sorted, draft, draftId, byEdit), list);
  });

interface Due {
  readonly scheduled_delivery_timestamp: number;
}

function byDue<T extends Due>(idOf: (item: T) => number): (a: T, b: T) => number {
  return (a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp || idOf(a) - idOf(b);
}

const scheduledId = (scheduled: Scheduled) => scheduled.scheduled_message_id;

export const scheduledMessages: Reducer<EventOf<'scheduled_messages'>> = (state, event) =>
  withSection(state, 'scheduled_messages', (list) => {
    if (event.op === 'remove')
      return removeWhere(list, (scheduled) => scheduledId(scheduled) === event.scheduled_message_id);
    const changed = event.op === 'add' ? event.scheduled_messages : [event.scheduled_message];
    return changed.reduce(
      (sorted, scheduled) => put(sorted, scheduled, scheduledId, byDue(scheduledId)),
      list,
    );
  });

const reminderId = (reminder: Reminder) => reminder.reminder_id;

export const reminders: Reducer<EventOf<'reminders'>> = (state, event) =>
  withSection(state, 'reminders', (list) => {
    if (event.op === 'remove')
      return removeWhere(list, (reminder) => reminderId(reminder) === event.reminder_id);
    return event.reminders.reduce(
      (sorted, reminder) => put(sorted, reminder, reminderId, byDue(reminderId)),
      list,
    );
  });

const snippetId = (snippet: Snippet) => snippet.id;

export const savedSnippets: Reducer<EventOf<'saved_snippets'>> = (state, event) =>
  withSection(state, 'saved_snippets', (list) => {
    if (event.op === 'remove') return removeWhere(list, ({ id }) => id === event.saved_snippet_id);
    return put(list, event.saved_snippet, snippetId, (a, b) => a.id - b.id);
  });

export const navigationView: Reducer<EventOf<'navigation_view'>> = (state, event) =>
  withSection(state, 'navigation_views', (list) => {
    if (event.op === 'add') return [...list, event.navigation_view];
    const isView = (view: View) => view.fragment === event.fragment;
    if (event.op === 'remove') return removeWhere(list, isView);
    return updateWhere(list, isView, (view) => ({ ...view, ...event.data }));
  });
