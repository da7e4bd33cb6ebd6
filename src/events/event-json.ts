// From an entry of the log to the JSON text that one queue's client receives.

import type { LogEntry } from '../api-contract/event.ts';
import type { QueueOptions } from './queue.ts';
import { isInAudience, type Viewer } from './viewer.ts';
import { type Fields, PreparedFields, type View } from './views/event-view.ts';
import { views } from './views/views.ts';

/** JSON of entries whose view is the same for everybody, made once. */
const common = new WeakMap<LogEntry, string>();

function eventJson(type: string, id: number, fields: Fields): string {
  return JSON.stringify({ type, ...fields, id });
}

/** Whether a queue takes events of an entry's type. */
export function takesType(entry: LogEntry, { eventTypes }: Pick<QueueOptions, 'eventTypes'>): boolean {
  if (entry.type.startsWith('_')) return false;
  return eventTypes === null || eventTypes.includes(entry.type);
}

function isSeveral(seen: Fields | readonly Fields[]): seen is readonly Fields[] {
  return Array.isArray(seen);
}

/** The events, as JSON texts, that a viewer's client receives for an entry: mostly none or one. */
export function present(entry: LogEntry, viewer: Viewer, now: number): readonly string[] {
  if (entry.expiresAt !== undefined && entry.expiresAt < now) return [];
  if (!takesType(entry, viewer.options) || !isInAudience(entry, viewer)) return [];
  const view: View | undefined = views.get(entry.type);
  if (!view) {
    const present = common.get(entry);
    if (present) return [present];
    const made = eventJson(entry.type, entry.sequence, entry.payload);
    common.set(entry, made);
    return [made];
  }
  const seen = view(entry, viewer);
  if (seen === undefined) return [];
  if (seen instanceof PreparedFields) {
    return [`{"type":${JSON.stringify(entry.type)},${seen.json},"id":${entry.sequence}}`];
  }
  if (isSeveral(seen)) {
    const first = entry.sequence - seen.length + 1;
    return seen.map((fields, index) => eventJson(entry.type, first + index, fields));
  }
  return [eventJson(entry.type, entry.sequence, seen)];
}
