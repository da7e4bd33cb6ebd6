// Converts a log entry to the JSON text that a queue's client receives.

import type { LogEntry } from '../api-contract/event.ts';
import type { QueueOptions } from './queue.ts';
import { isInAudience, type Viewer } from './viewer.ts';
import { type Fields, PreparedFields, type View } from './views/event-view.ts';
import { views } from './views/views.ts';

/** Cached JSON of entries whose view is the same for everyone. */
const common = new WeakMap<LogEntry, string>();

function eventJson(type: string, id: number, fields: Fields): string {
  return JSON.stringify({ type, ...fields, id });
}

/** Whether a queue receives the type of events that an entry has. */
export function takesType(entry: LogEntry, { eventTypes }: Pick<QueueOptions, 'eventTypes'>): boolean {
  if (entry.type.startsWith('_')) return false;
  return eventTypes === null || eventTypes.includes(entry.type);
}

function isList(fields: Fields | readonly Fields[]): fields is readonly Fields[] {
  return Array.isArray(fields);
}

/** The events, as JSON texts, that a viewer's client receives for an entry: usually none or one. */
export function eventTexts(entry: LogEntry, viewer: Viewer, now: number): readonly string[] {
  if (entry.expiresAt !== undefined && entry.expiresAt < now) return [];
  if (!takesType(entry, viewer.options) || !isInAudience(entry, viewer)) return [];
  const view: View | undefined = views.get(entry.type);
  if (!view) {
    const cached = common.get(entry);
    if (cached) return [cached];
    const json = eventJson(entry.type, entry.sequence, entry.payload);
    common.set(entry, json);
    return [json];
  }
  const fields = view(entry, viewer);
  if (fields === undefined) return [];
  if (fields instanceof PreparedFields) {
    return [`{"type":${JSON.stringify(entry.type)},${fields.json},"id":${entry.sequence}}`];
  }
  if (isList(fields)) {
    const first = entry.sequence - fields.length + 1;
    return fields.map((fields, index) => eventJson(entry.type, first + index, fields));
  }
  return [eventJson(entry.type, entry.sequence, fields)];
}
