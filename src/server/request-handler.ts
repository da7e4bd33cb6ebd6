// One request of the API from its bytes to its answer: which organization, which operation, who asks and whether
// they may, what was sent, and what the operation gives.

import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, badRequest, requestTooLarge } from '../contract/error.ts';
import { limits } from '../contract/limits.ts';
import type { OrganizationHub } from '../events/organization-hub.ts';
import type { Account } from '../model/accounts/account.ts';
import { requestedUrl } from '../model/organizations/organization-url.ts';
import { type Operation, type PublicContext, WholeAnswer } from '../operations/operation.ts';
import type { Services } from '../operations/services.ts';
import { checkAccess, unitOf } from './access.ts';
import { sendResult, successBody } from './answers.ts';
import { ArrivingFiles } from './arriving-files.ts';
import { Authenticator } from './authentication.ts';
import { clientName } from './client-name.ts';
import { decodeParameters } from './decode-parameters.ts';
import type { Metrics } from './metrics.ts';
import { type FileSink, MAX_MULTIPART_BYTES, type RawParameters } from './multipart-body.ts';
import { type Destination, OperationRouter } from './operation-router.ts';
import type { OrganizationDirectory } from './organization-directory.ts';
import { RateLimit, rateLimitHeaders } from './rate-limit.ts';
import { rawParameters } from './request-parameters.ts';

/** Made once: every abort without a reason makes an exception of its own. */
const callerIsGone = new Error('The caller is gone.');

export interface HandlerOptions {
  readonly services: Services;
  readonly directory: OrganizationDirectory;
  readonly operations: readonly Operation[];
  readonly metrics: Metrics;
  readonly checkAnswer?: CheckAnswer | undefined;
}

/** Looks at every success answer before it goes out; what it throws is answered in its place. For tests. */
export type CheckAnswer = (operation: Operation, answer: string) => void;

/** Answers the requests of the API. */
export class RequestHandler {
  readonly #options: HandlerOptions;
  readonly #router: OperationRouter;
  readonly #authenticator: Authenticator;
  readonly #arriving: ArrivingFiles;
  readonly #requests = new RateLimit(limits.requestsPerMinute);
  readonly #logins = new RateLimit(limits.loginAttemptsPerMinute);

  constructor(options: HandlerOptions) {
    this.#options = options;
    this.#router = new OperationRouter(options.operations);
    this.#authenticator = new Authenticator(options.services);
    this.#arriving = new ArrivingFiles(options.services.dataDirectory);
  }

  /** Answers a request for `path`, which is what follows the API's prefix. Throws refusals. */
  async handle(path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { services, directory } = this.#options;
    const startedAt = performance.now();
    const { operation, inPath } = this.#router.find(request.method, path);
    const hub = await directory.forHost(request.headers.host);
    // What other servers committed is taken in before anything is decided.
    if (services.database.engine === 'postgres') await hub.catchUp();
    const account = await this.#admit(operation, hub, request, reply);
    // Only a caller who may call the operation makes the server take in what it brings.
    const files = this.#arriving.request(account ? `account ${account.id}` : `address ${request.ip}`);
    try {
      const raw = await sentParameters(request, operation.files ? files : undefined);
      return await this.#answer({ operation, inPath }, hub, account, raw, request, reply, startedAt);
    } finally {
      await files.end();
    }
  }

  async #answer(
    { operation, inPath }: Destination,
    hub: OrganizationHub,
    account: Account | undefined,
    raw: RawParameters,
    request: FastifyRequest,
    reply: FastifyReply,
    startedAt: number,
  ): Promise<FastifyReply> {
    const { services, metrics } = this.#options;
    const { values, unsupported } = decodeParameters(operation.parameters, raw.values, inPath);
    const context = contextOf(services, hub, operation, account, raw, request, reply);
    const result = await operation.handle(context, values);
    metrics.answered(operation.name, performance.now() - startedAt);
    if (result instanceof WholeAnswer) return reply.type(operation.answers ?? 'text/plain').send(result.body);
    const body = successBody(result, operation.acceptsAnyParameter ? [] : unsupported);
    this.#options.checkAnswer?.(operation, body.toString());
    return sendResult(reply, body, context.client);
  }

  /** Names the caller and refuses one who may not call the operation, or calls too often. */
  async #admit(
    operation: Operation,
    hub: OrganizationHub,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Account | undefined> {
    const needsNobody = operation.access === 'anyone' || operation.access === 'development';
    const account = needsNobody ? undefined : await this.#accountOf(hub, request);
    checkAccess(operation.access, account, operation.name);
    if (account) await hub.state.watchGuest(hub.reader, account);
    if (operation.access === 'development' && !isDevelopmentRequest(this.#options.services, request)) {
      throw badRequest('Endpoint not available in production.');
    }
    if (hub.state.organization.isDemo || operation.rateLimit === 'none') return account;
    if (operation.rateLimit === 'login') this.#logins.take(request.ip);
    reply.headers(
      rateLimitHeaders(this.#requests.take(account ? `account ${account.id}` : `address ${request.ip}`)),
    );
    return account;
  }

  /** The account whose key a request brings. A wrong key counts as a request of the address it came from. */
  async #accountOf(hub: OrganizationHub, request: FastifyRequest): Promise<Account | undefined> {
    try {
      return await this.#authenticator.account(hub, request.headers.authorization);
    } catch (error) {
      const isWrongKey = error instanceof ApiError && error.status === 401;
      if (isWrongKey && !hub.state.organization.isDemo) this.#requests.take(`address ${request.ip}`);
      throw error;
    }
  }
}

async function sentParameters(request: FastifyRequest, sink: FileSink): Promise<RawParameters> {
  const { url } = request;
  const mark = url.indexOf('?');
  const isRead = Buffer.isBuffer(request.body) || request.body instanceof Readable;
  if (Number(request.headers['content-length'] ?? 0) > MAX_MULTIPART_BYTES) throw requestTooLarge();
  const body = isRead ? (request.body as Buffer | Readable) : await bodyOfGet(request);
  return rawParameters(
    mark < 0 ? '' : url.slice(mark + 1),
    request.headers['content-type'] ?? '',
    body,
    sink,
  );
}

/** Some clients send the parameters of a GET as a form body; the HTTP framework leaves that unread. */
async function bodyOfGet(request: FastifyRequest): Promise<Buffer | undefined> {
  if (request.method !== 'GET' || !Number(request.headers['content-length'] ?? 0)) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.raw) {
    size += (chunk as Buffer).length;
    if (size > limits.requestBodyBytes) {
      throw requestTooLarge();
    }
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function contextOf(
  services: Services,
  hub: OrganizationHub,
  operation: Operation,
  account: Account | undefined,
  raw: RawParameters,
  request: FastifyRequest,
  reply: FastifyReply,
): PublicContext {
  const client = clientName(raw.values.get('client'), request.headers['user-agent']);
  let abort: AbortController | undefined;
  return {
    services,
    hub,
    state: hub.state,
    reader: hub.reader,
    actor: account && { account, client },
    client,
    organizationUrl: requestedUrl(services.publicUrl, hub.state.organization.host, request.headers.host),
    files: raw.files,
    sent: new Set(raw.values.keys()),
    // Few operations wait, so few need to know that the client went away.
    get signal() {
      if (!abort) {
        const made = new AbortController();
        abort = made;
        const { raw } = reply;
        if (raw.destroyed) made.abort(callerIsGone);
        // Also told when the answer has gone out, which nobody needs to hear of.
        else raw.on('close', () => raw.writableFinished || made.abort(callerIsGone));
      }
      return abort.signal;
    },
    write: (unit) => services.database.write(hub.id, account ? unitOf(operation, account.id, unit) : unit),
  };
}

function isDevelopmentRequest(services: Services, request: FastifyRequest): boolean {
  const host = (request.headers.host ?? '').replace(/:\d+$/, '');
  return services.isDemo && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|::1)$/.test(host);
}
