// Makes moved messages found by their new topic, where they were too many to be indexed with the move.

import { bringsWork } from '../actions/outbox/store.ts';
import { dueReindexing, nextReindexing, REINDEX, reindexPart } from '../actions/search/reindex.ts';
import type { LogEntry } from '../contract/event.ts';
import type { Job, JobServices } from './job.ts';

/** Parts that one look takes. */
const BATCH = 50;

export class ReindexMovedJob implements Job {
  readonly name = 'reindex moved messages';
  readonly lookEverySeconds = 60;
  readonly #services: JobServices;

  constructor(services: JobServices) {
    this.#services = services;
  }

  async run(now: number, signal: AbortSignal): Promise<void> {
    const { database } = this.#services;
    const moment = Math.floor(now);
    for (;;) {
      const rows = await dueReindexing(database.reader(0), moment, BATCH);
      for (const { id, organization_id: organizationId } of rows) {
        if (signal.aborted) return;
        await database.write(organizationId, (writer) => reindexPart(writer, id, moment));
      }
      if (rows.length < BATCH) return;
    }
  }

  next(): Promise<number | undefined> {
    return nextReindexing(this.#services.database.reader(0));
  }

  broughtBy(entry: LogEntry): number | undefined {
    return bringsWork(entry, REINDEX) ? 0 : undefined;
  }
}
