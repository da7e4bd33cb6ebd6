// The SMTP listener: takes mail for channels' addresses and answers to mail about messages, and posts it. A mail is
// acknowledged once its message is on disk; what is refused is refused to the server that brings it, so that its
// sender hears of it. Meant to stand behind the organization's own mail server: no TLS, no authentication.

import { once } from 'node:events';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { detailOf } from '../../api-contract/error-detail.ts';
import { limits } from '../../api-contract/limits.ts';
import { withoutAddresses } from '../http/redact-urls.ts';
import { admit, type Destination } from './admission.ts';
import { automaticReason, isAutomatic } from './automatic.ts';
import { endInTime, MailConnections } from './connections.ts';
import { loopReason } from './loops.ts';
import { MailReader, type ReadMail } from './mail-reader.ts';
import type { ParsedMail } from './parsed-mail.ts';
import { postMail } from './post.ts';
import { postReply } from './post-reply.ts';
import { MailRate } from './rate.ts';
import {
  badDestination,
  loop,
  type MailRefusal,
  permissionDenied,
  RATE_LIMITED,
  refusalOf,
} from './refusal.ts';
import type { IncomingServices, PostingServices } from './services.ts';

export interface IncomingMailOptions {
  /** 0 picks a free one; undefined: another server takes the mail. */
  readonly port: number | undefined;
  readonly domain: string;
}

export interface IncomingMail {
  readonly port: number;
  close(): Promise<void>;
}

const SILENCE_MILLISECONDS = 60_000;
const CLOSE_MILLISECONDS = 1000;
const NOT_POSTED = 'mail was taken and not posted';

class Taker {
  readonly #services: PostingServices;
  readonly #domain: string;
  readonly #rate = new MailRate();
  /** The destinations of each session's mail, by the address that was named. */
  readonly #destinations = new WeakMap<SMTPServerSession['envelope'], Map<string, Destination>>();

  constructor(services: PostingServices, domain: string) {
    this.#services = services;
    this.#domain = domain;
  }

  /** An address is named. */
  async admit(address: string, { envelope }: SMTPServerSession): Promise<void> {
    try {
      const destination = await admit(this.#services, this.#rate, this.#domain, address);
      const named = this.#destinations.get(envelope) ?? new Map<string, Destination>();
      this.#destinations.set(envelope, named.set(address, destination));
    } catch (error) {
      throw this.#refused(error, badDestination, {});
    }
  }

  /** The mail itself; one that is not acknowledged is brought again, and posted where it was not. */
  async take(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> {
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

  /** Posts a mail everywhere it was sent to; refuses it where a try later may go better, or nobody takes it. */
  async #post(mail: ParsedMail, destinations: ReadonlyMap<string, Destination | undefined>): Promise<void> {
    const refusals: MailRefusal[] = [];
    let taken = 0;
    for (const destination of destinations.values()) {
      if (!destination) continue;
      const fields = fieldsOf(destination);
      if (destination.kind === 'reply' && isAutomatic(mail.headers)) {
        taken++;
        this.#services.log.info({ ...fields, reason: 'a program sent it' }, NOT_POSTED);
        continue;
      }
      try {
        const id = await post(this.#services, destination, mail);
        taken++;
        const outcome = id === undefined ? 'had been posted before' : 'was posted';
        this.#services.log.info(
          { ...fields, ...(id !== undefined && { message_id: id }) },
          `mail ${outcome}`,
        );
      } catch (error) {
        refusals.push(this.#refused(error, permissionDenied, fields));
      }
    }
    const passing = refusals.find(({ responseCode }) => responseCode < 500);
    const worst = passing ?? (taken === 0 ? refusals[0] : undefined);
    if (worst) throw worst;
  }

  async #read(stream: SMTPServerDataStream): Promise<ReadMail> {
    try {
      const read = await this.#services.mailReader.read(stream);
      const reason = loopReason(read.mail.headers);
      if (reason === undefined) return read;
      await read.clear();
      throw loop(reason);
    } catch (error) {
      throw this.#refused(error, permissionDenied, {});
    }
  }

  /** Logs a refusal, without addresses. */
  #refused(
    error: unknown,
    final: (reason: string) => MailRefusal,
    fields: Readonly<Record<string, unknown>>,
  ): MailRefusal {
    const refusal = refusalOf(error, final);
    const { log } = this.#services;
    const noted = {
      ...fields,
      status: refusal.responseCode,
      reason: withoutAddresses(refusal.reason),
    };
    if (refusal.responseCode >= 500) log.warn(noted, 'mail was refused');
    else if (refusal.responseCode === RATE_LIMITED) log.warn(noted, 'mail was put off: too much at once');
    else log.error({ ...noted, error: detailOf(error) }, 'mail could not be taken');
    return refusal;
  }
}

/** The id of the message that a mail became; undefined when it had become one before. */
function post(
  services: PostingServices,
  destination: Destination,
  mail: ParsedMail,
): Promise<number | undefined> {
  return destination.kind === 'channel'
    ? postMail(services, destination, mail)
    : postReply(services, destination, mail);
}

/** What the log says of a destination. */
function fieldsOf(destination: Destination): Readonly<Record<string, unknown>> {
  const organization = destination.hub.id;
  return destination.kind === 'channel'
    ? { organization, channel: destination.row.channel_id }
    : { organization, conversation: destination.row.conversation_id };
}

/** Listens; resolves once it does. */
export async function startIncomingMail(
  services: IncomingServices,
  host: string,
  { port, domain }: IncomingMailOptions,
): Promise<IncomingMail> {
  const mailReader = await MailReader.open(services.dataDirectory);
  const taker = new Taker({ ...services, mailReader }, domain);
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
      taker.admit(address, session).then(() => done(), done);
    },
    onData(stream, session, done) {
      taker.take(stream, session).then(() => done(null, 'Continue'), done);
    },
  });
  let isListening = false;
  server.on('error', (error) => {
    // That it cannot listen is the caller's to say.
    if (isListening) services.log.warn({ reason: error.message }, 'a mail connection failed');
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
