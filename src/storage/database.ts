// The database as the rest of the server sees it: readers, snapshots and the write queue, on either engine.

import { limits } from '../api-contract/limits.ts';
import { Semaphore } from '../api-contract/semaphore.ts';
import { readClocks, serviceClock } from '../api-contract/service-clock.ts';
import { ColumnSecrets } from './column-secrets.ts';
import type { Connection, DatabaseSizes, EngineDriver, ReplicaLag } from './connection.ts';
import { entriesAfter, type LogPart } from './log-entries.ts';
import type { KnownMigrations } from './migrations/migrate.ts';
import { databaseMilliseconds } from './postgres-clock.ts';
import { preparedRead } from './prepared.ts';
import type { Engine, Reader, UnitActor } from './reader-writer.ts';
import { openSqlite } from './sqlite.ts';
import type { Flush } from './sqlite-flush.ts';
import type { CommitListener, Unit, UnknownOutcomeListener } from './unit.ts';
import type { Warn } from './warn.ts';
import { WriteQueue } from './write-queue.ts';

export interface DatabaseOptions {
  /** `postgres://…`; undefined for the embedded engine. */
  readonly url: string | undefined;
  /** The address for notifications if `url` is that of a pooler. */
  readonly listenUrl?: string | undefined;
  /** The address of a standby for long reads. */
  readonly readUrl?: string | undefined;
  /** The embedded engine's file. */
  readonly file: string;
  /** For the embedded engine: whether Litestream replicates the file and runs the checkpoints. */
  readonly isReplicated?: boolean | undefined;
  /** For the embedded engine: leaves the log on closing to the server or Litestream that has the file open, if any. */
  readonly leavesLog?: boolean;
  /** Replaces the call that makes commits durable; for tests. */
  readonly flush?: Flush;
  /** Receives warnings for the server's operator, one sentence each. */
  readonly warn?: Warn;
  /** For the embedded engine: runs before an existing database is migrated to a newer schema. May reject to prevent it. */
  readonly beforeMigrating?: () => Promise<void>;
  readonly migrations?: KnownMigrations | undefined;
}

const sequenceOf = preparedRead<{ organization: number }>()((db, p) =>
  db.selectFrom('organization_sequence').select('sequence').where('organization_id', '=', p.organization),
);
const sequenceAndTime = preparedRead<{ organization: number }>()((db, p) =>
  db
    .selectFrom('organization_sequence')
    .select(['sequence', databaseMilliseconds.as('now_ms')])
    .where('organization_id', '=', p.organization),
);

/** One database with all organizations of a deployment. */
export class ParleyDatabase {
  readonly engine: Engine;
  readonly secrets = new ColumnSecrets();
  readonly #driver: EngineDriver;
  readonly #writeQueue: WriteQueue;
  readonly #commitListeners: CommitListener[] = [];
  #replicaReads = 0;
  readonly #doubtListeners: UnknownOutcomeListener[] = [];
  readonly #broadcastListeners: ((text: string) => void)[] = [];
  readonly #consequences: Unit<void>[] = [];
  /** Fewer than the connections: snapshots that wait for the write queue must leave some to the units they wait for. */
  readonly #pausedSnapshots = new Semaphore(limits.groupBoundarySnapshotsAtOnce);

  private constructor(driver: EngineDriver) {
    this.engine = driver.engine;
    this.#driver = driver;
    const onCommitted: CommitListener = async (organizationId, committed) => {
      for (const listener of this.#commitListeners) await listener(organizationId, committed);
      driver.announce([organizationId]);
    };
    this.#writeQueue = new WriteQueue(
      { driver, secrets: this.secrets },
      onCommitted,
      async (organizationIds) => {
        for (const listener of this.#doubtListeners) await listener(organizationIds);
      },
    );
  }

  /** Opens the database and brings its schema up to date. @throws UnusableDatabaseError with the reason if it cannot */
  static async open(options: DatabaseOptions): Promise<ParleyDatabase> {
    const driver = options.url
      ? // Loaded on demand, to save memory.
        await (await import('./postgres.ts')).openPostgres(options.url, options.warn, options)
      : await openSqlite(options);
    return new ParleyDatabase(driver);
  }

  /** A reader for single reads, each of the newest state. */
  reader(organizationId: number): Reader {
    return this.#readerOn(this.#driver.reading, organizationId);
  }

  /**
   * Runs long reads, each of a state not before a log position: on a standby if one is configured and has caught up, so
   * that they do not slow down writes. They may run twice, since a standby may fail meanwhile.
   */
  async longRead<T>(
    organizationId: number,
    position: number,
    read: (reader: Reader) => Promise<T>,
  ): Promise<T> {
    const readerOn = (connection: Connection) => this.#readerOn(connection, organizationId);
    const values = { organization: organizationId };
    const result = await this.#driver.readOnReplica(
      async (connection) =>
        ((await sequenceOf.first(readerOn(connection), values))?.sequence ?? 0) >= position,
      (connection) => read(readerOn(connection)),
    );
    if (!result) return read(this.reader(organizationId));
    this.#replicaReads++;
    return result.value;
  }

  /** How many long reads a standby has answered. */
  get replicaReads(): number {
    return this.#replicaReads;
  }

  /** Whether a standby is configured for long reads and cannot be used. */
  get hasReplicaFailed(): boolean {
    return this.#driver.hasReplicaFailed;
  }

  /** Runs several reads that all see one state. */
  snapshot<T>(organizationId: number, read: (reader: Reader) => Promise<T>): Promise<T> {
    return this.#driver.snapshot(
      (open) => open(),
      (connection) => read(this.#readerOn(connection, organizationId)),
    );
  }

  /**
   * Runs several reads that all see one state, which begins between two commit groups of the organization.
   * `begin` runs first, while this server commits nothing. Units wait for `begin`, so it must be short.
   */
  snapshotBetweenGroups<P, T>(
    organizationId: number,
    begin: (reader: Reader) => Promise<P>,
    read: (reader: Reader, begun: P) => Promise<T>,
  ): Promise<T> {
    return this.#pausedSnapshots.run(() =>
      this.#driver.snapshot(
        (open) =>
          this.#writeQueue.pause(organizationId, async () =>
            begin(this.#readerOn(await open(), organizationId)),
          ),
        (connection, begun) => read(this.#readerOn(connection, organizationId), begun),
      ),
    );
  }

  /** Runs a unit of work; resolves with its value once the unit is durable. */
  write<T>(organizationId: number, unit: Unit<T>, actor?: UnitActor): Promise<T> {
    const whole: Unit<T> = async (writer) => {
      const value = await unit(writer);
      for (const consequence of this.#consequences) await consequence(writer);
      return value;
    };
    return this.#writeQueue.write(organizationId, whole, actor);
  }

  /**
   * Registers work that runs at the end of every unit, as part of it. It sees what the unit has emitted (`emitted`), and
   * must do nothing, without awaiting a statement, where that does not concern it.
   */
  atEndOfUnits(consequence: Unit<void>): void {
    this.#consequences.push(consequence);
  }

  /**
   * Reads the head of an organization's log. With PostgreSQL it also reads the database's time, which all
   * servers follow.
   */
  async sequence(reader: Reader): Promise<number> {
    const values = { organization: reader.organizationId };
    if (this.engine === 'sqlite') return (await sequenceOf.first(reader, values))?.sequence ?? 0;
    const clocksBefore = readClocks();
    const row = await sequenceAndTime.first(reader, values);
    if (row) serviceClock.synchronize(clocksBefore, row.now_ms);
    return row?.sequence ?? 0;
  }

  /** Reads at most `limit` entries after a log position, in order, and no more than one turn of the event loop can parse. */
  entriesAfter(reader: Reader, after: number, limit: number): Promise<LogPart> {
    return entriesAfter(reader, after, limit);
  }

  /** Registers a listener that is called after each flush; listeners run in the order of registration. */
  onCommit(listener: CommitListener): void {
    this.#commitListeners.push(listener);
  }

  /** Registers a listener for commit groups whose outcome is unknown. */
  onUnknownOutcome(listener: UnknownOutcomeListener): void {
    this.#doubtListeners.push(listener);
  }

  /** Calls back when another server has committed for an organization. */
  listen(onCommit: (organizationId: number) => void): Promise<void> {
    return this.#driver.listen(onCommit, (text) => {
      for (const listener of this.#broadcastListeners) listener(text);
    });
  }

  /** Sends a text to all servers of the database, this one included; it may get lost. Not on the embedded engine. */
  broadcast(text: string): void {
    this.#driver.broadcast(text);
  }

  /** Adds a listener to what servers broadcast. */
  onBroadcast(listener: (text: string) => void): void {
    this.#broadcastListeners.push(listener);
  }

  /**
   * Whether background work should be left alone: this server's clock differs from the database's, and another
   * server's does not; or the database is read-only.
   */
  shouldLeaveWork(): Promise<boolean> {
    return this.#driver.shouldLeaveWork();
  }

  /** Seconds by which this machine's clock is ahead of the service's; undefined while the difference is acceptable. */
  get clockDifference(): number | undefined {
    const seconds = Math.round(serviceClock.difference / 1000);
    return Math.abs(seconds) > limits.clockDifferenceSeconds ? seconds : undefined;
  }

  /** Whether commits of other servers arrive at once; always on the embedded engine, which has one server. */
  get isListening(): boolean {
    return this.#driver.isListening;
  }

  isAlive(): Promise<boolean> {
    return this.#driver.isAlive();
  }

  /** The size of the database, in bytes. */
  sizes(): Promise<DatabaseSizes> {
    return this.#driver.sizes();
  }

  /** The standbys of the database, as far as this server may see them. */
  replicas(): Promise<ReplicaLag[]> {
    return this.#driver.replicas();
  }

  /** Waits for the units in progress and closes the connections. */
  async close(): Promise<void> {
    await this.#writeQueue.idle();
    await this.#driver.close();
  }

  #readerOn(connection: Connection, organizationId: number): Reader {
    const { engine, secrets } = this;
    const { db, execute, executeTogether } = connection;
    return { engine, organizationId, db, execute, executeTogether, secrets };
  }
}
