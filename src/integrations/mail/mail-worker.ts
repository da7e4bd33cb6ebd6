// Sends the mail of the outbox. Runs as a job: requests never wait for it.

import { logFieldsOf } from '../../actions/outbox/apply-outcome.ts';
import { MAIL_KIND, queuedMail } from '../../actions/outbox/mail-store.ts';
import type { OutboxRow } from '../../actions/outbox/outbox-store.ts';
import { OutboxWorker } from '../../actions/outbox/outbox-worker.ts';
import type { WorkOutcome } from '../../actions/outbox/work-outcome.ts';
import type { Logger } from '../../api-contract/logger.ts';
import { nowMilliseconds } from '../../api-contract/time.ts';
import type { FileStore } from '../../files/file-store.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Mail } from '../../model/outbox/mail.ts';
import { retryPolicies } from '../../model/outbox/retry-policies.ts';
import type { ParleyDatabase } from '../../storage/database.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { accountRowByEmail } from '../../stores/accounts/account-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { redactEmailAddresses } from '../http/redact-email-addresses.ts';
import { composeMail } from './compose-mail.ts';
import { readPictures } from './mail-pictures.ts';
import type { MailTransport } from './mail-transport.ts';
import { isPermanentMailError } from './permanent-mail-error.ts';

/** How many mails are sent at the same time. */
const AT_ONCE = 20;
const LEASE_SECONDS = 300;

export interface MailWorkerOptions {
  readonly database: ParleyDatabase;
  readonly fileStore: FileStore;
  readonly transport: MailTransport;
  /** The sender address. */
  readonly sender: string;
  readonly log: Logger;
}

/**
 * Whether a mail may be sent to its address. Private mail is never sent to an unconfirmed address, since the
 * mailbox may belong to another person.
 */
async function maySend(reader: Reader, { to, goesToUnconfirmed = false }: Mail): Promise<boolean> {
  return goesToUnconfirmed || (await accountRowByEmail(reader, to))?.is_email_confirmed !== 0;
}

export class MailWorker extends OutboxWorker {
  readonly name = 'mail';
  readonly #options: MailWorkerOptions;
  readonly #stopped = new AbortController();

  constructor(options: MailWorkerOptions) {
    super(options, {
      kind: MAIL_KIND,
      retries: retryPolicies.mail,
      atOnce: AT_ONCE,
      leaseSeconds: LEASE_SECONDS,
      failure: 'email not sent',
    });
    this.#options = options;
  }

  /** Aborts the mails that are being sent; they are sent again later. */
  stop(): void {
    this.#stopped.abort();
    this.#options.transport.closeConnections();
  }

  override async run(moment: number): Promise<void> {
    try {
      await super.run(moment, this.#stopped.signal);
    } finally {
      this.#options.transport.closeConnections();
    }
  }

  protected async work(row: OutboxRow): Promise<WorkOutcome> {
    const { database, log, transport } = this.#options;
    const organization = await readOrganization(database.reader(row.organization_id));
    let isSent: boolean;
    try {
      isSent = await this.#send(row, organization);
    } catch (error) {
      if (this.#stopped.signal.aborted) return { is: 'aborted', isUnderWay: false };
      const reason = reasonOf(error);
      return isPermanentMailError(error) ? { is: 'given up', reason } : { is: 'retry', reason };
    }
    const outcome = isSent ? transport.outcome : 'email not sent: the address is not confirmed';
    return { is: 'done', afterwards: async () => log.info(logFieldsOf(row), outcome) };
  }

  /** Sends a mail; false if it must not be sent to its address. */
  async #send(row: OutboxRow, organization: Organization): Promise<boolean> {
    const { database, fileStore, transport, sender } = this.#options;
    const reader = database.reader(row.organization_id);
    const queued = queuedMail(reader, row);
    if (!(await maySend(reader, queued))) return false;
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
}

/** The reason of a failure, without addresses: the log holds none. */
function reasonOf(error: unknown): string {
  const { code, responseCode, message } = (error ?? {}) as {
    code?: string;
    responseCode?: number;
    message?: string;
  };
  return [code, responseCode, message && redactEmailAddresses(message).slice(0, 200)]
    .filter(Boolean)
    .join(' ');
}
