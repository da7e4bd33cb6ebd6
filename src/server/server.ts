// The whole server: builds it from its options, listens, and closes it in the right order. All state belongs
// to the instance and none to modules, so that two servers can run in one process.

import { join } from 'node:path';
import { storePublicHost } from '../actions/organizations/public-host.ts';
import { allOperations } from '../api/all-operations.ts';
import type { Services } from '../api/services.ts';
import { limits } from '../api-contract/limits.ts';
import { emitRestart } from '../events/restart.ts';
import { ExternalMedia } from '../integrations/external-media/external-media.ts';
import { HttpClient } from '../integrations/http/http-client.ts';
import type { IncomingMail } from '../integrations/incoming-mail/incoming-mail.ts';
import type { MailWorker } from '../integrations/mail/mail-worker.ts';
import type { Scheduler } from '../jobs/scheduler.ts';
import { ParleyDatabase } from '../storage/database.ts';
import { removeStaleLock } from '../storage/sqlite-read-only.ts';
import { Sessions } from './authentication/sessions.ts';
import { backgroundWork } from './background-work.ts';
import { makeDataDirectory, rejectEmptiedDatabase, restrictDataDirectory } from './data-directory.ts';
import { Health } from './health.ts';
import { AccessLog } from './http/access-log.ts';
import type { HttpServer } from './http/http-server.ts';
import { buildHttp } from './http.ts';
import { Metrics } from './metrics/metrics.ts';
import { MetricsPort } from './metrics/metrics-port.ts';
import { openServices } from './open-services.ts';
import { OrganizationDirectory } from './organization-directory.ts';
import { addPages } from './pages/add-pages.ts';
import { FoundingLink } from './pages/founding-page.ts';
import { rejectUnfinishedRestore } from './restore-marker.ts';
import type { ServerOptions } from './server-options.ts';
import { type Claim, claimDataDirectory } from './single-server.ts';
import { warnAboutUnknownSignInHosts } from './unknown-sign-in-hosts.ts';

/** How long requests in progress may take to finish when the server stops. */
const CUT_OFF_MILLISECONDS = 2500;

/** Runs once between opening the storage and listening, for example to fill the demo organization. */
export type Prepare = (services: Services) => Promise<void>;

/** The parts that a server is assembled from. */
interface Parts extends Pick<ParleyServer, 'services' | 'directory' | 'foundingLink' | 'scheduler'> {
  readonly http: HttpServer;
  readonly mail: MailWorker;
}

export class ParleyServer {
  readonly services: Services;
  readonly directory: OrganizationDirectory;
  /** The link for creating the first organization. */
  readonly foundingLink: FoundingLink;
  readonly scheduler: Scheduler;
  readonly #http: HttpServer;
  readonly #mail: MailWorker;
  #incomingMail: IncomingMail | undefined;
  #metricsPort: MetricsPort | undefined;
  #claim: Claim | undefined;

  private constructor(parts: Parts) {
    this.services = parts.services;
    this.directory = parts.directory;
    this.foundingLink = parts.foundingLink;
    this.scheduler = parts.scheduler;
    this.#http = parts.http;
    this.#mail = parts.mail;
  }

  /**
   * Opens the storage, builds everything and listens. `prepare` runs before the first request is accepted.
   * @throws UnusableDatabaseError and similar errors with a message for the operator; the system's errors for the
   * port
   */
  static async build(
    options: ServerOptions,
    prepare: Prepare = async () => undefined,
  ): Promise<ParleyServer> {
    await makeDataDirectory(options.dataDirectory);
    await restrictDataDirectory(options.dataDirectory, options.log);
    await rejectUnfinishedRestore(options.dataDirectory);
    if (!options.databaseUrl) await rejectEmptiedDatabase(options.dataDirectory);
    const claim = options.databaseUrl ? undefined : await claimDataDirectory(options.dataDirectory);
    try {
      if (claim) removeStaleLock(join(options.dataDirectory, 'parley.db'));
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
      listenUrl: options.databaseListenUrl,
      readUrl: options.databaseReadUrl,
      isReplicated: options.isReplicated,
      file: join(options.dataDirectory, 'parley.db'),
      warn: (sentence) => options.log.warn({}, sentence),
      migrations: { acceptsNewer: true, further: options.furtherMigrations },
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
    await storePublicHost(database, options.publicUrl);
    await directory.refresh();
    await warnAboutUnknownSignInHosts(database, services.signIn, options.log);
    const externalMedia = new ExternalMedia(new HttpClient(options.pictureSources), services);
    const health = new Health(services);
    const metrics = new Metrics({ ...services, health });
    const foundingLink = new FoundingLink();
    const sessions = new Sessions(services);
    const logins = services.rateLimits.of('logins', limits.loginAttemptsPerMinute, 60, 'at once');
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
      addPages: (routes) =>
        addPages(routes, {
          services,
          directory,
          sessions,
          logins,
          metrics,
          health,
          externalMedia,
          foundingLink,
          webDirectory: options.webDirectory,
        }),
    });
    const { scheduler, mail } = await backgroundWork(services, options);
    metrics.watch(scheduler);
    health.watch(scheduler);
    const server = new ParleyServer({ services, directory, http, foundingLink, scheduler, mail });
    server.#claim = claim;
    await server.#startIncomingMail(options);
    await server.#startMetricsPort(options, metrics);
    // The last port, since `/health` is answered from now on. A server whose port is taken emits no restart.
    await http.listen({ host: options.host, port: options.port });
    await emitRestart(database, Math.floor(performance.timeOrigin / 1000));
    scheduler.start();
    return server;
  }

  /** Starts to receive mail if configured. Its libraries are loaded only then. */
  async #startIncomingMail({ host, incomingMail }: ServerOptions): Promise<void> {
    if (incomingMail?.port === undefined) return;
    const { startIncomingMail } = await import('../integrations/incoming-mail/incoming-mail.ts');
    this.#incomingMail = await startIncomingMail(this.services, host, incomingMail);
  }

  async #startMetricsPort({ host, metricsPort, log }: ServerOptions, metrics: Metrics): Promise<void> {
    if (metricsPort === undefined) return;
    this.#metricsPort = await MetricsPort.listen({ host, port: metricsPort }, metrics, log);
  }

  /** The port that metrics are served on; 0 if they have no port of their own. */
  get metricsPort(): number {
    return this.#metricsPort?.port ?? 0;
  }

  /** The port that mail is received on; 0 if there is none. */
  get incomingMailPort(): number {
    return this.#incomingMail?.port ?? 0;
  }

  /** The port that the server listens on. */
  get port(): number {
    return this.#http.port;
  }

  /** Finishes requests, answers long polls, stores pending state and closes the database. */
  async close(): Promise<void> {
    const closed = this.#http.close();
    await this.services.hubs.endPolls();
    // A stuck request, or a client that stopped sending, must not delay the shutdown.
    const cutOff = setTimeout(() => this.#http.closeAllConnections(), CUT_OFF_MILLISECONDS);
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
