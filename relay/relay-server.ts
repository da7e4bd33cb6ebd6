// The relay's HTTP server. Answers have the envelope of the API; all requests except one must authenticate a
// server.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '../src/api-contract/error.ts';
import { Semaphore } from '../src/api-contract/semaphore.ts';
import { detailOf } from '../src/errors/error-detail.ts';
import { HttpClient } from '../src/integrations/http/http-client.ts';
import { isLoopbackAddress } from '../src/model/loopback.ts';
import { type HttpReply, JSON_TYPE } from '../src/server/http/http-reply.ts';
import type { HttpRequest } from '../src/server/http/http-request.ts';
import { HttpServer } from '../src/server/http/http-server.ts';
import { RateLimit } from '../src/server/http/rate-limit.ts';
import { errorEnvelope, toApiError } from '../src/server/http/to-api-error.ts';
import { unreadableRequestHandler } from '../src/server/http/unreadable-request.ts';
import { type AppleConfiguration, ApplePushService } from './apple.ts';
import { type GoogleConfiguration, GooglePushService } from './google.ts';
import { KeyedLock } from './keyed-lock.ts';
import { notify } from './notify.ts';
import { registerDevice } from './register-device.ts';
import { registerServer, reportOrganizations } from './register-server.ts';
import type { Fields, RelayContext, RelayOperation } from './relay-context.ts';
import { serverDeactivated, unknownServer } from './relay-errors.ts';
import { openRelaySecret } from './relay-secret.ts';
import { RelayStore, type RemoteServer } from './relay-store.ts';
import { bodyOf } from './request-body.ts';
import { relayKey } from './sealed-box.ts';
import { notifyUnencrypted, registerUnencryptedDevice, unregisterUnencryptedDevice } from './unencrypted.ts';

export interface RelayOptions {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly dataDirectory: string;
  readonly isOpen: boolean;
  readonly apple: AppleConfiguration | undefined;
  readonly google: GoogleConfiguration | undefined;
  readonly log: RelayContext['log'];
}

const PREFIX = '/api/v1/remotes';
const MAX_BODY_BYTES = 8 * 1024 * 1024;
/** Length limit of an `Idempotency-Key`. */
const MAX_DELIVERY_ID = 200;
const MAX_REGISTRATION_BYTES = 16 * 1024;
/** Timeout for receiving a whole request. */
const RECEIVE_MILLISECONDS = 30_000;
/** Concurrent notifications to Apple and Google, over all servers. */
const CONCURRENT_PUSHES = 200;
/** The limit of requests of one server. */
const REQUESTS_PER_MINUTE = 1000;
/** The limit of unauthenticated requests of one address. */
const UNAUTHENTICATED_PER_MINUTE = 60;
/** The limit of registrations of one address. A server registers itself only once. */
const REGISTRATIONS_PER_HOUR = 60;

const operations: Readonly<Record<string, RelayOperation>> = {
  'push/e2ee/register': registerDevice,
  'push/e2ee/notify': notify,
  'push/register': registerUnencryptedDevice,
  'push/unregister': unregisterUnencryptedDevice,
  'push/notify': notifyUnencrypted,
  'server/analytics': reportOrganizations,
};

export class RelayServer {
  readonly #http: HttpServer;
  readonly #context: RelayContext;
  readonly #requests = new RateLimit(REQUESTS_PER_MINUTE);
  readonly #unauthenticated = new RateLimit(UNAUTHENTICATED_PER_MINUTE);
  readonly #registrations = new RateLimit(REGISTRATIONS_PER_HOUR, 3600);
  /** The servers that requests are authenticated as, before their bodies are read. */
  readonly #callers = new WeakMap<HttpRequest, RemoteServer>();

  private constructor(context: RelayContext) {
    this.#context = context;
    this.#http = new HttpServer({
      node: { requestTimeout: RECEIVE_MILLISECONDS },
      onUnreadableRequest: unreadableRequestHandler({}),
      // Trusts only a reverse proxy on this machine to name the client's address.
      isTrusted: isLoopbackAddress,
      headers: {},
      notFound: 'Not found. Check the address.',
      bodyBytes: MAX_BODY_BYTES,
      sendError: (error, request, reply) => this.#sendError(error, request, reply),
      onLateError: (error) =>
        context.log.error({ error: detailOf(error) }, 'request failed after its answer'),
    });
    this.#http.get('/health', (_request, reply) => reply.type(JSON_TYPE).send('{"status":"ok"}'));
    this.#http.post(
      `${PREFIX}/server/register`,
      (request, reply) => this.#answer(reply, registerServer(context, bodyOf(request))),
      {
        bodyBytes: MAX_REGISTRATION_BYTES,
        admit: (request) => this.#admitUnauthenticated(request),
      },
    );
    for (const [path, operation] of Object.entries(operations)) {
      this.#http.post(`${PREFIX}/${path}`, (request, reply) => this.#handle(operation, request, reply), {
        admit: (request) => this.#admitServer(request),
      });
    }
  }

  /** Opens the storage and listens. @throws for invalid keys */
  static async start(options: RelayOptions): Promise<RelayServer> {
    await mkdir(options.dataDirectory, { recursive: true, mode: 0o700 });
    const { apple, google, isOpen, log } = options;
    const services = {
      ...(apple && { apns: new ApplePushService(apple) }),
      ...(google && { fcm: new GooglePushService(new HttpClient([google.url, google.tokenUrl]), google) }),
    };
    const key = relayKey(await openRelaySecret(options.dataDirectory));
    const store = new RelayStore(join(options.dataDirectory, 'relay.db'));
    const pushLimit = new Semaphore(CONCURRENT_PUSHES);
    const relay = new RelayServer({
      store,
      key,
      services,
      pushLimit,
      deliveryLocks: new KeyedLock(),
      isOpen,
      log,
    });
    await relay.#http.listen({ host: options.host, port: options.port });
    return relay;
  }

  /** The port it listens on. */
  get port(): number {
    return this.#http.port;
  }

  /** The key to which clients encrypt their tokens: Base64 of 32 bytes. */
  get publicKey(): string {
    return this.#context.key.publicKey.toString('base64');
  }

  /** Answers pending requests and closes everything. */
  async close(): Promise<void> {
    await this.#http.close();
    const { services, store } = this.#context;
    services.apns?.close();
    services.fcm?.close();
    store.close();
  }

  async #handle(operation: RelayOperation, request: HttpRequest, reply: HttpReply): Promise<HttpReply> {
    const server = this.#callers.get(request);
    if (!server) throw unknownServer();
    const id = request.headers['idempotency-key'];
    const isNamed = typeof id === 'string' && id.length > 0 && id.length <= MAX_DELIVERY_ID;
    const delivery = isNamed ? { serverId: server.id, id } : undefined;
    return this.#answer(reply, await operation(this.#context, { server, body: bodyOf(request), delivery }));
  }

  #admitUnauthenticated(request: HttpRequest): void {
    this.#unauthenticated.consume(request.ip);
    this.#registrations.consume(request.ip);
  }

  /** Authenticates the server of a request. @throws if it is unknown or deactivated */
  #admitServer(request: HttpRequest): void {
    const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]+)$/.exec(request.headers.authorization ?? '') ?? [];
    const [id = '', ...key] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
    const server = this.#context.store.serverOf(id.toLowerCase(), key.join(':'));
    if (!server) {
      this.#unauthenticated.consume(request.ip);
      throw unknownServer();
    }
    if (server.is_deactivated === 1) throw serverDeactivated();
    this.#requests.consume(server.uuid);
    this.#callers.set(request, server);
  }

  #answer(reply: HttpReply, fields: Fields): HttpReply {
    return reply.type(JSON_TYPE).send(JSON.stringify({ result: 'success', msg: '', ...fields }));
  }

  #sendError(error: unknown, request: HttpRequest, reply: HttpReply): HttpReply {
    const apiError = toApiError(error);
    if (apiError.status >= 500 && !(error instanceof ApiError)) {
      const fields = { path: request.url.split('?')[0], error: detailOf(error) };
      this.#context.log.error(fields, 'request failed');
    }
    return reply
      .code(apiError.status)
      .headers(apiError.headers)
      .type(JSON_TYPE)
      .send(errorEnvelope(apiError));
  }
}
