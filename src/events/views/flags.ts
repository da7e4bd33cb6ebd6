// The view of the `update_message_flags` event. Topics of messages that became unread are named as the client
// knows them. A large number of messages that became read, stored as ranges in the entry, makes several
// events.

import type { LogEntry } from '../../api-contract/event.ts';
import type { flagsEventType } from '../../model/messages/message-event-schema.ts';
import { displayTopic } from '../../model/messages/topic.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { expandRanges, hasRanges } from '../../stores/read-state/range-event.ts';
import type { CompletingViewOf } from './event-view.ts';

/** The ids behind ranges are numerous: they are cached only while the account's queues fetch them. */
const CACHE_MILLISECONDS = 30_000;

const expanded = new WeakMap<LogEntry, number[][]>();
const expanding = new WeakMap<LogEntry, Promise<void>>();

/** Whether an entry's view needs ids from the database. */
export function needsExpansion(entry: LogEntry): boolean {
  return entry.type === 'update_message_flags' && hasRanges(entry) && !expanded.has(entry);
}

/** Reads the ids, once for all queues. */
export function expandEntry(entry: LogEntry, reader: Reader): Promise<void> {
  const cached = expanding.get(entry);
  if (cached) return cached;
  const work = expandRanges(reader, entry)
    .then((parts) => {
      expanded.set(entry, parts);
      setTimeout(() => expanded.delete(entry), CACHE_MILLISECONDS).unref();
    })
    .finally(() => expanding.delete(entry));
  expanding.set(entry, work);
  return work;
}

export const flagsView: CompletingViewOf<typeof flagsEventType> = (entry, viewer) => {
  if (hasRanges(entry)) {
    const { all, ...fields } = entry.payload;
    return (expanded.get(entry) ?? []).map((messages) => ({ ...fields, messages, all }));
  }
  const { payload } = entry;
  const details = payload.op === 'remove' ? payload.message_details : undefined;
  if (!details || viewer.options.capabilities.empty_topic_name) return entry.payload;
  const namedDetails = Object.entries(details).map(([id, messageDetails]) => {
    if (messageDetails.type === 'private') return [id, messageDetails] as const;
    return [id, { ...messageDetails, topic: displayTopic(messageDetails.topic, false) }] as const;
  });
  return { ...entry.payload, message_details: Object.fromEntries(namedDetails) };
};
