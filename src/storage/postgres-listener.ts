// How servers of one PostgreSQL database tell each other of commits: by notifications, which arrive on a connection of
// their own. It is made again whenever it breaks; a lost notification costs a moment, never an event. By what is held on
// it others know that a server runs.

import pg from 'pg';
import { RIGHT_CLOCK_LOCK } from './postgres-clock.ts';

/** Any number that only this program uses; held, shared, by every server that runs. */
export const SERVING_LOCK = 7_220_617;

const CHANNEL = 'parley_log';
const LISTEN_AGAIN_MILLISECONDS = 1000;

/** Tells the other servers whose logs have grown. Nobody waits for it, and a failure is passed over. */
export function notifyCommit(pool: pg.Pool, organizationIds: readonly number[]): void {
  pool
    .query(`select pg_notify('${CHANNEL}', $1)`, [organizationIds.join(',')])
    // A lost signal costs a moment: every request reads the log's head before it is authorized.
    .catch(() => undefined);
}

/** Hears of other servers' commits. */
export class PostgresListener {
  readonly #url: string;
  readonly #onCommit: (organizationId: number) => void;
  #client: pg.Client | undefined;
  #vouches = false;
  #isClosed = false;

  /** `onCommit` is called with the organization of every commit, this server's own among them. */
  constructor(url: string, onCommit: (organizationId: number) => void) {
    this.#url = url;
    this.#onCommit = onCommit;
  }

  /** Begins to listen. @throws the database's error where it cannot be reached this first time */
  start(): Promise<void> {
    return this.#connect(this.#newClient());
  }

  /** Ends the connection. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#client?.end().catch(() => undefined);
  }

  #newClient(): pg.Client {
    const client = new pg.Client({ connectionString: this.#url, keepAlive: true });
    client.on('notification', ({ payload = '' }) => {
      for (const id of payload.split(',')) if (id) this.#onCommit(Number(id));
    });
    client.on('error', () => this.#replace(client));
    return client;
  }

  async #connect(client: pg.Client): Promise<void> {
    this.#client = client;
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    await client.query(`select pg_advisory_lock_shared(${SERVING_LOCK})`);
    if (this.#vouches) this.#vouch(client);
  }

  /** Lets other servers know, as long as this one is connected, whether its clock is right. */
  vouchForClock(isRight: boolean): void {
    if (this.#vouches === isRight) return;
    this.#vouches = isRight;
    if (this.#client) this.#vouch(this.#client);
  }

  #vouch(client: pg.Client): void {
    const change = this.#vouches
      ? `select pg_advisory_lock_shared(${RIGHT_CLOCK_LOCK})`
      : `select pg_advisory_unlock_shared(${RIGHT_CLOCK_LOCK})`;
    // A connection that broke is replaced, and says it again.
    client.query(change).catch(() => undefined);
  }

  /** Makes another connection in a while; one that was replaced already is left alone. */
  #replace(broken: pg.Client): void {
    if (this.#client !== broken) return;
    this.#client = undefined;
    // It is broken already.
    broken.end().catch(() => undefined);
    setTimeout(() => {
      if (this.#isClosed) return;
      const client = this.#newClient();
      this.#connect(client).catch(() => this.#replace(client));
    }, LISTEN_AGAIN_MILLISECONDS).unref();
  }
}
