// The database as the rest of the server sees it: readers, snapshots and the write door, on either engine.

import type { LogEntry } from '../contract/event.ts';
import type { Connection, EngineDriver } from './connection.ts';
import { preparedRead } from './prepared.ts';
import type { Engine, Reader } from './session.ts';
import { type Flush, openSqlite } from './sqlite.ts';
import type { CommitListener, DoubtListener, Unit } from './unit.ts';
import { WriteDoor } from './write-door.ts';

/** Where the database is. */
export interface DatabaseOptions {
  /** `postgres://…`, or none for the embedded engine. */
  readonly url: string | undefined;
  /** The embedded engine's file. */
  readonly file: string;
  /** A stand-in for making commits durable; for tests. */
  readonly flush?: Flush;
}

const entriesAfter = preparedRead<{ organization: number; after: number; limit: number }>()((db, p) =>
  db
    .selectFrom('event')
    .select(['sequence', 'entry'])
    .where('organization_id', '=', p.organization)
    .where('sequence', '>', p.after)
    .orderBy('sequence')
    .limit(p.limit),
);
const sequenceOf = preparedRead<{ organization: number }>()((db, p) =>
  db.selectFrom('organization_sequence').select('sequence').where('organization_id', '=', p.organization),
);

/** One database with all organizations of a deployment. */
export class ParleyDatabase {
  readonly engine: Engine;
  readonly #driver: EngineDriver;
  readonly #door: WriteDoor;
  readonly #listeners: CommitListener[] = [];
  readonly #doubters: DoubtListener[] = [];

  private constructor(driver: EngineDriver) {
    this.engine = driver.engine;
    this.#driver = driver;
    const committed: CommitListener = async (organizationId, stretch) => {
      for (const listener of this.#listeners) await listener(organizationId, stretch);
      driver.announce([organizationId]);
    };
    this.#door = new WriteDoor(driver, committed, async (organizationIds) => {
      for (const listener of this.#doubters) await listener(organizationIds);
    });
  }

  /** Opens the database and brings its schema up to date; `UnusableDatabase` says why it cannot. */
  static async open(options: DatabaseOptions): Promise<ParleyDatabase> {
    const driver = options.url
      ? // Loaded only where it is used: memory is a budget.
        await (await import('./postgres.ts')).openPostgres(options.url)
      : await openSqlite({ file: options.file, ...(options.flush && { flush: options.flush }) });
    return new ParleyDatabase(driver);
  }

  /** For single reads, each of the newest state. */
  reader(organizationId: number): Reader {
    return this.#readerOn(this.#driver.reading, organizationId);
  }

  /** Several reads that all see one state. */
  snapshot<T>(organizationId: number, read: (reader: Reader) => Promise<T>): Promise<T> {
    return this.#driver.snapshot((connection) => read(this.#readerOn(connection, organizationId)));
  }

  /** Runs a unit of work; resolves with its value once that is durable. */
  write<T>(organizationId: number, unit: Unit<T>): Promise<T> {
    return this.#door.write(organizationId, unit);
  }

  /** The head of an organization's log. */
  async sequence(reader: Reader): Promise<number> {
    const row = await sequenceOf.first(reader, { organization: reader.organizationId });
    return row?.sequence ?? 0;
  }

  /** At most `limit` entries of the log after a place, in order. */
  async entriesAfter(reader: Reader, after: number, limit: number): Promise<LogEntry[]> {
    const rows = await entriesAfter.all(reader, { organization: reader.organizationId, after, limit });
    return rows.map((row) => JSON.parse(row.entry) as LogEntry);
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

  /** Whether the database answers. */
  isAlive(): Promise<boolean> {
    return this.#driver.isAlive();
  }

  /** Waits for the units under way and closes the connections. */
  async close(): Promise<void> {
    await this.#door.idle();
    await this.#driver.close();
  }

  #readerOn(connection: Connection, organizationId: number): Reader {
    return { engine: this.engine, organizationId, db: connection.db, execute: connection.execute };
  }
}
