// The storage of the floor: one table with an index and stored JSON. Concurrent inserts share one transaction and one sync of
// the write-ahead log, as on the server.

import { type FileHandle, open } from 'node:fs/promises';
import Database from 'better-sqlite3';
import { CheckpointThread } from '../../src/storage/checkpoint-thread.ts';

const INSERTS_PER_COMMIT = 200;
/** One row each, so the log stays at tens of MB. */
const INSERTS_PER_CHECKPOINT = 5000;
const PAGE = 100;
/** About the size of a message on the wire. */
const MESSAGE_BYTES = 570;
const OPENING = Buffer.from('{"result":"success","msg":"","messages":[');
const COMMA = Buffer.from(',');
const CLOSING = Buffer.from(']}');

interface Insert {
  readonly body: Buffer;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** The stored messages of the floor. */
export class FloorStore {
  readonly #database: Database.Database;
  readonly #walFile: FileHandle;
  readonly #checkpoints: CheckpointThread;
  readonly #insert: Database.Statement;
  readonly #page: Database.Statement;
  #waiting: Insert[] = [];
  #running: Promise<void> | undefined;
  #inserted = 0;

  private constructor(database: Database.Database, walFile: FileHandle, file: string) {
    this.#database = database;
    this.#walFile = walFile;
    this.#checkpoints = new CheckpointThread(file);
    this.#insert = database.prepare('insert into message (conversation_id, json) values (1, ?)');
    this.#page = database
      .prepare(`select json from message where conversation_id = ? order by id desc limit ${PAGE}`)
      .pluck();
  }

  /** Creates the table and fills it with as many messages as the server has. */
  static async open(file: string, messages: number, conversations: number): Promise<FloorStore> {
    const database = new Database(file);
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = NORMAL');
    database.pragma('cache_size = -16000');
    database.exec(
      'create table if not exists message (id integer primary key, conversation_id bigint not null, json blob not null)',
    );
    const json = JSON.stringify({ content: 'x'.repeat(MESSAGE_BYTES - 14) });
    database
      .prepare(
        `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
         insert into message (conversation_id, json) select i * 7919 % ?, cast(? as blob) from n where ? > 0`,
      )
      .run(messages, conversations, json, messages);
    database.exec('create index if not exists message_conversation on message (conversation_id, id)');
    database.pragma('wal_checkpoint(TRUNCATE)');
    database.pragma('wal_autocheckpoint = 0');
    return new FloorStore(database, await open(`${file}-wal`, 'r+'), file);
  }

  /** The newest 100 messages of a conversation, as one JSON text. */
  page(conversation: number): Buffer {
    const pieces: Buffer[] = [OPENING];
    for (const json of this.#page.all(conversation) as Buffer[]) {
      if (pieces.length > 1) pieces.push(COMMA);
      pieces.push(json);
    }
    pieces.push(CLOSING);
    return Buffer.concat(pieces);
  }

  /** Stores one row; resolves once it would survive a power failure. */
  insert(body: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ body, resolve, reject });
      this.#running ??= this.#run().finally(() => {
        this.#running = undefined;
      });
    });
  }

  async #run(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, INSERTS_PER_COMMIT);
      try {
        this.#database.exec('begin immediate');
        for (const { body } of group) this.#insert.run(body);
        this.#database.exec('commit');
        await this.#walFile.datasync();
        for (const { resolve } of group) resolve();
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
      this.#inserted += group.length;
      if (this.#inserted < INSERTS_PER_CHECKPOINT || this.#checkpoints.isBusy) continue;
      this.#inserted = 0;
      void this.#checkpoints.run('PASSIVE');
    }
  }

  /** Waits for a running checkpoint and closes the file. */
  async close(): Promise<void> {
    await this.#checkpoints.stop();
    await this.#walFile.close();
    this.#database.close();
  }
}
