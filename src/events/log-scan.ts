// What polls see of the log: the entries after the place that they have looked to, from memory or from the database, each
// as the client of their queue is shown it.

import type { LogEntry } from '../contract/event.ts';
import { limits } from '../contract/limits.ts';
import { nowSeconds } from '../contract/time.ts';
import type { OrganizationState } from '../sight/state/organization-state.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import { present, takesType } from './event-json.ts';
import type { LogTail } from './log-tail.ts';
import { PollViewers, type ViewerOptions } from './poll-viewers.ts';
import type { Cursor, EventQueue } from './queue.ts';
import { isInAudience, type Viewer } from './viewer.ts';
import { prepareEntries, unreadyEntries } from './views/prepare.ts';

/** Entries that are read from the database at once. */
const READ_LIMIT = 1000;

/** What a poll's client sees of the log up to a place, as JSON texts. */
export interface Seen {
  readonly events: readonly string[];
  readonly scanned: number;
}

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

  constructor(sources: LogSources, options: ViewerOptions) {
    this.#sources = sources;
    this.#viewers = new PollViewers(sources.state, options);
  }

  /** Whether an entry may be for a queue; without reading, so yes where something must be read to tell. */
  mayShow(queue: EventQueue, entry: LogEntry): boolean {
    if (!takesType(entry, queue.record.options)) return false;
    if (!this.#sources.state.account(queue.record.accountId)) return true;
    const viewer = this.#viewers.inMemory(queue);
    return !viewer || isInAudience(entry, viewer);
  }

  /**
   * Looks at the log from where a poll has looked to, until there are enough events. Its cursor moves when it is given what
   * was seen.
   */
  scan(queue: EventQueue, cursor: Cursor, enough: number = limits.eventBatch): Seen | Promise<Seen> {
    return this.#scanInMemory(queue, cursor, enough) ?? this.#scanTables(queue, cursor, enough);
  }

  /** Undefined where something must be read first. */
  #scanInMemory(queue: EventQueue, { scanned: after }: Cursor, enough: number): Seen | undefined {
    const viewer = this.#viewers.inMemory(queue);
    const entries = viewer && this.#sources.tail.after(after);
    if (!entries || unreadyEntries(entries, after, viewer).length > 0) return undefined;
    return show(entries, viewer, this.#sources.tail.head, enough);
  }

  async #scanTables(queue: EventQueue, cursor: Cursor, enough: number): Promise<Seen> {
    const { tail, database, state } = this.#sources;
    const reader = database.reader(state.id);
    const events: string[] = [];
    let after = cursor.scanned;
    for (;;) {
      // Nothing beyond what the state in memory holds is looked at: later entries are judged by later periods.
      const { head } = tail;
      const viewer = await this.#viewers.read(queue, reader);
      const inMemory = tail.after(after);
      const entries = inMemory ?? (await database.entriesAfter(reader, after, READ_LIMIT));
      const unready = unreadyEntries(entries, after, viewer);
      if (unready.length > 0) {
        await prepareEntries(unready, reader);
        // The tail may have changed meanwhile.
        if (inMemory) continue;
      }
      const isRest = inMemory !== undefined || entries.length < READ_LIMIT;
      const until = isRest ? head : Math.min(head, entries.at(-1)?.sequence ?? head);
      const seen = show(entries, viewer, until, enough - events.length);
      events.push(...seen.events);
      after = seen.scanned;
      if (events.length >= enough || after >= head) return { events, scanned: after };
    }
  }
}

/** What a viewer's client sees of entries up to a place; only so many of them that there are enough events. */
function show(entries: readonly LogEntry[], viewer: Viewer, until: number, enough: number): Seen {
  const now = nowSeconds();
  const events: string[] = [];
  for (const entry of entries) {
    if (entry.sequence > until) break;
    events.push(...present(entry, viewer, now));
    if (events.length >= enough) return { events, scanned: entry.sequence };
  }
  return { events, scanned: until };
}
