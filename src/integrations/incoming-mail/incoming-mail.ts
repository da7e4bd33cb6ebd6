// The SMTP listener: accepts mail to channel addresses and replies to mail about messages, and posts it. A
// mail is acknowledged once its message is on disk; errors are returned to the delivering server, so that the
// sender is notified. Runs behind the organization's own mail server: no TLS, no authentication.

import { once } from 'node:events';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { limits } from '../../api-contract/limits.ts';
import { detailOf } from '../../errors/error-detail.ts';
import { redactEmailAddresses } from '../http/redact-email-addresses.ts';
import { admit, type Destination } from './admission.ts';
import { automaticReason, isAutomatic } from './automatic-mail.ts';
import type { IncomingServices, PostingServices } from './incoming-services.ts';
import { loopReason } from './loops.ts';
import { endInTime, MailConnections } from './mail-connections.ts';
import {
  badDestination,
  loop,
  type MailError,
  mailErrorOf,
  permissionDenied,
  RATE_LIMITED,
} from './mail-errors.ts';
import { MailRate } from './mail-rate.ts';
import { MailReader, type ReadMail } from './mail-reader.ts';
import type { ParsedMail } from './parsed-mail.ts';
import { postMail } from './post-mail.ts';
import { postReply } from './post-reply.ts';

export interface IncomingMailOptions {
  /** The port; 0 picks a free one. Undefined if another server receives the mail. */
  readonly port: number | undefined;
  readonly domain: string;
}

export interface IncomingMail {
  readonly port: number;
  close(): Promise<void>;
}

const SILENCE_MILLISECONDS = 60_000;
const CLOSE_MILLISECONDS = 1000;
const NOT_POSTED = 'incoming email accepted but not posted';

class MailHandler {
  readonly #services: PostingServices;
  readonly #domain: string;
  readonly #rate: MailRate;
  /** The destinations of each session's mail, by recipient address. */
  readonly #destinations = new WeakMap<SMTPServerSession['envelope'], Map<string, Destination>>();

  constructor(services: PostingServices, domain: string) {
    this.#services = services;
    this.#rate = new MailRate(services.database);
    this.#domain = domain;
  }

  /** Handles a recipient address. */
  async admit(address: string, { envelope }: SMTPServerSession): Promise<void> {
    try {
      const destination = await admit(this.#services, this.#rate, this.#domain, address);
      const accepted = this.#destinations.get(envelope) ?? new Map<string, Destination>();
      this.#destinations.set(envelope, accepted.set(address, destination));
    } catch (error) {
      throw this.#loggedError(error, badDestination, {});
    }
  }

  /**
   * Handles the mail itself. A mail that is not acknowledged is delivered again, and then posted only where it
   * was not posted before.
   */
  async receive(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> {
    const destinations = new Map(
      envelope.rcptTo.map(({ address }) => [address, this.#destinations.get(envelope)?.get(address)]),
    );
    const { mail, clear } = await this.#read(stream);
    try {
      const reason = automaticReason(mail, envelope.mailFrom === false ? '' : envelope.mailFrom.address);
      if (reason === undefined) await this.#post(mail, destinations);
      else this.#services.log.info({ reason }, NOT_POSTED);
    } finally {
      await clear();
    }
  }

  /** Posts a mail to all its destinations. @throws MailError if a retry may succeed, or no destination accepts it */
  async #post(mail: ParsedMail, destinations: ReadonlyMap<string, Destination | undefined>): Promise<void> {
    const errors: MailError[] = [];
    let acceptedCount = 0;
    for (const destination of destinations.values()) {
      if (!destination) continue;
      const fields = fieldsOf(destination);
      if (destination.kind === 'reply' && isAutomatic(mail.headers)) {
        acceptedCount++;
        this.#services.log.info({ ...fields, reason: 'it is an automatic email' }, NOT_POSTED);
        continue;
      }
      try {
        const id = await post(this.#services, destination, mail);
        acceptedCount++;
        const outcome = id === undefined ? 'already posted' : 'posted';
        this.#services.log.info(
          { ...fields, ...(id !== undefined && { message_id: id }) },
          `incoming email ${outcome}`,
        );
      } catch (error) {
        errors.push(this.#loggedError(error, permissionDenied, fields));
      }
    }
    const temporary = errors.find(({ responseCode }) => responseCode < 500);
    const worst = temporary ?? (acceptedCount === 0 ? errors[0] : undefined);
    if (worst) throw worst;
  }

  async #read(stream: SMTPServerDataStream): Promise<ReadMail> {
    try {
      const parsedMail = await this.#services.mailReader.read(stream);
      const reason = loopReason(parsedMail.mail.headers);
      if (reason === undefined) return parsedMail;
      await parsedMail.clear();
      throw loop(reason);
    } catch (error) {
      throw this.#loggedError(error, permissionDenied, {});
    }
  }

  /** Converts an error to an SMTP error and logs it, without addresses. */
  #loggedError(
    error: unknown,
    final: (reason: string) => MailError,
    fields: Readonly<Record<string, unknown>>,
  ): MailError {
    const mailError = mailErrorOf(error, final);
    const { log } = this.#services;
    const logged = {
      ...fields,
      status: mailError.responseCode,
      reason: redactEmailAddresses(mailError.reason),
    };
    if (mailError.responseCode >= 500) log.warn(logged, 'incoming email rejected');
    else if (mailError.responseCode === RATE_LIMITED)
      log.warn(logged, 'incoming email deferred: rate limit reached');
    else log.error({ ...logged, error: detailOf(error) }, 'incoming email failed');
    return mailError;
  }
}

/** The id of the message made of the mail; undefined if it was posted before. */
function post(
  services: PostingServices,
  destination: Destination,
  mail: ParsedMail,
): Promise<number | undefined> {
  return destination.kind === 'channel'
    ? postMail(services, destination, mail)
    : postReply(services, destination, mail);
}

/** The log fields of a destination. */
function fieldsOf(destination: Destination): Readonly<Record<string, unknown>> {
  const organization = destination.hub.id;
  return destination.kind === 'channel'
    ? { organization, channel: destination.row.channel_id }
    : { organization, conversation: destination.row.conversation_id };
}

/** Starts the listener; resolves once it listens. */
export async function startIncomingMail(
  services: IncomingServices,
  host: string,
  { port, domain }: IncomingMailOptions,
): Promise<IncomingMail> {
  const mailReader = await MailReader.open(services.dataDirectory);
  const handler = new MailHandler({ ...services, mailReader }, domain);
  const connections = new MailConnections();
  const server = new SMTPServer({
    name: domain,
    banner: 'Parley',
    disabledCommands: ['AUTH', 'STARTTLS'],
    hideENHANCEDSTATUSCODES: true,
    disableReverseLookup: true,
    logger: false,
    size: limits.incomingMailBytes,
    maxClients: limits.incomingMailConnections,
    socketTimeout: SILENCE_MILLISECONDS,
    closeTimeout: CLOSE_MILLISECONDS,
    onConnect(session, done) {
      done(connections.open(session));
    },
    onClose(session) {
      connections.close(session);
    },
    onRcptTo({ address }, session, done) {
      handler.admit(address, session).then(() => done(), done);
    },
    onData(stream, session, done) {
      handler.receive(stream, session).then(() => done(null, 'Continue'), done);
    },
  });
  let isListening = false;
  server.on('error', (error) => {
    // The caller reports a failure to listen.
    if (isListening) services.log.warn({ reason: error.message }, 'incoming email connection failed');
  });
  const net = server.listen(port ?? 0, host);
  net.on('connection', endInTime);
  await once(net, 'listening');
  isListening = true;
  const address = net.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    async close() {
      await new Promise<void>((resolve) => server.close(resolve));
      await mailReader.close();
    },
  };
}
