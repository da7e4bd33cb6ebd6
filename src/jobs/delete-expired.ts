// Removes rows of all organizations that no longer count, so that they do not lie about for ever.

import type { Reader, Writer } from '../storage/session.ts';
import type { Job, JobServices } from './job.ts';

const EVERY_SECONDS = 600;
/** They are rows of all organizations. */
const NO_ORGANIZATION = 0;

/** What is to be forgotten at a moment. */
export interface Forgettable {
  readonly name: string;
  /** Whether there is any; asked first, since the answer mostly is no. */
  isThere(reader: Reader, now: number): Promise<boolean>;
  remove(writer: Writer, now: number): Promise<void>;
}

/** Looks every ten minutes for one kind of them. */
export class DeleteExpiredJob implements Job {
  readonly name: string;
  readonly lookEverySeconds = EVERY_SECONDS;
  readonly #services: JobServices;
  readonly #what: Forgettable;

  constructor(services: JobServices, what: Forgettable) {
    this.name = `forget-${what.name}`;
    this.#services = services;
    this.#what = what;
  }

  async run(now: number): Promise<void> {
    const { database } = this.#services;
    if (!(await this.#what.isThere(database.reader(NO_ORGANIZATION), Math.floor(now)))) return;
    await database.write(NO_ORGANIZATION, (writer) => this.#what.remove(writer, Math.floor(now)));
  }

  async next(now: number): Promise<number> {
    return now + EVERY_SECONDS;
  }

  broughtBy(): undefined {
    return undefined;
  }
}
