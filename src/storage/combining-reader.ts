// A reader for work that consists of many independent reads: statements that begin together are sent to the database
// as one.

import { kyselyOn } from './kysely-dialect.ts';
import type { Execute, ExecuteTogether, Reader, Row, StatementWithValues } from './reader-writer.ts';

interface WaitingStatement extends StatementWithValues {
  resolve(rows: Row[]): void;
  reject(error: unknown): void;
}

/** Collects statements until everything that can begin one has run. */
class Collector {
  readonly #executeTogether: ExecuteTogether;
  #waiting: WaitingStatement[] = [];

  constructor(executeTogether: ExecuteTogether) {
    this.#executeTogether = executeTogether;
  }

  readonly execute: Execute = (sql, values) =>
    new Promise((resolve, reject) => {
      // Ticks run once no promise is left to settle.
      if (this.#waiting.length === 0) process.nextTick(() => this.#send());
      this.#waiting.push({ sql, values, resolve, reject });
    });

  #send(): void {
    const statements = this.#waiting;
    this.#waiting = [];
    this.#executeTogether(statements).then(
      (lists) => {
        for (const [at, { resolve }] of statements.entries()) resolve(lists[at] ?? []);
      },
      (error: unknown) => {
        for (const { reject } of statements) reject(error);
      },
    );
  }
}

/**
 * A reader of the same state that sends statements together if they begin together; the same reader where that gains
 * nothing. For reads with few rows, none of whose columns is a blob.
 */
export function combiningReader(reader: Reader): Reader {
  const { executeTogether } = reader;
  if (!executeTogether) return reader;
  const { execute } = new Collector(executeTogether);
  let db: Reader['db'] | undefined;
  return {
    ...reader,
    execute,
    executeTogether: undefined,
    // Few reads build their statements.
    get db() {
      db ??= kyselyOn(reader.engine, execute);
      return db;
    },
  };
}
