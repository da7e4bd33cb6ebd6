// Goes on deleting what deactivated accounts have sent, where a request began it.

import { ERASURE, eraseNextBatch } from '../actions/messages/erase-sent.ts';
import type { LogEntry } from '../contract/event.ts';
import { organizationsWithErasures } from '../stores/messages/erasure-store.ts';
import type { Job, JobServices } from './job.ts';

export class EraseMessagesJob implements Job {
  readonly name = 'erase messages';
  readonly lookEverySeconds = 60;
  readonly #services: JobServices;

  constructor(services: JobServices) {
    this.#services = services;
  }

  async run(_now: number, signal: AbortSignal): Promise<void> {
    const { database } = this.#services;
    for (const organizationId of await organizationsWithErasures(database.reader(0))) {
      let remains = true;
      while (remains && !signal.aborted) remains = await database.write(organizationId, eraseNextBatch);
    }
  }

  async next(now: number): Promise<number> {
    return now + this.lookEverySeconds;
  }

  broughtBy(entry: LogEntry): number | undefined {
    return entry.type === ERASURE ? 0 : undefined;
  }
}
