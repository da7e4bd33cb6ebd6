// The whole server: built from its options, listening, and closed again in the right order. Everything it holds
// is made here; nothing is kept in modules, so two servers can live in one process.

import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { limits } from '../contract/limits.ts';
import { readVideoCallConfiguration, type VideoCallConfiguration } from '../delivery/calls/configuration.ts';
import { configuredCalls } from '../delivery/calls/configured-calls.ts';
import { HttpClient } from '../delivery/http-client.ts';
import type { IncomingMail, IncomingMailOptions } from '../delivery/incoming-mail/incoming-mail.ts';
import { mailWorkerFor } from '../delivery/mail/configured.ts';
import type { MailWorker } from '../delivery/mail/mail-worker.ts';
import { configuredRelay, pushJobs, type RelayConfiguration } from '../delivery/push/configured.ts';
import { WebhookWorker } from '../delivery/webhooks/webhook-worker.ts';
import { Hubs } from '../events/hubs.ts';
import { tellRestart } from '../events/restart.ts';
import { allJobs } from '../jobs/all-jobs.ts';
import type { Clock } from '../jobs/job.ts';
import { Scheduler } from '../jobs/scheduler.ts';
import { openFileStore } from '../model/files/open-store.ts';
import type { S3Options } from '../model/files/s3-options.ts';
import { compileQueueNarrow } from '../narrow/queue-narrow.ts';
import { allOperations } from '../operations/all-operations.ts';
import type { Logger, Services } from '../operations/services.ts';
import { ParleyDatabase } from '../storage/database.ts';
import type { Flush } from '../storage/sqlite.ts';
import { makeDataDirectory } from './data-directory.ts';
import { openDeploymentKeyring } from './deployment-keyring.ts';
import { FoundingLink } from './founding-page.ts';
import { buildHttp } from './http.ts';
import { Metrics } from './metrics.ts';
import { OrganizationDirectory } from './organization-directory.ts';
import { addPages } from './pages.ts';
import type { CheckAnswer } from './request-handler.ts';
import { type Claim, claimDataDirectory } from './single-server.ts';

/** How long requests under way may take to end when the server stops. */
const CUT_OFF_MILLISECONDS = 2500;

export interface ServerOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly dataDirectory: string;
  readonly databaseUrl: string | undefined;
  readonly isDemo: boolean;
  readonly publicUrl: string | undefined;
  /** Addresses and networks of proxies that say whom a request comes from. */
  readonly trustedProxies?: readonly string[];
  /** Where outgoing mail goes; none: files in the data directory. */
  readonly smtpUrl?: string | undefined;
  /** The address that outgoing mail comes from. */
  readonly mailFrom?: string | undefined;
  readonly incomingMail?: IncomingMailOptions | undefined;
  /** The relay for notifications on phones; none: there are none. */
  readonly pushRelay?: RelayConfiguration | undefined;
  /** Addresses of private networks that outgoing webhooks may post to. */
  readonly webhookTargets?: readonly string[] | undefined;
  /** The object store for uploads and pictures; none: the data directory. */
  readonly s3?: S3Options | undefined;
  /** Where calls are made; what the data directory says, unless given. */
  readonly videoCalls?: VideoCallConfiguration;
  readonly log: Logger;
  /** Shorter than usual; for tests. */
  readonly heartbeatMilliseconds?: number;
  /** A stand-in for making commits durable; for tests. */
  readonly flush?: Flush;
  /** Compares answers with their declarations; for tests. */
  readonly checkAnswer?: CheckAnswer;
  /** What time it is for what happens later; for tests. */
  readonly clock?: Clock;
}

/** What happens once between opening the storage and listening: filling the demo organization, say. */
export type Prepare = (services: Services) => Promise<void>;

export class ParleyServer {
  readonly services: Services;
  readonly directory: OrganizationDirectory;
  /** The way in while there is no organization. */
  readonly foundingLink: FoundingLink;
  /** What happens later. */
  readonly scheduler: Scheduler;
  readonly #http: FastifyInstance;
  readonly #mail: MailWorker;
  #incomingMail: IncomingMail | undefined;
  #claim: Claim | undefined;
  #isReady = false;

  private constructor(
    services: Services,
    directory: OrganizationDirectory,
    http: FastifyInstance,
    foundingLink: FoundingLink,
    scheduler: Scheduler,
    mail: MailWorker,
  ) {
    this.#mail = mail;
    this.scheduler = scheduler;
    this.foundingLink = foundingLink;
    this.services = services;
    this.directory = directory;
    this.#http = http;
  }

  /** Opens the storage and builds everything; `listen` opens the door. */
  static async build(
    options: ServerOptions,
    prepare: Prepare = async () => undefined,
  ): Promise<ParleyServer> {
    await makeDataDirectory(options.dataDirectory);
    const claim = options.databaseUrl ? undefined : await claimDataDirectory(options.dataDirectory);
    try {
      return await ParleyServer.#build(options, prepare, claim);
    } catch (error) {
      await claim?.release();
      throw error;
    }
  }

  static async #build(
    options: ServerOptions,
    prepare: Prepare,
    claim: Claim | undefined,
  ): Promise<ParleyServer> {
    const database = await ParleyDatabase.open({
      url: options.databaseUrl,
      file: join(options.dataDirectory, 'parley.db'),
      ...(options.flush && { flush: options.flush }),
    });
    try {
      return await ParleyServer.#buildOn(database, options, prepare, claim);
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  static async #buildOn(
    database: ParleyDatabase,
    options: ServerOptions,
    prepare: Prepare,
    claim: Claim | undefined,
  ): Promise<ParleyServer> {
    const calls = options.videoCalls ?? (await readVideoCallConfiguration(options.dataDirectory));
    const fileStore = await openFileStore(options.dataDirectory, options.s3);
    const kind = options.isDemo ? 'demo' : 'real';
    const keyring = await openDeploymentKeyring(database, options.dataDirectory, kind);
    const hubs = await Hubs.start(database, {
      compileNarrow: compileQueueNarrow,
      heartbeatMilliseconds: options.heartbeatMilliseconds ?? limits.heartbeatSeconds * 1000,
    });
    const services: Services = {
      database,
      hubs,
      keyring,
      videoCalls: configuredCalls(calls),
      push: configuredRelay(keyring, options.pushRelay, options.mailFrom ?? 'noreply@localhost'),
      log: options.log,
      isDemo: options.isDemo,
      fileStore,
      dataDirectory: options.dataDirectory,
      publicUrl: options.publicUrl,
      incomingMailDomain: options.incomingMail?.domain,
    };
    await prepare(services);
    const directory = new OrganizationDirectory(database, hubs);
    await directory.refresh();
    const metrics = new Metrics(hubs);
    const foundingLink = new FoundingLink();
    const http = buildHttp({
      services,
      directory,
      operations: allOperations,
      metrics,
      trustedProxies: options.trustedProxies ?? [],
      checkAnswer: options.checkAnswer,
      addPages: (fastify) =>
        addPages(fastify, { services, directory, metrics, foundingLink, isReady: () => server.#isReady }),
    });
    const mail = mailWorkerFor(services, options);
    const webhooks = new WebhookWorker({ ...services, http: new HttpClient(options.webhookTargets) });
    const jobs = [...allJobs(services), ...pushJobs({ ...services, relay: services.push }), mail, webhooks];
    const scheduler = new Scheduler(services, jobs, options.clock ?? (() => Date.now() / 1000));
    const server = new ParleyServer(services, directory, http, foundingLink, scheduler, mail);
    await http.listen({ host: options.host, port: options.port });
    server.#claim = claim;
    await server.#takeMail(options);
    await tellRestart(database, Math.floor(performance.timeOrigin / 1000));
    server.#isReady = true;
    scheduler.start();
    return server;
  }

  /** Begins to take mail where that is wanted; its libraries are loaded only then. */
  async #takeMail({ host, incomingMail }: ServerOptions): Promise<void> {
    if (incomingMail?.port === undefined) return;
    const { startIncomingMail } = await import('../delivery/incoming-mail/incoming-mail.ts');
    this.#incomingMail = await startIncomingMail(this.services, host, incomingMail);
  }

  /** The port that it takes mail on; 0 when it takes none. */
  get incomingMailPort(): number {
    return this.#incomingMail?.port ?? 0;
  }

  /** The port that it listens on. */
  get port(): number {
    const address = this.#http.server.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  /** Finishes requests, answers long polls, stores what is known and closes the database. */
  async close(): Promise<void> {
    this.#isReady = false;
    const closed = this.#http.close();
    await this.services.hubs.endPolls();
    // A request that got stuck, or whose client sends no more, must not hold up the end.
    const cutOff = setTimeout(() => this.#http.server.closeAllConnections(), CUT_OFF_MILLISECONDS);
    await this.#incomingMail?.close();
    this.#mail.stop();
    await this.scheduler.close();
    await closed;
    clearTimeout(cutOff);
    await this.services.hubs.close();
    await this.services.database.close();
    await this.#claim?.release();
  }
}
