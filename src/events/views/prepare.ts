// Some views need facts from the tables that their entries do not hold. They are read before the entries are
// looked at, once for all queues.

import type { LogEntry } from '../../api-contract/event.ts';
import type { Reader } from '../../storage/session.ts';
import { isInAudience, type Viewer } from '../viewer.ts';
import { expandEntry, needsExpansion } from './flags.ts';
import { needsPreparation, prepareUpdate } from './update-message.ts';

/** The entries after a place that a viewer sees and that are not ready to be looked at. */
export function unreadyEntries(entries: readonly LogEntry[], after: number, viewer: Viewer): LogEntry[] {
  return entries.filter(
    (entry) =>
      entry.sequence > after &&
      (needsPreparation(entry) || needsExpansion(entry)) &&
      isInAudience(entry, viewer),
  );
}

/** Makes them ready. */
export async function prepareEntries(entries: readonly LogEntry[], reader: Reader): Promise<void> {
  for (const entry of entries) {
    await (needsExpansion(entry) ? expandEntry(entry, reader) : prepareUpdate(entry, reader));
  }
}
