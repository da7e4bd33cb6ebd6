// The worker of the outbox for mail. It takes rows that are due, hands them over and removes them; what could not be
// handed over is tried again after growing pauses. It runs as a job: requests never wait for it.

import { MAIL_KIND, queuedMail } from '../../actions/outbox/mail-store.ts';
import type { OutboxRow } from '../../actions/outbox/outbox-store.ts';
import type { Logger } from '../../api-contract/logger.ts';
import { nowMilliseconds } from '../../api-contract/time.ts';
import type { FileStore } from '../../files/file-store.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Mail } from '../../model/outbox/mail.ts';
import type { ParleyDatabase } from '../../storage/database.ts';
import type { Reader } from '../../storage/session.ts';
import { accountRowByEmail } from '../../stores/accounts/account-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { withoutAddresses } from '../http/redact-urls.ts';
import { OutboxWorker } from '../outbox/outbox-worker.ts';
import { composeMail } from './compose.ts';
import { readPictures } from './pictures.ts';
import { isRefusedForGood, pauseAfter } from './retries.ts';
import type { MailTransport } from './transport.ts';

/** Rows that one look takes. */
const BATCH = 20;
const LEASE_SECONDS = 300;

export interface MailWorkerOptions {
  readonly database: ParleyDatabase;
  readonly fileStore: FileStore;
  readonly transport: MailTransport;
  /** The address that mail comes from. */
  readonly sender: string;
  readonly log: Logger;
}

/**
 * Whether a mail may go to its address. What is private stays away from an unconfirmed one, whatever queued the mail: the
 * mailbox may be that of another person.
 */
async function mayGoOut(reader: Reader, { to, goesToUnconfirmed = false }: Mail): Promise<boolean> {
  return goesToUnconfirmed || (await accountRowByEmail(reader, to))?.is_email_confirmed !== 0;
}

export class MailWorker extends OutboxWorker {
  readonly name = 'mail';
  readonly #options: MailWorkerOptions;
  readonly #stopped = new AbortController();

  constructor(options: MailWorkerOptions) {
    super(options.database, { kind: MAIL_KIND, batch: BATCH, leaseSeconds: LEASE_SECONDS });
    this.#options = options;
  }

  /** Breaks off what is being sent; it is sent again later. */
  stop(): void {
    this.#stopped.abort();
    this.#options.transport.rest();
  }

  override async run(moment: number): Promise<void> {
    try {
      await super.run(moment, this.#stopped.signal);
    } finally {
      this.#options.transport.rest();
    }
  }

  protected async work(taken: OutboxRow, now: () => number): Promise<void> {
    const { database, log, transport } = this.#options;
    const organization = await readOrganization(database.reader(taken.organization_id));
    let isSent: boolean;
    try {
      isSent = await this.#send(taken, organization);
    } catch (error) {
      return this.#failed(taken, now(), error);
    }
    await this.finish(taken);
    const outcome = isSent ? transport.outcome : 'mail was dropped: its address is not confirmed';
    log.info({ mail: taken.id, organization: taken.organization_id }, outcome);
  }

  /** Hands it over; false where it must not go to its address. */
  async #send(row: OutboxRow, organization: Organization): Promise<boolean> {
    const { database, fileStore, transport, sender } = this.#options;
    const reader = database.reader(row.organization_id);
    const queued = queuedMail(reader, row);
    if (!(await mayGoOut(reader, queued))) return false;
    const pictures = await readPictures({ reader, organization, fileStore }, queued);
    const mail = composeMail(queued, {
      organization,
      pictures,
      rowId: row.id,
      sender,
      sentAt: new Date(nowMilliseconds()),
    });
    await transport.send(mail, String(row.id).padStart(12, '0'), this.#stopped.signal);
    return true;
  }

  async #failed(row: OutboxRow, now: number, error: unknown): Promise<void> {
    const { log } = this.#options;
    const { id, attempts } = row;
    if (this.#stopped.signal.aborted) {
      await this.again(row, { dueAt: row.due_at - LEASE_SECONDS, attempts: attempts - 1 });
      return;
    }
    const pause = isRefusedForGood(error) ? undefined : pauseAfter(attempts);
    const fields = { mail: id, organization: row.organization_id, attempts, reason: reasonOf(error) };
    if (pause === undefined) {
      log.error(fields, 'mail was given up');
      await this.finish(row);
      return;
    }
    log.warn({ ...fields, seconds: pause }, 'mail was not sent and is tried again');
    await this.again(row, { dueAt: now + pause });
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
