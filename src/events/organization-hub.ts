// One organization as this server serves it: its state in memory, the tail of its log, and its queues. What was
// committed, here or on another server, comes in through `take`: first the state is brought up to date, then
// waiting polls are woken.

import { ACCESS_ENDED, accountOfEnd } from '../actions/accounts/end-access.ts';
import { REWRITTEN, rewrittenBy } from '../actions/erasure/rewritten.ts';
import { extraOf, type LogEntry } from '../api-contract/event.ts';
import { limits } from '../api-contract/limits.ts';
import { longestSince, type Moment, thisMoment } from '../api-contract/service-clock.ts';
import { Pace } from '../api-contract/yielding.ts';
import { END_SESSIONS, sessionsEndedBy } from '../model/sessions/ended.ts';
import { readsTables } from '../queries/state/invalidation.ts';
import { OrganizationState } from '../queries/state/organization-state.ts';
import type { OrganizationView } from '../queries/state/organization-view.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import { entriesAmong } from '../storage/log-entries.ts';
import type { Reader } from '../storage/session.ts';
import type { Committed } from '../storage/unit.ts';
import { type ScrubExtra, withoutContent } from '../stores/messages/scrub-log.ts';
import { END_QUEUES, endedBy } from './end-queues.ts';
import type { HubOptions } from './hub-options.ts';
import type { Seen } from './log-scan.ts';
import { LogTail } from './log-tail.ts';
import { type PollRequest, Polls } from './polls.ts';
import { PresenceKeeper } from './presence-keeper.ts';
import type { EventQueue, QueueOptions, QueueRecord } from './queue.ts';
import { QueueRegistry } from './queue-registry.ts';
import { type Place, SharedPlace } from './shared-place.ts';

/** Entries that are read from the database with one statement. */
const ENTRIES_AT_ONCE = 1000;
/** A server that did not look at the log for so long, well below the age at which entries are cut, reads all anew. */
const LONGEST_ABSENCE_MILLISECONDS = 120_000;

/** Everything of one organization that is held in memory. */
export class OrganizationHub {
  readonly id: number;
  readonly state: OrganizationState;
  readonly #database: ParleyDatabase;
  readonly #tail: LogTail;
  readonly #queues: QueueRegistry;
  readonly #polls: Polls;
  readonly #presence: PresenceKeeper;
  readonly #place = new SharedPlace((onBegin, read) => this.#takePlace(onBegin, read));
  #advancing: Promise<void> = Promise.resolve();
  /** When this server last knew that it had everything. */
  #upToDateAt: Moment;

  private constructor(
    database: ParleyDatabase,
    state: OrganizationState,
    options: HubOptions,
    loadedAt: Moment,
  ) {
    this.id = state.id;
    this.#upToDateAt = loadedAt;
    this.state = state;
    this.#database = database;
    this.#tail = new LogTail(state.sequence);
    this.#presence = new PresenceKeeper(database, state);
    this.#queues = new QueueRegistry(database, state.id, (queue) => this.#polls.end(queue));
    this.#polls = new Polls({
      database,
      state,
      tail: this.#tail,
      queues: this.#queues,
      options,
      catchUp: () => this.catchUp(),
    });
  }

  /** Reads the organization, which must exist. */
  static async load(
    database: ParleyDatabase,
    organizationId: number,
    options: HubOptions,
  ): Promise<OrganizationHub> {
    const loadedAt = thisMoment();
    const state = await database.snapshot(organizationId, async (reader) =>
      OrganizationState.load(reader, await database.sequence(reader)),
    );
    state.externalMediaUrl = options.externalMediaUrl;
    state.typeset = options.typeset;
    return new OrganizationHub(database, state, options, loadedAt);
  }

  /** For single reads of this organization. */
  get reader(): Reader {
    return this.#database.reader(this.id);
  }

  /** Queues in memory. */
  get queueCount(): number {
    return this.#queues.size;
  }

  /** Polls that wait. */
  get waitingCount(): number {
    return this.#polls.waitingCount;
  }

  /** For how many waiting polls an entry cost any work, summed over the entries. */
  get lookCount(): number {
    return this.#polls.lookCount;
  }

  /** Whether no client has a queue here, and none waits. */
  get isQuiet(): boolean {
    return this.queueCount === 0 && this.waitingCount === 0;
  }

  // --- the log ---

  /** Takes in a stretch that was committed. What is known already is passed over. */
  take(committed: Committed): Promise<void> {
    this.#advancing = this.#advancing.then(() => this.#take(committed)).catch(() => this.#recover());
    return this.#advancing;
  }

  async #take({ from, head, entries }: Committed): Promise<void> {
    const known = this.#tail.head;
    if (head <= known) return;
    // Another server committed in between and has not been heard of yet.
    if (from > known) return this.#recover();
    const fresh = entries.filter((entry) => entry.sequence > known);
    // Where others write too, the tables may be ahead of these entries: what they touched is read at one place.
    const isShared = this.#database.engine === 'postgres';
    if (isShared && fresh.some(readsTables)) return this.#recover();
    await this.#bring(this.reader, fresh, head);
  }

  /** Reads what is missing from the database: after a failure, or when other servers were faster. */
  #recover(): Promise<void> {
    return this.#database.snapshot(this.id, (reader) => this.#follow(reader));
  }

  /** Brings memory to the place that a snapshot's reader sees. */
  async #follow(reader: Reader): Promise<void> {
    const lookedAt = thisMoment();
    const head = await this.#database.sequence(reader);
    const known = this.#tail.head;
    if (head > known) {
      // Entries are cut once they are old. Whoever was away for longer cannot know what they touched.
      if (longestSince(this.#upToDateAt) > LONGEST_ABSENCE_MILLISECONDS)
        await this.state.reload(reader, head);
      await this.#bring(reader, await this.#entriesAfter(reader, known), head);
    }
    this.#upToDateAt = lookedAt;
  }

  /** All entries after a place, read while other requests go on. */
  async #entriesAfter(reader: Reader, place: number): Promise<LogEntry[]> {
    const pace = new Pace();
    const all: LogEntry[] = [];
    for (let after = place; ; await pace.step()) {
      const { entries, until, isRest } = await this.#database.entriesAfter(reader, after, ENTRIES_AT_ONCE);
      for (const entry of entries) all.push(entry);
      after = until;
      if (isRest || all.length >= limits.logEntriesPerOrganization) return all;
    }
  }

  /**
   * Does work at one place in the log, not before what was committed when this was called: memory and tables are both seen
   * as they were there, however long it takes and whatever is committed meanwhile.
   */
  atPlace<T>(work: (place: Place) => Promise<T>): Promise<T> {
    return this.#place.at(work);
  }

  #takePlace(onBegin: () => void, read: (place: Place) => Promise<void>): Promise<void> {
    return this.#database.snapshotAtRest(
      this.id,
      (reader) => {
        onBegin();
        return this.#stand(reader);
      },
      (reader, view) => read({ reader, view }),
    );
  }

  /** What is held in memory at the place that a snapshot's reader sees. */
  #stand(reader: Reader): Promise<OrganizationView> {
    const standing = this.#advancing.then(async () => {
      // This server's own commits are all in memory; there may be others'.
      await this.#follow(reader);
      return this.state.view();
    });
    // Whoever asked hears of a failure, which leaves memory where it was.
    this.#advancing = standing.then(
      () => undefined,
      () => undefined,
    );
    return standing;
  }

  async #bring(reader: Reader, entries: readonly LogEntry[], head: number): Promise<void> {
    await this.state.apply(reader, entries, head);
    this.#tail.append(entries, head);
    for (const entry of entries) {
      if (entry.type === '_scrub') this.#scrub(entry);
      if (entry.type === REWRITTEN) await this.#readAgain(reader, rewrittenBy(entry));
      if (entry.type === END_QUEUES) this.#queues.endOf(endedBy(entry));
      if (entry.type === END_SESSIONS) this.#polls.endSessions(sessionsEndedBy(entry));
    }
    // After those whose queues have ended too, which hear of that.
    for (const entry of entries) {
      if (entry.type === ACCESS_ENDED) this.#polls.endWaitsOf(accountOfEnd(entry));
    }
    this.#polls.wake(entries, head);
  }

  /** Brings this server up to the log's head, for what other servers committed. */
  async catchUp(): Promise<void> {
    const lookedAt = thisMoment();
    const head = await this.#database.sequence(this.reader);
    if (head > this.#tail.head) {
      // Whoever waited for what failed has heard of it; what follows is tried anew.
      this.#advancing = this.#advancing.catch(() => undefined).then(() => this.#recover());
      await this.#advancing;
    }
    if (lookedAt.steady > this.#upToDateAt.steady) this.#upToDateAt = lookedAt;
  }

  /** Resolves when everything handed to `take` so far has been taken in. */
  settled(): Promise<void> {
    return this.#advancing;
  }

  /** Content that was deleted leaves the tail too; queues then pass over its entries. */
  #scrub(entry: LogEntry): void {
    const sequences = new Set(extraOf<ScrubExtra>(entry).sequences);
    this.#tail.replace((present) => (sequences.has(present.sequence) ? withoutContent(present) : present));
  }

  /** Entries that were changed in the tables are changed in the tail. */
  async #readAgain(reader: Reader, sequences: readonly number[]): Promise<void> {
    const fresh = await entriesAmong(reader, sequences);
    this.#tail.replace((present) => fresh.get(present.sequence) ?? present);
  }

  // --- queues and polls ---

  /** Makes a queue that begins at a place in the log; resolves once it is durable. */
  register(
    accountId: number,
    startSequence: number,
    idleSeconds: number,
    options: QueueOptions,
  ): Promise<QueueRecord> {
    return this.#queues.register(accountId, startSequence, idleSeconds, options);
  }

  /** Ends a queue; refuses one that is unknown or another account's with the same words. */
  delete(queueId: string, accountId: number): Promise<void> {
    return this.#queues.delete(queueId, accountId);
  }

  /** The events of a queue after what its client has received; waits for one, or for a heartbeat. */
  poll(request: PollRequest, signal: AbortSignal): Promise<readonly string[]> {
    return this.#polls.poll(request, signal);
  }

  /** The events after one that a queue is shown which no client polls, about so many, and how far the log was looked at for them. */
  async read(queue: EventQueue, after: number, enough: number): Promise<Seen> {
    return this.#polls.read(queue, after, enough);
  }

  /** Answers every waiting poll with a heartbeat and lets no new one wait; for a clean shutdown. */
  endPolls(): void {
    this.#polls.close();
  }

  /** Stores the positions of queues that moved since the last time. */
  keepPositions(): Promise<void> {
    return this.#queues.keepPositions();
  }

  /** Stores the presence that changed since the last time. */
  keepPresence(): Promise<void> {
    return this.#presence.keep();
  }

  /** Ends idle queues and cuts the log before what the remaining ones need; bounded in entries. */
  sweep(): Promise<void> {
    return this.#queues.sweep(this.#tail.head);
  }
}
