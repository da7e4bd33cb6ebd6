// What polls see of the log: the entries after the place that they have looked to, from memory or from the database, each
// as the client of their queue is shown it.

import { limits } from '../contract/limits.ts';
import { nowSeconds } from '../contract/time.ts';
import type { OrganizationState } from '../model/state/organization-state.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import type { CompileNarrow } from './hub-options.ts';
import type { LogTail } from './log-tail.ts';
import { PollViewers } from './poll-viewers.ts';
import { present } from './present.ts';
import type { Cursor, EventQueue } from './queue.ts';
import { prepareEntries, unreadyEntries } from './views/prepare.ts';

/** Entries that are read from the database at once. */
const READ_LIMIT = 1000;

/** Where the log of one organization is read. */
interface LogSources {
  readonly database: ParleyDatabase;
  readonly state: OrganizationState;
  readonly tail: LogTail;
}

/** Looks at one organization's log. */
export class LogScan {
  readonly #sources: LogSources;
  readonly #viewers: PollViewers;

  constructor(sources: LogSources, compileNarrow: CompileNarrow) {
    this.#sources = sources;
    this.#viewers = new PollViewers(sources.state, compileNarrow);
  }

  /**
   * Looks at the log from where a poll has looked to, and gives what its client sees of it. The cursor moves only
   * with what is given back, so that a heartbeat meanwhile never passes over events that are still on their way.
   */
  async scan(queue: EventQueue, cursor: Cursor): Promise<readonly string[]> {
    const { tail, database, state } = this.#sources;
    const reader = database.reader(state.id);
    const events: string[] = [];
    const now = nowSeconds();
    let { scanned } = cursor;
    for (;;) {
      // Nothing beyond what the state in memory holds is looked at: later entries are judged by later periods.
      const { head } = tail;
      const viewer = await this.#viewers.viewer(queue, reader);
      const inMemory = tail.after(scanned);
      const entries = inMemory ?? (await database.entriesAfter(reader, scanned, READ_LIMIT));
      const unready = unreadyEntries(entries, scanned, viewer);
      if (unready.length > 0) {
        await prepareEntries(unready, reader);
        // The tail may have changed meanwhile.
        if (inMemory) continue;
      }
      for (const entry of entries) {
        if (entry.sequence > head) break;
        scanned = entry.sequence;
        events.push(...present(entry, viewer, now));
        if (events.length < limits.eventBatch) continue;
        cursor.scanned = scanned;
        return events;
      }
      if (!inMemory && entries.length >= READ_LIMIT && scanned < head) continue;
      cursor.scanned = Math.max(scanned, head);
      return events;
    }
  }
}
