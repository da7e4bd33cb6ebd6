// Deletes expired rows of all organizations.

import type { Reader, Writer } from '../storage/reader-writer.ts';
import type { Job, JobServices } from './job.ts';

const EVERY_SECONDS = 600;
/** The rows belong to all organizations. */
const NO_ORGANIZATION = 0;

/** A kind of expired rows. */
export interface ExpiredRows {
  readonly name: string;
  /** Whether there are any. This is checked first, because usually there are none. */
  hasAny(reader: Reader, now: number): Promise<boolean>;
  remove(writer: Writer, now: number): Promise<void>;
}

/** Checks for one kind of expired rows every ten minutes. */
export class DeleteExpiredJob implements Job {
  readonly name: string;
  readonly pollSeconds = EVERY_SECONDS;
  readonly #services: JobServices;
  readonly #kind: ExpiredRows;

  constructor(services: JobServices, kind: ExpiredRows) {
    this.name = `forget-${kind.name}`;
    this.#services = services;
    this.#kind = kind;
  }

  async run(now: number): Promise<void> {
    const { database } = this.#services;
    if (!(await this.#kind.hasAny(database.reader(NO_ORGANIZATION), Math.floor(now)))) return;
    await database.write(NO_ORGANIZATION, (writer) => this.#kind.remove(writer, Math.floor(now)));
  }

  async next(now: number): Promise<number> {
    return now + EVERY_SECONDS;
  }

  wakeOn(): undefined {
    return undefined;
  }
}
