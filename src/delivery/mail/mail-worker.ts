// The worker of the outbox for mail. It takes rows that are due, hands them over and removes them; what could not be
// handed over is tried again after growing pauses. It runs as a job: requests never wait for it.

import { MAIL_KIND } from '../../actions/outbox/mail-store.ts';
import {
  bringsWork,
  deferWork,
  dueWork,
  nextWork,
  type OutboxRow,
  removeWork,
  takeWork,
} from '../../actions/outbox/store.ts';
import type { LogEntry } from '../../contract/event.ts';
import { nowMilliseconds } from '../../contract/time.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Mail } from '../../model/outbox/mail.ts';
import type { ParleyDatabase } from '../../storage/database.ts';
import { readOrganization } from '../../stores/organizations/store.ts';
import { runningClock } from '../running-clock.ts';
import { withoutAddresses } from '../without-addresses.ts';
import { composeMail } from './compose.ts';
import { isRefusedForGood, pauseAfter } from './retries.ts';
import type { MailTransport } from './transport.ts';

/** Rows that one look takes. */
const BATCH = 20;
/** After so long a row that was taken and never finished is due again. */
const LEASE_SECONDS = 300;

type Log = (fields: Readonly<Record<string, unknown>>, message: string) => void;

export interface MailWorkerOptions {
  readonly database: ParleyDatabase;
  readonly transport: MailTransport;
  /** The address that mail comes from. */
  readonly sender: string;
  readonly log: { readonly info: Log; readonly warn: Log; readonly error: Log };
}

export class MailWorker {
  readonly name = 'mail';
  readonly lookEverySeconds = 15;
  readonly #options: MailWorkerOptions;
  readonly #stopped = new AbortController();

  constructor(options: MailWorkerOptions) {
    this.#options = options;
  }

  /** Breaks off what is being sent; it is sent again later. */
  stop(): void {
    this.#stopped.abort();
    this.#options.transport.rest();
  }

  next(): Promise<number | undefined> {
    return nextWork(this.#options.database.reader(0), MAIL_KIND);
  }

  broughtBy(entry: LogEntry): number | undefined {
    return bringsWork(entry, MAIL_KIND) ? 0 : undefined;
  }

  async run(moment: number): Promise<void> {
    const now = runningClock(moment);
    const { database, transport } = this.#options;
    try {
      while (!this.#stopped.signal.aborted) {
        const rows = await dueWork(database.reader(0), MAIL_KIND, now(), BATCH);
        if (rows.length === 0) return;
        await Promise.all(rows.map((row) => this.#take(row, now)));
      }
    } finally {
      transport.rest();
    }
  }

  async #take(row: OutboxRow, now: () => number): Promise<void> {
    const { database } = this.#options;
    const taken = await database.write(row.organization_id, (writer) =>
      takeWork(writer, row.id, now(), LEASE_SECONDS),
    );
    if (!taken) return;
    const organization = await readOrganization(database.reader(row.organization_id));
    try {
      await this.#send(taken, organization);
    } catch (error) {
      return this.#failed(taken, now(), error);
    }
    await database.write(row.organization_id, (writer) => removeWork(writer, taken));
    const { log, transport } = this.#options;
    log.info({ mail: row.id, organization: row.organization_id }, transport.outcome);
  }

  async #send(row: OutboxRow, organization: Organization): Promise<void> {
    const { transport, sender } = this.#options;
    const mail = composeMail(JSON.parse(row.payload) as Mail, {
      organization,
      rowId: row.id,
      sender,
      sentAt: new Date(nowMilliseconds()),
    });
    await transport.send(mail, String(row.id).padStart(12, '0'), this.#stopped.signal);
  }

  async #failed(row: OutboxRow, now: number, error: unknown): Promise<void> {
    const { database, log } = this.#options;
    const { id, attempts } = row;
    if (this.#stopped.signal.aborted) {
      await database.write(row.organization_id, (writer) =>
        deferWork(writer, row, { dueAt: row.due_at - LEASE_SECONDS, attempts: attempts - 1 }),
      );
      return;
    }
    const pause = isRefusedForGood(error) ? undefined : pauseAfter(attempts);
    const fields = { mail: id, organization: row.organization_id, attempts, reason: reasonOf(error) };
    if (pause === undefined) {
      log.error(fields, 'mail was given up');
      await database.write(row.organization_id, (writer) => removeWork(writer, row));
      return;
    }
    log.warn({ ...fields, seconds: pause }, 'mail was not sent and is tried again');
    await database.write(row.organization_id, (writer) => deferWork(writer, row, { dueAt: now + pause }));
  }
}

/** What went wrong, without addresses: the log holds none. */
function reasonOf(error: unknown): string {
  const { code, responseCode, message } = (error ?? {}) as {
    code?: string;
    responseCode?: number;
    message?: string;
  };
  return [code, responseCode, message && withoutAddresses(message).slice(0, 200)].filter(Boolean).join(' ');
}
