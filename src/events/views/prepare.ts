// Reads facts from the database that some views need and the entries do not contain. They are read before the
// views run, once for all queues.

import type { LogEntry } from '../../api-contract/event.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { isInAudience, type Viewer } from '../viewer.ts';
import { expandEntry, needsExpansion } from './flags.ts';
import { needsPreparation, prepareUpdate } from './update-message.ts';

/** The entries after a log position that are for a viewer and not prepared. */
export function unreadyEntries(entries: readonly LogEntry[], after: number, viewer: Viewer): LogEntry[] {
  return entries.filter(
    (entry) =>
      entry.sequence > after &&
      (needsPreparation(entry) || needsExpansion(entry)) &&
      isInAudience(entry, viewer),
  );
}

export async function prepareEntries(entries: readonly LogEntry[], reader: Reader): Promise<void> {
  for (const entry of entries) {
    await (needsExpansion(entry) ? expandEntry(entry, reader) : prepareUpdate(entry, reader));
  }
}
