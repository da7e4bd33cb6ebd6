// Scans the log for polls: the entries after a poll's position, from memory or from the database, each in the
// form for the queue's client.

import type { LogEntry } from '../api-contract/event.ts';
import { limits } from '../api-contract/limits.ts';
import { ResponseSize } from '../api-contract/response-size.ts';
import { nowSeconds } from '../api-contract/time.ts';
import { Yielder } from '../api-contract/yielding.ts';
import type { OrganizationState } from '../queries/state/organization-state.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import type { LogPart } from '../storage/log-entries.ts';
import { eventTexts, takesType } from './event-json.ts';
import type { LogTail } from './log-tail.ts';
import { PollViewers, type ViewerOptions } from './poll-viewers.ts';
import type { Cursor, EventQueue } from './queue.ts';
import { isInAudience, type Viewer } from './viewer.ts';
import { prepareEntries, unreadyEntries } from './views/prepare.ts';

/** Entries read from the database at once. */
const READ_LIMIT = 1000;

/** The events for a poll's client up to a log position, as JSON texts. */
export interface ScanResult {
  readonly events: readonly string[];
  readonly scanned: number;
  /** When the oldest of its messages was sent, in milliseconds since 1970; undefined if it has none. */
  readonly oldestSentAt?: number | undefined;
}

/** The sources of a scan. */
interface LogSources {
  readonly database: ParleyDatabase;
  readonly state: OrganizationState;
  readonly tail: LogTail;
}

/** Scans one organization's log. */
export class LogScan {
  readonly #sources: LogSources;
  readonly #viewers: PollViewers;

  constructor(sources: LogSources, options: ViewerOptions) {
    this.#sources = sources;
    this.#viewers = new PollViewers(sources.state, options);
  }

  /**
   * Whether an entry may be for a queue. It reads nothing, so the answer is yes if the database would have
   * to be read.
   */
  mayShow(queue: EventQueue, entry: LogEntry): boolean {
    if (!takesType(entry, queue.record.options)) return false;
    if (!this.#sources.state.account(queue.record.accountId)) return true;
    const viewer = this.#viewers.inMemory(queue);
    return !viewer || isInAudience(entry, viewer);
  }

  /**
   * Scans the log from a poll's position until there are enough events. The caller moves the poll's cursor
   * once the result is used.
   */
  scan(
    queue: EventQueue,
    cursor: Cursor,
    batchLimits: BatchLimits = smallBatch(),
  ): ScanResult | Promise<ScanResult> {
    const batch = new Batch(batchLimits);
    const scanned = this.#scanInMemory(queue, cursor, batch);
    if (scanned === undefined) return this.#scanFurther(queue, cursor.scanned, batch);
    if (batch.isFull || scanned >= this.#sources.tail.head) return batch.result(scanned);
    return this.#scanFurther(queue, scanned, batch);
  }

  /** Scans entries in memory for one turn of the event loop; undefined if something must be read first. */
  #scanInMemory(queue: EventQueue, { scanned: after }: Cursor, batch: Batch): number | undefined {
    const viewer = this.#viewers.inMemory(queue);
    const entries = viewer && this.#sources.tail.after(after);
    if (!entries || unreadyEntries(entries, after, viewer).length > 0) return undefined;
    return addEvents(entries, viewer, { after, until: this.#sources.tail.head }, batch);
  }

  /** Continues the scan over several turns of the event loop, and reads what it needs. */
  async #scanFurther(queue: EventQueue, from: number, batch: Batch): Promise<ScanResult> {
    const { tail, state, database } = this.#sources;
    const reader = database.reader(state.id);
    const yielder = new Yielder();
    let after = from;
    for (;;) {
      // Stops at the head of the state in memory: later entries depend on later subscription periods.
      const { head } = tail;
      const viewer = await this.#viewers.read(queue, reader);
      const inMemory = tail.after(after);
      const { entries, until, isComplete }: LogPart = inMemory
        ? { entries: inMemory, until: head, isComplete: true }
        : await database.entriesAfter(reader, after, READ_LIMIT);
      const unready = unreadyEntries(entries, after, viewer);
      if (unready.length > 0) {
        await prepareEntries(unready, reader);
        // The tail may have changed in the meantime.
        if (inMemory) continue;
      }
      after = addEvents(entries, viewer, { after, until: isComplete ? head : Math.min(head, until) }, batch);
      if (batch.isFull || after >= head) return batch.result(after);
      await yielder.yieldIfDue();
    }
  }
}

/** The limits of a poll's response. */
export interface BatchLimits {
  readonly events: number;
  /** Takes a slot for a large response; returns whether one was free. */
  readonly mayBeLarge: () => boolean;
}

/** The limits of a poll that may not get a large response. */
function smallBatch(): BatchLimits {
  return { events: limits.eventBatch, mayBeLarge: () => false };
}

/** The events of one response, up to its maximum size. */
class Batch {
  readonly events: string[] = [];
  isFull = false;
  #oldestSentAt: number | undefined;
  /** Bytes added in the current turn of the event loop. */
  bytesInTurn = 0;
  readonly #maxEvents: number;
  readonly #size: ResponseSize;

  constructor({ events, mayBeLarge }: BatchLimits) {
    this.#maxEvents = events;
    this.#size = new ResponseSize(mayBeLarge);
  }

  /** The response so far, for a log that was scanned up to a position. */
  result(scanned: number): ScanResult {
    return { events: this.events, scanned, oldestSentAt: this.#oldestSentAt };
  }

  /** Adds the events of one entry; returns whether they fit. The first events always do. */
  add({ sentAt }: LogEntry, events: readonly string[]): boolean {
    const bytes = events.reduce((sum, event) => sum + Buffer.byteLength(event) + 1, 0);
    if (bytes > 0 && !this.#size.fits(bytes) && this.events.length > 0) {
      this.isFull = true;
      return false;
    }
    this.events.push(...events);
    if (events.length > 0 && sentAt !== undefined)
      this.#oldestSentAt = Math.min(sentAt, this.#oldestSentAt ?? sentAt);
    this.bytesInTurn += bytes;
    this.isFull = this.events.length >= this.#maxEvents;
    return true;
  }
}

interface LogRange {
  readonly after: number;
  readonly until: number;
}

/**
 * Adds the events for a viewer's client to a batch, until it is full or enough for one turn of the event
 * loop; returns the position reached.
 */
function addEvents(
  entries: readonly LogEntry[],
  viewer: Viewer,
  { after, until }: LogRange,
  batch: Batch,
): number {
  const now = nowSeconds();
  batch.bytesInTurn = 0;
  let scanned = after;
  for (const entry of entries) {
    if (entry.sequence > until) break;
    if (!batch.add(entry, eventTexts(entry, viewer, now))) return scanned;
    scanned = entry.sequence;
    if (batch.isFull || batch.bytesInTurn >= limits.bytesPerTurn) return scanned;
  }
  return until;
}
