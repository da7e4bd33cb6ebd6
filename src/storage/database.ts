// The database as the rest of the server sees it: readers, snapshots and the write door, on either engine.

import { limits } from '../api-contract/limits.ts';
import { Semaphore } from '../api-contract/semaphore.ts';
import { serviceClock, thisMoment } from '../api-contract/service-clock.ts';
import type { Connection, DatabaseSizes, EngineDriver } from './connection.ts';
import { HeldSecrets } from './held-secrets.ts';
import { entriesAfter, type LogStretch } from './log-entries.ts';
import { databaseMilliseconds } from './postgres-clock.ts';
import { preparedRead } from './prepared.ts';
import type { DoneBy, Engine, Reader } from './session.ts';
import { openSqlite } from './sqlite.ts';
import type { Flush } from './sqlite-flush.ts';
import type { CommitListener, DoubtListener, Unit } from './unit.ts';
import type { Warn } from './warn.ts';
import { WriteDoor } from './write-door.ts';

/** Where the database is. */
export interface DatabaseOptions {
  /** `postgres://…`, or none for the embedded engine. */
  readonly url: string | undefined;
  /** The embedded engine's file. */
  readonly file: string;
  /** A stand-in for making commits durable; for tests. */
  readonly flush?: Flush;
  /** Is told, in a sentence, what whoever runs the server should look at. */
  readonly warn?: Warn;
  /** Of the embedded engine: runs before a database that is in use already gets a newer schema; rejects where it must not. */
  readonly beforeMigrating?: () => Promise<void>;
}

const sequenceOf = preparedRead<{ organization: number }>()((db, p) =>
  db.selectFrom('organization_sequence').select('sequence').where('organization_id', '=', p.organization),
);
const sequenceAndTime = preparedRead<{ organization: number }>()((db, p) =>
  db
    .selectFrom('organization_sequence')
    .select(['sequence', databaseMilliseconds.as('told')])
    .where('organization_id', '=', p.organization),
);

/** One database with all organizations of a deployment. */
export class ParleyDatabase {
  readonly engine: Engine;
  readonly secrets = new HeldSecrets();
  readonly #driver: EngineDriver;
  readonly #door: WriteDoor;
  readonly #listeners: CommitListener[] = [];
  readonly #doubters: DoubtListener[] = [];
  /** Fewer than the connections: those that wait for their line must leave some to whoever the line waits for. */
  readonly #resting = new Semaphore(limits.restingSnapshotsAtOnce);

  private constructor(driver: EngineDriver) {
    this.engine = driver.engine;
    this.#driver = driver;
    const committed: CommitListener = async (organizationId, stretch) => {
      for (const listener of this.#listeners) await listener(organizationId, stretch);
      driver.announce([organizationId]);
    };
    this.#door = new WriteDoor({ driver, secrets: this.secrets }, committed, async (organizationIds) => {
      for (const listener of this.#doubters) await listener(organizationIds);
    });
  }

  /** Opens the database and brings its schema up to date; `UnusableDatabase` says why it cannot. */
  static async open(options: DatabaseOptions): Promise<ParleyDatabase> {
    const driver = options.url
      ? // Loaded only where it is used: memory is a budget.
        await (await import('./postgres.ts')).openPostgres(options.url, options.warn)
      : await openSqlite(options);
    return new ParleyDatabase(driver);
  }

  /** For single reads, each of the newest state. */
  reader(organizationId: number): Reader {
    return this.#readerOn(this.#driver.reading, organizationId);
  }

  /** Several reads that all see one state. */
  snapshot<T>(organizationId: number, read: (reader: Reader) => Promise<T>): Promise<T> {
    return this.#driver.snapshot(
      (open) => open(),
      (connection) => read(this.#readerOn(connection, organizationId)),
    );
  }

  /**
   * Several reads that all see one state, which begins between two groups of units of the organization: `stand` runs there,
   * as the first to read, while nothing of this server is being committed. The units wait for it, so it must be short.
   */
  snapshotAtRest<P, T>(
    organizationId: number,
    stand: (reader: Reader) => Promise<P>,
    read: (reader: Reader, place: P) => Promise<T>,
  ): Promise<T> {
    return this.#resting.pass(() =>
      this.#driver.snapshot(
        (open) =>
          this.#door.pause(organizationId, async () => stand(this.#readerOn(await open(), organizationId))),
        (connection, place) => read(this.#readerOn(connection, organizationId), place),
      ),
    );
  }

  /** Runs a unit of work; resolves with its value once that is durable. */
  write<T>(organizationId: number, unit: Unit<T>, doneBy?: DoneBy): Promise<T> {
    return this.#door.write(organizationId, unit, doneBy);
  }

  /** The head of an organization's log. Where servers share the database, they all go by the time that it tells with it. */
  async sequence(reader: Reader): Promise<number> {
    const values = { organization: reader.organizationId };
    if (this.engine === 'sqlite') return (await sequenceOf.first(reader, values))?.sequence ?? 0;
    const asked = thisMoment();
    const row = await sequenceAndTime.first(reader, values);
    if (row) serviceClock.goBy(asked, row.told);
    return row?.sequence ?? 0;
  }

  /** Entries of the log after a place, in order: at most `limit`, and no more than one turn of the event loop can parse. */
  entriesAfter(reader: Reader, after: number, limit: number): Promise<LogStretch> {
    return entriesAfter(reader, after, limit);
  }

  /** Registers what happens after each flush, in the order of registration. */
  onCommit(listener: CommitListener): void {
    this.#listeners.push(listener);
  }

  /** Registers what happens when it is not known whether a group was kept. */
  onDoubt(listener: DoubtListener): void {
    this.#doubters.push(listener);
  }

  /** Calls back when another server committed for an organization. */
  listen(onCommit: (organizationId: number) => void): Promise<void> {
    return this.#driver.listen(onCommit);
  }

  /**
   * Whether what nobody asks for now is better done by other servers: this one's clock differs from the database's, and
   * another's does not.
   */
  leavesWork(): Promise<boolean> {
    return this.#driver.leavesWork();
  }

  /** Seconds by which this machine's clock is ahead of the service's, where that is too much; else undefined. */
  get clockDifference(): number | undefined {
    const seconds = Math.round(serviceClock.difference / 1000);
    return Math.abs(seconds) > limits.clockDifferenceSeconds ? seconds : undefined;
  }

  /** Whether the database answers. */
  isAlive(): Promise<boolean> {
    return this.#driver.isAlive();
  }

  /** The room that it takes. */
  sizes(): Promise<DatabaseSizes> {
    return this.#driver.sizes();
  }

  /** Waits for the units under way and closes the connections. */
  async close(): Promise<void> {
    await this.#door.idle();
    await this.#driver.close();
  }

  #readerOn(connection: Connection, organizationId: number): Reader {
    const { engine, secrets } = this;
    return { engine, organizationId, db: connection.db, execute: connection.execute, secrets };
  }
}
