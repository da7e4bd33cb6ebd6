// Continues deleting the messages of deactivated accounts after a request has started it.

import { ERASURE, eraseNextBatch } from '../actions/messages/erase-sent.ts';
import type { LogEntry } from '../api-contract/event.ts';
import { organizationsWithErasures } from '../stores/messages/erasure-store.ts';
import { inEachOrganization } from './in-each-organization.ts';
import type { Job, JobServices } from './job.ts';

export class EraseMessagesJob implements Job {
  readonly name = 'erase messages';
  readonly pollSeconds = 60;
  readonly #services: JobServices;

  constructor(services: JobServices) {
    this.#services = services;
  }

  async run(_now: number, signal: AbortSignal): Promise<void> {
    const { database } = this.#services;
    const ids = await organizationsWithErasures(database.reader(0));
    await inEachOrganization(database, ids, eraseNextBatch, signal);
  }

  async next(now: number): Promise<number> {
    return now + this.pollSeconds;
  }

  wakeOn(entry: LogEntry): number | undefined {
    return entry.type === ERASURE ? 0 : undefined;
  }
}
