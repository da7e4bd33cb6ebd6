// Marks as read what people have sent who were muted, where it was too much for the request that muted them.

import { bringsWork, dueWork, nextWork } from '../actions/outbox/store.ts';
import { MUTED_SENDER, markMutedSender } from '../actions/read-state/mark-sender-read.ts';
import type { LogEntry } from '../contract/event.ts';
import { nowSeconds } from '../contract/time.ts';
import type { Writer } from '../storage/session.ts';
import type { Job, JobServices } from './job.ts';

/** Rows that one look takes. */
const BATCH = 20;

export class ReadMutedSendersJob implements Job {
  readonly name = 'read muted senders';
  readonly lookEverySeconds = 60;
  readonly #services: JobServices;

  constructor(services: JobServices) {
    this.#services = services;
  }

  async run(now: number, signal: AbortSignal): Promise<void> {
    const { database } = this.#services;
    for (;;) {
      const rows = await dueWork(database.reader(0), MUTED_SENDER, Math.floor(now), BATCH);
      for (const { id, organization_id: organizationId } of rows) {
        if (signal.aborted) return;
        await markMutedSender(id, {
          reader: database.reader(organizationId),
          write: <T>(unit: (writer: Writer) => Promise<T>) => database.write(organizationId, unit),
          now: nowSeconds,
          signal,
        });
      }
      if (rows.length < BATCH) return;
    }
  }

  next(): Promise<number | undefined> {
    return nextWork(this.#services.database.reader(0), MUTED_SENDER);
  }

  broughtBy(entry: LogEntry): number | undefined {
    return bringsWork(entry, MUTED_SENDER) ? 0 : undefined;
  }
}
