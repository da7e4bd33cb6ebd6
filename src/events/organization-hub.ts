// One organization as this server serves it: its state in memory, the tail of its log, and its queues.
// Commits of this server and others arrive through `apply`: first the state is brought up to date, then
// waiting polls are woken.

import { ACCESS_ENDED, accountOfEndedAccess } from '../actions/accounts/end-access.ts';
import { REWRITTEN, rewrittenSequences } from '../actions/erasure/rewritten.ts';
import { extraOf, type LogEntry } from '../api-contract/event.ts';
import { limits } from '../api-contract/limits.ts';
import { type ClockReading, maxElapsedSince, readClocks } from '../api-contract/service-clock.ts';
import { Yielder } from '../api-contract/yielding.ts';
import { END_SESSIONS, endedSessionsOf } from '../model/sessions/ended-sessions.ts';
import { requiresReading } from '../queries/state/invalidation.ts';
import { OrganizationState } from '../queries/state/organization-state.ts';
import type { OrganizationView } from '../queries/state/organization-view.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import { entriesAtPositions } from '../storage/log-entries.ts';
import type { Reader } from '../storage/reader-writer.ts';
import type { CommittedEntries } from '../storage/unit.ts';
import { type ScrubExtra, withoutContent } from '../stores/messages/scrub-log.ts';
import { END_QUEUES, endedQueuesOf } from './end-queues.ts';
import type { HubOptions } from './hub-options.ts';
import type { ScanResult } from './log-scan.ts';
import { LogTail } from './log-tail.ts';
import { type PollRequest, Polls } from './polls.ts';
import { PresenceWriter } from './presence-writer.ts';
import type { EventQueue, QueueOptions, QueueRecord } from './queue.ts';
import { QueueRegistry } from './queue-registry.ts';
import { SharedPosition, type StateAtPosition } from './shared-position.ts';

/** Entries read from the database with one statement. */
const ENTRIES_AT_ONCE = 1000;
/**
 * A server that did not read the log for this long reloads everything; well below the age at which entries
 * are cut.
 */
const LONGEST_ABSENCE_MILLISECONDS = 120_000;

/** Everything of one organization in memory. */
export class OrganizationHub {
  readonly id: number;
  readonly state: OrganizationState;
  readonly #database: ParleyDatabase;
  readonly #tail: LogTail;
  readonly #queues: QueueRegistry;
  readonly #polls: Polls;
  readonly #presence: PresenceWriter;
  readonly #position = new SharedPosition((onBegin, read) => this.#openPosition(onBegin, read));
  #advancing: Promise<void> = Promise.resolve();
  /** When this server was last known to be up to date. */
  #upToDateAt: ClockReading;

  private constructor(
    database: ParleyDatabase,
    state: OrganizationState,
    options: HubOptions,
    loadedAt: ClockReading,
  ) {
    this.id = state.id;
    this.#upToDateAt = loadedAt;
    this.state = state;
    this.#database = database;
    this.#tail = new LogTail(state.sequence);
    this.#presence = new PresenceWriter(database, state);
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

  /** Loads the organization, which must exist. */
  static async load(
    database: ParleyDatabase,
    organizationId: number,
    options: HubOptions,
  ): Promise<OrganizationHub> {
    const loadedAt = readClocks();
    const state = await database.snapshot(organizationId, async (reader) =>
      OrganizationState.load(reader, await database.sequence(reader)),
    );
    state.externalMediaUrl = options.externalMediaUrl;
    state.typeset = options.typeset;
    return new OrganizationHub(database, state, options, loadedAt);
  }

  /** A reader for single reads of this organization. */
  get reader(): Reader {
    return this.#database.reader(this.id);
  }

  get queueCount(): number {
    return this.#queues.size;
  }

  get waitingCount(): number {
    return this.#polls.waitingCount;
  }

  /** The number of waiting polls that an entry caused work for, summed over all entries. */
  get checkCount(): number {
    return this.#polls.checkCount;
  }

  /** Whether no client has a queue here, and none waits. */
  get isQuiet(): boolean {
    return this.queueCount === 0 && this.waitingCount === 0;
  }

  // --- the log ---

  /** Applies a committed range of the log. Entries already known are skipped. */
  apply(committed: CommittedEntries): Promise<void> {
    this.#advancing = this.#advancing.then(() => this.#apply(committed)).catch(() => this.#recover());
    return this.#advancing;
  }

  async #apply({ from, head, entries }: CommittedEntries): Promise<void> {
    const ownHead = this.#tail.head;
    if (head <= ownHead) return;
    // Another server's commit in between has not arrived yet.
    if (from > ownHead) return this.#recover();
    const newEntries = entries.filter((entry) => entry.sequence > ownHead);
    // With other writers the database may be ahead of these entries, so what they touched must be read at one
    // log position.
    const isShared = this.#database.engine === 'postgres';
    if (isShared && newEntries.some(requiresReading)) return this.#recover();
    await this.#advance(this.reader, newEntries, head);
  }

  /** Reads missing entries from the database: after a failure, or when other servers were faster. */
  #recover(): Promise<void> {
    return this.#database.snapshot(this.id, (reader) => this.#follow(reader));
  }

  /** Advances memory to the log position that a snapshot's reader sees. */
  async #follow(reader: Reader): Promise<void> {
    const readAt = readClocks();
    const head = await this.#database.sequence(reader);
    const ownHead = this.#tail.head;
    if (head > ownHead) {
      // Old entries are cut. After a longer absence, what they touched is unknown.
      if (maxElapsedSince(this.#upToDateAt) > LONGEST_ABSENCE_MILLISECONDS)
        await this.state.reload(reader, head);
      await this.#advance(reader, await this.#entriesAfter(reader, ownHead), head);
    }
    this.#upToDateAt = readAt;
  }

  /** All entries after a log position, read while other requests proceed. */
  async #entriesAfter(reader: Reader, from: number): Promise<LogEntry[]> {
    const yielder = new Yielder();
    const all: LogEntry[] = [];
    for (let after = from; ; await yielder.yieldIfDue()) {
      const { entries, until, isComplete } = await this.#database.entriesAfter(
        reader,
        after,
        ENTRIES_AT_ONCE,
      );
      for (const entry of entries) all.push(entry);
      after = until;
      if (isComplete || all.length >= limits.logEntriesPerOrganization) return all;
    }
  }

  /**
   * Runs work at one log position, not before what was committed at the time of the call. Memory and database
   * are both read as of that position, regardless of later commits.
   */
  atPosition<T>(work: (from: StateAtPosition) => Promise<T>): Promise<T> {
    return this.#position.at(work);
  }

  #openPosition(onBegin: () => void, read: (from: StateAtPosition) => Promise<void>): Promise<void> {
    return this.#database.snapshotBetweenGroups(
      this.id,
      (reader) => {
        onBegin();
        return this.#viewAt(reader);
      },
      (reader, view) => read({ reader, view }),
    );
  }

  /** The state in memory at the log position that a snapshot's reader sees. */
  #viewAt(reader: Reader): Promise<OrganizationView> {
    const view = this.#advancing.then(async () => {
      // This server's own commits are all in memory; there may be others'.
      await this.#follow(reader);
      return this.state.view();
    });
    // The caller gets the error; memory stays at its log position.
    this.#advancing = view.then(
      () => undefined,
      () => undefined,
    );
    return view;
  }

  async #advance(reader: Reader, entries: readonly LogEntry[], head: number): Promise<void> {
    await this.state.apply(reader, entries, head);
    this.#tail.append(entries, head);
    for (const entry of entries) {
      if (entry.type === '_scrub') this.#scrub(entry);
      if (entry.type === REWRITTEN) await this.#replaceRewritten(reader, rewrittenSequences(entry));
      if (entry.type === END_QUEUES) this.#queues.dropEnded(endedQueuesOf(entry));
      if (entry.type === END_SESSIONS) this.#polls.endSessions(endedSessionsOf(entry));
    }
    // Last, so that polls whose queues have also ended get the error for an ended queue.
    for (const entry of entries) {
      if (entry.type === ACCESS_ENDED) this.#polls.endWaitingPollsOf(accountOfEndedAccess(entry));
    }
    this.#polls.wake(entries, head);
  }

  /** Applies the entries that other servers committed, up to the log's head. */
  async catchUp(): Promise<void> {
    const readAt = readClocks();
    const head = await this.#database.sequence(this.reader);
    if (head > this.#tail.head) {
      // An earlier failure was reported to those who waited for it; the next attempt starts fresh.
      this.#advancing = this.#advancing.catch(() => undefined).then(() => this.#recover());
      await this.#advancing;
    }
    if (readAt.steady > this.#upToDateAt.steady) this.#upToDateAt = readAt;
  }

  /** Resolves when everything passed to `apply` so far has been applied. */
  whenSettled(): Promise<void> {
    return this.#advancing;
  }

  /** Deleted content is removed from the tail too; queues then skip its entries. */
  #scrub(entry: LogEntry): void {
    const sequences = new Set(extraOf<ScrubExtra>(entry).sequences);
    this.#tail.replace((old) => (sequences.has(old.sequence) ? withoutContent(old) : old));
  }

  /** Entries that were rewritten in the database are replaced in the tail. */
  async #replaceRewritten(reader: Reader, sequences: readonly number[]): Promise<void> {
    const rewritten = await entriesAtPositions(reader, sequences);
    this.#tail.replace((old) => rewritten.get(old.sequence) ?? old);
  }

  // --- queues and polls ---

  /** Creates a queue that begins at a log position; resolves once it is durable. */
  register(
    accountId: number,
    startSequence: number,
    idleSeconds: number,
    options: QueueOptions,
  ): Promise<QueueRecord> {
    return this.#queues.register(accountId, startSequence, idleSeconds, options);
  }

  /** Ends a queue; the error is the same for an unknown queue and another account's. */
  delete(queueId: string, accountId: number): Promise<void> {
    return this.#queues.delete(queueId, accountId);
  }

  /** The events of a queue after those its client has received; waits for one, or for a heartbeat. */
  poll(request: PollRequest, signal: AbortSignal): Promise<readonly string[]> {
    return this.#polls.poll(request, signal);
  }

  /**
   * The events after a given one for a queue that no client polls, about as many as requested, and how far
   * the log was scanned.
   */
  async read(queue: EventQueue, after: number, enough: number): Promise<ScanResult> {
    return this.#polls.read(queue, after, enough);
  }

  /** Answers every waiting poll with a heartbeat and lets no new one wait, for a clean shutdown. */
  endPolls(): void {
    this.#polls.close();
  }

  /** How many seconds ago the clients of some queues last waited for events at this server; 0 for those that wait. */
  pollAges(queueIds: Iterable<string>): Map<string, number> {
    return this.#queues.pollAges(queueIds);
  }

  /** Stores the positions of queues that moved since the last call. */
  storePositions(): Promise<void> {
    return this.#queues.storePositions();
  }

  /** Stores the presence that changed since the last call. */
  storePresence(): Promise<void> {
    return this.#presence.synchronize();
  }

  /** Ends idle queues, and removes entries that the remaining ones do not need. Limits the entries that are kept. */
  sweep(): Promise<void> {
    return this.#queues.sweep(this.#tail.head);
  }
}
