// What polls see of the log: the entries after the place that they have looked to, from memory or from the database, each
// as the client of their queue is shown it.

import type { LogEntry } from '../api-contract/event.ts';
import { limits } from '../api-contract/limits.ts';
import { ResponseSize } from '../api-contract/response-size.ts';
import { nowSeconds } from '../api-contract/time.ts';
import { Pace } from '../api-contract/yielding.ts';
import type { OrganizationState } from '../queries/state/organization-state.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import type { LogStretch } from '../storage/log-entries.ts';
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
  scan(queue: EventQueue, cursor: Cursor, most: BatchLimits = small()): Seen | Promise<Seen> {
    const batch = new Batch(most);
    const scanned = this.#scanInMemory(queue, cursor, batch);
    if (scanned === undefined) return this.#scanOn(queue, cursor.scanned, batch);
    if (batch.isFull || scanned >= this.#sources.tail.head) return { events: batch.events, scanned };
    return this.#scanOn(queue, scanned, batch);
  }

  /** One turn of looking at entries in memory; undefined where something must be read first. */
  #scanInMemory(queue: EventQueue, { scanned: after }: Cursor, batch: Batch): number | undefined {
    const viewer = this.#viewers.inMemory(queue);
    const entries = viewer && this.#sources.tail.after(after);
    if (!entries || unreadyEntries(entries, after, viewer).length > 0) return undefined;
    return show(entries, viewer, { after, until: this.#sources.tail.head }, batch);
  }

  /** Looks further, in turns of the event loop, and reads what is needed for it. */
  async #scanOn(queue: EventQueue, from: number, batch: Batch): Promise<Seen> {
    const { tail, state, database } = this.#sources;
    const reader = database.reader(state.id);
    const pace = new Pace();
    let after = from;
    for (;;) {
      // Nothing beyond what the state in memory holds is looked at: later entries are judged by later periods.
      const { head } = tail;
      const viewer = await this.#viewers.read(queue, reader);
      const inMemory = tail.after(after);
      const { entries, until, isRest }: LogStretch = inMemory
        ? { entries: inMemory, until: head, isRest: true }
        : await database.entriesAfter(reader, after, READ_LIMIT);
      const unready = unreadyEntries(entries, after, viewer);
      if (unready.length > 0) {
        await prepareEntries(unready, reader);
        // The tail may have changed meanwhile.
        if (inMemory) continue;
      }
      after = show(entries, viewer, { after, until: isRest ? head : Math.min(head, until) }, batch);
      if (batch.isFull || after >= head) return { events: batch.events, scanned: after };
      await pace.step();
    }
  }
}

/** How much a poll is answered with. */
export interface BatchLimits {
  readonly events: number;
  /** Takes a slot for a large response; gives whether there was one. */
  readonly mayBeLarge: () => boolean;
}

/** As many events as a poll gets, but no large response. */
function small(): BatchLimits {
  return { events: limits.eventBatch, mayBeLarge: () => false };
}

/** The events of one response, up to its size. */
class Batch {
  readonly events: string[] = [];
  isFull = false;
  /** Bytes that were added in the current turn of the event loop. */
  bytesInTurn = 0;
  readonly #most: number;
  readonly #size: ResponseSize;

  constructor({ events, mayBeLarge }: BatchLimits) {
    this.#most = events;
    this.#size = new ResponseSize(mayBeLarge);
  }

  /** Adds the events of one entry; gives whether they still fit. The first that there are always do. */
  add(events: readonly string[]): boolean {
    const bytes = events.reduce((sum, event) => sum + Buffer.byteLength(event) + 1, 0);
    if (bytes > 0 && !this.#size.takes(bytes) && this.events.length > 0) {
      this.isFull = true;
      return false;
    }
    this.events.push(...events);
    this.bytesInTurn += bytes;
    this.isFull = this.events.length >= this.#most;
    return true;
  }
}

/** A stretch of the log: what comes after one place, up to another. */
interface Between {
  readonly after: number;
  readonly until: number;
}

/**
 * Adds what a viewer's client sees of some entries to a batch, until it is full or one turn of the event loop has done enough;
 * gives how far it came.
 */
function show(entries: readonly LogEntry[], viewer: Viewer, { after, until }: Between, batch: Batch): number {
  const now = nowSeconds();
  batch.bytesInTurn = 0;
  let scanned = after;
  for (const entry of entries) {
    if (entry.sequence > until) break;
    if (!batch.add(present(entry, viewer, now))) return scanned;
    scanned = entry.sequence;
    if (batch.isFull || batch.bytesInTurn >= limits.bytesPerTurn) return scanned;
  }
  return until;
}
