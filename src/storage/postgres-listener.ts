// Lets the servers of one PostgreSQL database notify each other of commits and more, on a connection of its own. The
// connection is replaced whenever it breaks; a lost notification causes a short delay, never a lost event.
// Its advisory locks show other servers that this server is running (`postgres-servers.ts`).

import pg from 'pg';
import { newestSchema, UnusableDatabaseError } from './migrations/migrate.ts';
import { RIGHT_CLOCK_LOCK } from './postgres-clock.ts';
import { recognizePooler } from './postgres-pooler.ts';
import { servingLocks } from './postgres-servers.ts';

const THROUGH_A_POOLER =
  'The address of the database leads to a connection pooler, through which servers cannot notify each other. Set --database-listen-url to the address of the database itself.';
const CHANNEL = 'parley_log';
const BROADCAST_CHANNEL = 'parley_broadcast';
const RECONNECT_MILLISECONDS = 1000;

/** Notifies the other servers of organizations whose logs have grown. Does not wait, and ignores failures. */
export function notifyCommit(pool: pg.Pool, organizationIds: readonly number[]): void {
  pool
    .query(`select pg_notify('${CHANNEL}', $1)`, [organizationIds.join(',')])
    // A lost notification only causes a delay: every request reads the log's head before it is authorized.
    .catch(() => undefined);
}

/** Sends a text to all servers. Does not wait, and ignores failures. */
export function broadcast(pool: pg.Pool, text: string): void {
  pool
    .query(`select pg_notify('${BROADCAST_CHANNEL}', $1)`, [text])
    // What is broadcast may get lost, as with a connection.
    .catch(() => undefined);
}

interface ListenerOptions {
  readonly onBroadcast?: (text: string) => void;
  /** The newest schema that this server knows. */
  readonly schema?: number;
}

/** Receives notifications of commits, and broadcasts. */
export class PostgresListener {
  readonly #url: string;
  readonly #onCommit: (organizationId: number) => void;
  readonly #onBroadcast: (text: string) => void;
  readonly #schema: number;
  #client: pg.Client | undefined;
  #isClockRight = false;
  #isListening = false;
  #isClosed = false;

  /** `onCommit` is called with the organization of every commit, including this server's own. */
  constructor(
    url: string,
    onCommit: (organizationId: number) => void,
    { onBroadcast = () => undefined, schema = newestSchema }: ListenerOptions = {},
  ) {
    this.#url = url;
    this.#onCommit = onCommit;
    this.#onBroadcast = onBroadcast;
    this.#schema = schema;
  }

  /**
   * Begins to listen.
   * @throws the database's error if the first connection fails; UnusableDatabaseError if it goes through a pooler
   */
  start(): Promise<void> {
    return this.#connect(this.#newClient());
  }

  /** Whether it is connected, and notifications arrive. */
  get isListening(): boolean {
    return this.#isListening;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    // The connection may be broken already.
    await this.#client?.end().catch(() => undefined);
  }

  #newClient(): pg.Client {
    const client = new pg.Client({ connectionString: this.#url, keepAlive: true });
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === BROADCAST_CHANNEL) return this.#onBroadcast(payload);
      for (const id of payload.split(',')) if (id) this.#onCommit(Number(id));
    });
    client.on('error', () => this.#replace(client));
    return client;
  }

  async #connect(client: pg.Client): Promise<void> {
    this.#client = client;
    await client.connect();
    if (await recognizePooler(client)) throw new UnusableDatabaseError(THROUGH_A_POOLER);
    await client.query(`listen ${CHANNEL}`);
    await client.query(`listen ${BROADCAST_CHANNEL}`);
    for (const lock of servingLocks(this.#schema)) await client.query(lock);
    this.#isListening = true;
    if (this.#isClockRight) this.#updateClockLock(client);
  }

  /** Shows other servers, for as long as this one is connected, whether its clock is right and it does background work. */
  setClockRight(isRight: boolean): void {
    if (this.#isClockRight === isRight) return;
    this.#isClockRight = isRight;
    if (this.#client) this.#updateClockLock(this.#client);
  }

  #updateClockLock(client: pg.Client): void {
    const change = this.#isClockRight
      ? `select pg_advisory_lock_shared(${RIGHT_CLOCK_LOCK})`
      : `select pg_advisory_unlock_shared(${RIGHT_CLOCK_LOCK})`;
    // A connection that broke is replaced, and takes the lock again.
    client.query(change).catch(() => undefined);
  }

  /** Connects again after a pause; does nothing if the connection was already replaced. */
  #replace(broken: pg.Client): void {
    if (this.#client !== broken) return;
    this.#client = undefined;
    this.#isListening = false;
    // The connection is already broken.
    broken.end().catch(() => undefined);
    setTimeout(() => {
      if (this.#isClosed) return;
      const client = this.#newClient();
      this.#connect(client).catch(() => this.#replace(client));
    }, RECONNECT_MILLISECONDS).unref();
  }
}
