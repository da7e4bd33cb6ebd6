// Continues erasing people after a request or a command has started it.

import { eraseNextPortion } from '../actions/erasure/stages.ts';
import { wakesErasure } from '../actions/erasure/wake.ts';
import type { LogEntry } from '../api-contract/event.ts';
import { organizationsWithErasedPeople } from '../stores/erasure/erasure-store.ts';
import { inEachOrganization } from './in-each-organization.ts';
import type { Job, JobServices } from './job.ts';

export class ErasePeopleJob implements Job {
  readonly name = 'erase people';
  readonly pollSeconds = 60;
  readonly #services: JobServices;

  constructor(services: JobServices) {
    this.#services = services;
  }

  async run(_now: number, signal: AbortSignal): Promise<void> {
    const { database } = this.#services;
    const ids = await organizationsWithErasedPeople(database.reader(0));
    await inEachOrganization(database, ids, eraseNextPortion, signal);
  }

  async next(now: number): Promise<number> {
    return now + this.pollSeconds;
  }

  wakeOn(entry: LogEntry): number | undefined {
    return wakesErasure(entry) ? 0 : undefined;
  }
}
