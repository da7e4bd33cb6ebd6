// Continues deleting the messages of deactivated accounts after a request has started it.

import { ERASURE, eraseBatchOf } from '../actions/messages/erase-sent.ts';
import type { LogEntry } from '../api-contract/event.ts';
import { nextErasure, organizationsWithErasures } from '../stores/messages/erasure-store.ts';
import { ErasureAttempts } from './erasure-attempts.ts';
import { AT_ONCE, type Job, type JobServices } from './job.ts';

export class EraseMessagesJob implements Job {
  readonly name = 'erase messages';
  readonly pollSeconds = 60;
  readonly #services: JobServices;
  readonly #attempts: ErasureAttempts;

  constructor(services: JobServices) {
    this.#services = services;
    this.#attempts = new ErasureAttempts(services, {
      next: async (reader, except) => (await nextErasure(reader, except))?.account_id,
      portion: eraseBatchOf,
    });
  }

  async run(now: number, signal: AbortSignal): Promise<void> {
    const { database } = this.#services;
    const ids = await organizationsWithErasures(database.reader(0));
    await this.#attempts.run(ids, now, signal);
  }

  async next(now: number): Promise<number> {
    return Math.min(now + this.pollSeconds, this.#attempts.nextDue);
  }

  wakeOn(entry: LogEntry): number | undefined {
    return entry.type === ERASURE ? AT_ONCE : undefined;
  }
}
