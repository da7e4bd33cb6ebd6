// Applies events of what an account saves for later: drafts, scheduled messages, reminders, snippets, views.

import { insertSorted, removeWhere, updateWhere } from './lists.ts';
import type { Draft, Reducer, Section } from './state.ts';
import { withSection } from './state.ts';

type Scheduled = Section<'scheduled_messages'>[number];
type Reminder = Section<'reminders'>[number];
type Snippet = Section<'saved_snippets'>[number];
type View = Section<'navigation_views'>[number];

/** Adds an item to a sorted list, or replaces the one with the same id. */
function put<T>(list: T[], item: T, idOf: (item: T) => number, compare: (a: T, b: T) => number): T[] {
  const others = removeWhere(list, (present) => idOf(present) === idOf(item));
  return insertSorted(others, item, compare);
}

const draftId = (draft: Draft) => draft.id;
/** Most recently edited first. */
const byEdit = (a: Draft, b: Draft) => b.timestamp - a.timestamp || b.id - a.id;

export type DraftEvent =
  | { readonly op: 'add'; readonly drafts: readonly Draft[] }
  | { readonly op: 'update'; readonly draft: Draft }
  | { readonly op: 'remove'; readonly draft_id: number };

export const drafts: Reducer<DraftEvent> = (state, event) =>
  withSection(state, 'drafts', (list) => {
    if (event.op === 'remove') return removeWhere(list, ({ id }) => id === event.draft_id);
    const changed = event.op === 'add' ? event.drafts : [event.draft];
    return changed.reduce((present, draft) => put(present, draft, draftId, byEdit), list);
  });

export type ScheduledEvent =
  | { readonly op: 'add'; readonly scheduled_messages: readonly Scheduled[] }
  | { readonly op: 'update'; readonly scheduled_message: Scheduled }
  | { readonly op: 'remove'; readonly scheduled_message_id: number };

interface Due {
  readonly scheduled_delivery_timestamp: number;
}

function byDue<T extends Due>(idOf: (item: T) => number): (a: T, b: T) => number {
  return (a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp || idOf(a) - idOf(b);
}

const scheduledId = (scheduled: Scheduled) => scheduled.scheduled_message_id;

export const scheduledMessages: Reducer<ScheduledEvent> = (state, event) =>
  withSection(state, 'scheduled_messages', (list) => {
    if (event.op === 'remove')
      return removeWhere(list, (scheduled) => scheduledId(scheduled) === event.scheduled_message_id);
    const changed = event.op === 'add' ? event.scheduled_messages : [event.scheduled_message];
    return changed.reduce(
      (present, scheduled) => put(present, scheduled, scheduledId, byDue(scheduledId)),
      list,
    );
  });

export type ReminderEvent =
  | { readonly op: 'add'; readonly reminders: readonly Reminder[] }
  | { readonly op: 'remove'; readonly reminder_id: number };

const reminderId = (reminder: Reminder) => reminder.reminder_id;

export const reminders: Reducer<ReminderEvent> = (state, event) =>
  withSection(state, 'reminders', (list) => {
    if (event.op === 'remove')
      return removeWhere(list, (reminder) => reminderId(reminder) === event.reminder_id);
    return event.reminders.reduce(
      (present, reminder) => put(present, reminder, reminderId, byDue(reminderId)),
      list,
    );
  });

export type SnippetEvent =
  | { readonly op: 'add' | 'update'; readonly saved_snippet: Snippet }
  | { readonly op: 'remove'; readonly saved_snippet_id: number };

const snippetId = (snippet: Snippet) => snippet.id;

export const savedSnippets: Reducer<SnippetEvent> = (state, event) =>
  withSection(state, 'saved_snippets', (list) => {
    if (event.op === 'remove') return removeWhere(list, ({ id }) => id === event.saved_snippet_id);
    return put(list, event.saved_snippet, snippetId, (a, b) => a.id - b.id);
  });

export type ViewEvent =
  | { readonly op: 'add'; readonly navigation_view: View }
  | { readonly op: 'update'; readonly fragment: string; readonly data: Partial<View> }
  | { readonly op: 'remove'; readonly fragment: string };

export const navigationView: Reducer<ViewEvent> = (state, event) =>
  withSection(state, 'navigation_views', (list) => {
    if (event.op === 'add') return [...list, event.navigation_view];
    const isView = (view: View) => view.fragment === event.fragment;
    if (event.op === 'remove') return removeWhere(list, isView);
    return updateWhere(list, isView, (view) => ({ ...view, ...event.data }));
  });
