// Removes failed log-ins that no longer count, so that what was guessed at once does not lie about.

import { hasOldFailures, removeOldFailures } from '../model/accounts/login-failures.ts';
import type { Job, JobServices } from './job.ts';

const EVERY_SECONDS = 600;
/** They are rows of all organizations. */
const NO_ORGANIZATION = 0;

export class ForgetLoginFailuresJob implements Job {
  readonly name = 'forget-login-failures';
  readonly lookEverySeconds = EVERY_SECONDS;
  readonly #services: JobServices;

  constructor(services: JobServices) {
    this.#services = services;
  }

  async run(now: number): Promise<void> {
    const { database } = this.#services;
    if (!(await hasOldFailures(database.reader(NO_ORGANIZATION), Math.floor(now)))) return;
    await database.write(NO_ORGANIZATION, (writer) => removeOldFailures(writer, Math.floor(now)));
  }

  async next(now: number): Promise<number> {
    return now + EVERY_SECONDS;
  }

  broughtBy(): undefined {
    return undefined;
  }
}
