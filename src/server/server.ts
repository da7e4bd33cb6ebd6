// The whole server: built from its options, listening, and closed again in the right order. Everything it holds
// is made here; nothing is kept in modules, so two servers can live in one process.

import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { keepPublicHost } from '../actions/organizations/public-host.ts';
import { allOperations } from '../api/all-operations.ts';
import type { Services } from '../api/services.ts';
import { limits } from '../api-contract/limits.ts';
import { tellRestart } from '../events/restart.ts';
import { ExternalMedia } from '../integrations/external-media/external-media.ts';
import { HttpClient } from '../integrations/http/http-client.ts';
import type { IncomingMail } from '../integrations/incoming-mail/incoming-mail.ts';
import type { MailWorker } from '../integrations/mail/mail-worker.ts';
import type { Scheduler } from '../jobs/scheduler.ts';
import { ParleyDatabase } from '../storage/database.ts';
import { Sessions } from './authentication/sessions.ts';
import { backgroundWork } from './background-work.ts';
import { closeToOthers, makeDataDirectory, refuseEmptied } from './data-directory.ts';
import { AccessLog } from './http/access-log.ts';
import { RateLimit } from './http/rate-limit.ts';
import { buildHttp } from './http.ts';
import { Metrics } from './metrics/metrics.ts';
import { MetricsPort } from './metrics/metrics-port.ts';
import { openServices } from './open-services.ts';
import { OrganizationDirectory } from './organization-directory.ts';
import { FoundingLink } from './pages/founding-page.ts';
import { addPages } from './pages/pages.ts';
import { refuseUnfinishedRestore } from './restore-marker.ts';
import type { ServerOptions } from './server-options.ts';
import { type Claim, claimDataDirectory } from './single-server.ts';
import { tellUnknownSignInHosts } from './unknown-sign-in-hosts.ts';

/** How long requests under way may take to end when the server stops. */
const CUT_OFF_MILLISECONDS = 2500;

/** What happens once between opening the storage and listening: filling the demo organization, say. */
export type Prepare = (services: Services) => Promise<void>;

/** What a server is put together from. */
interface Parts extends Pick<ParleyServer, 'services' | 'directory' | 'foundingLink' | 'scheduler'> {
  readonly http: FastifyInstance;
  readonly mail: MailWorker;
}

/** A server that runs. */
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
  #metricsPort: MetricsPort | undefined;
  #claim: Claim | undefined;
  #isReady = false;

  private constructor(parts: Parts) {
    this.services = parts.services;
    this.directory = parts.directory;
    this.foundingLink = parts.foundingLink;
    this.scheduler = parts.scheduler;
    this.#http = parts.http;
    this.#mail = parts.mail;
  }

  /**
   * Opens the storage, builds everything and listens. `prepare` runs before the first request is taken.
   * @throws UnusableDatabase and the like, with a sentence for who starts the server; the system's errors for the port
   */
  static async build(
    options: ServerOptions,
    prepare: Prepare = async () => undefined,
  ): Promise<ParleyServer> {
    await makeDataDirectory(options.dataDirectory);
    await closeToOthers(options.dataDirectory, options.log);
    await refuseUnfinishedRestore(options.dataDirectory);
    if (!options.databaseUrl) await refuseEmptied(options.dataDirectory);
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
      warn: (sentence) => options.log.warn({}, sentence),
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
    const services = await openServices(database, options);
    await prepare(services);
    const directory = new OrganizationDirectory(database, services.hubs);
    await keepPublicHost(database, options.publicUrl);
    await directory.refresh();
    await tellUnknownSignInHosts(database, services.signIn, options.log);
    const externalMedia = new ExternalMedia(new HttpClient(options.pictureSources), services);
    const metrics = new Metrics(services);
    const foundingLink = new FoundingLink();
    const sessions = new Sessions(services);
    const logins = new RateLimit(limits.loginAttemptsPerMinute);
    const http = buildHttp({
      services,
      directory,
      operations: allOperations,
      sessions,
      logins,
      metrics,
      accessLog: options.writesAccessLog ? new AccessLog(options.log) : undefined,
      trustedProxies: options.trustedProxies ?? [],
      connectionsPerAddress: options.connectionsPerAddress,
      checkAnswer: options.checkAnswer,
      addPages: (fastify) =>
        addPages(fastify, {
          services,
          directory,
          sessions,
          logins,
          metrics,
          externalMedia,
          foundingLink,
          webDirectory: options.webDirectory,
          isReady: () => server.#isReady,
        }),
    });
    const { scheduler, mail } = await backgroundWork(services, options);
    metrics.watch(scheduler);
    const server = new ParleyServer({ services, directory, http, foundingLink, scheduler, mail });
    await http.listen({ host: options.host, port: options.port });
    server.#claim = claim;
    await server.#takeMail(options);
    await server.#tellMetrics(options, metrics);
    await tellRestart(database, Math.floor(performance.timeOrigin / 1000));
    server.#isReady = true;
    scheduler.start();
    return server;
  }

  /** Begins to take mail where that is wanted; its libraries are loaded only then. */
  async #takeMail({ host, incomingMail }: ServerOptions): Promise<void> {
    if (incomingMail?.port === undefined) return;
    const { startIncomingMail } = await import('../integrations/incoming-mail/incoming-mail.ts');
    this.#incomingMail = await startIncomingMail(this.services, host, incomingMail);
  }

  async #tellMetrics({ host, metricsPort, log }: ServerOptions, metrics: Metrics): Promise<void> {
    if (metricsPort === undefined) return;
    this.#metricsPort = await MetricsPort.listen({ host, port: metricsPort }, metrics, log);
  }

  /** The port that it tells metrics on; 0 when it tells them on none of their own. */
  get metricsPort(): number {
    return this.#metricsPort?.port ?? 0;
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
    await this.#metricsPort?.close();
    this.#mail.stop();
    await this.scheduler.close();
    await closed;
    clearTimeout(cutOff);
    await this.services.pictures.close();
    await this.services.typesetter.close();
    await this.services.signIn.close();
    await this.services.hubs.close();
    await this.services.database.close();
    await this.#claim?.release();
  }
}
