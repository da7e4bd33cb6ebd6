// Continues erasing people after a request or a command has started it.

import { erasePortionOf } from '../actions/erasure/stages.ts';
import { wakesErasure } from '../actions/erasure/wake.ts';
import type { LogEntry } from '../api-contract/event.ts';
import { nextErasedPerson, organizationsWithErasedPeople } from '../stores/erasure/erasure-store.ts';
import { ErasureAttempts } from './erasure-attempts.ts';
import { AT_ONCE, type Job, type JobServices } from './job.ts';

export class ErasePeopleJob implements Job {
  readonly name = 'erase people';
  readonly pollSeconds = 60;
  readonly #services: JobServices;
  readonly #attempts: ErasureAttempts;

  constructor(services: JobServices) {
    this.#services = services;
    this.#attempts = new ErasureAttempts(services, { next: nextErasedPerson, portion: erasePortionOf });
  }

  async run(now: number, signal: AbortSignal): Promise<void> {
    const { database } = this.#services;
    const ids = await organizationsWithErasedPeople(database.reader(0));
    await this.#attempts.run(ids, now, signal);
  }

  async next(now: number): Promise<number> {
    return Math.min(now + this.pollSeconds, this.#attempts.nextDue);
  }

  wakeOn(entry: LogEntry): number | undefined {
    return wakesErasure(entry) ? AT_ONCE : undefined;
  }
}
