// One request of the API from its bytes to its answer: which organization, which operation, who asks and whether
// they may, what was sent, and what the operation gives.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, badRequest } from '../contract/error.ts';
import { limits } from '../contract/limits.ts';
import type { OrganizationHub } from '../events/organization-hub.ts';
import type { Account } from '../model/accounts/account.ts';
import { type Operation, type PublicContext, WholeAnswer } from '../operations/operation.ts';
import type { Services } from '../operations/services.ts';
import { checkAccess } from './access.ts';
import { sendResult } from './answers.ts';
import { Authenticator } from './authentication.ts';
import { clientName } from './client-name.ts';
import { decodeParameters } from './decode-parameters.ts';
import type { Metrics } from './metrics.ts';
import { OperationRouter } from './operation-router.ts';
import type { OrganizationDirectory } from './organization-directory.ts';
import { RateLimit, rateLimitHeaders } from './rate-limit.ts';
import { type RawParameters, rawParameters } from './request-parameters.ts';

export interface HandlerOptions {
  readonly services: Services;
  readonly directory: OrganizationDirectory;
  readonly operations: readonly Operation[];
  readonly metrics: Metrics;
}

export class RequestHandler {
  readonly #options: HandlerOptions;
  readonly #router: OperationRouter;
  readonly #authenticator: Authenticator;
  readonly #requests = new RateLimit(limits.requestsPerMinute);
  readonly #logins = new RateLimit(limits.loginAttemptsPerMinute);

  constructor(options: HandlerOptions) {
    this.#options = options;
    this.#router = new OperationRouter(options.operations);
    this.#authenticator = new Authenticator(options.services);
  }

  /** Answers a request for `path`, which is what follows the API's prefix. Throws refusals. */
  async handle(path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { services, directory, metrics } = this.#options;
    const startedAt = performance.now();
    const { operation, inPath } = this.#router.find(request.method, path);
    const hub = await directory.forHost(request.headers.host);
    // What other servers committed is taken in before anything is decided.
    if (services.database.engine === 'postgres') await hub.catchUp();
    const account = await this.#admit(operation, hub, request, reply);
    const raw = await sentParameters(request);
    const { values, unsupported } = decodeParameters(operation.parameters, raw.values, inPath);
    const context = contextOf(services, hub, account, raw, request, reply);
    const result = await operation.handle(context, values);
    metrics.answered(operation.name, performance.now() - startedAt);
    if (result instanceof WholeAnswer) return reply.type(operation.answers ?? 'text/plain').send(result.body);
    return sendResult(reply, result, operation.acceptsAnyParameter ? [] : unsupported, context.client);
  }

  /** Names the caller and refuses one who may not call the operation, or calls too often. */
  async #admit(
    operation: Operation,
    hub: OrganizationHub,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Account | undefined> {
    const needsNobody = operation.access === 'anyone' || operation.access === 'development';
    const account = needsNobody
      ? undefined
      : await this.#authenticator.account(hub, request.headers.authorization);
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
}

async function sentParameters(request: FastifyRequest): Promise<RawParameters> {
  const { url } = request;
  const mark = url.indexOf('?');
  const body = Buffer.isBuffer(request.body) ? request.body : await bodyOfGet(request);
  return rawParameters(mark < 0 ? '' : url.slice(mark + 1), request.headers['content-type'] ?? '', body);
}

/** Some clients send the parameters of a GET as a form body; the HTTP framework leaves that unread. */
async function bodyOfGet(request: FastifyRequest): Promise<Buffer | undefined> {
  if (request.method !== 'GET' || !Number(request.headers['content-length'] ?? 0)) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.raw) {
    size += (chunk as Buffer).length;
    if (size > limits.requestBodyBytes) {
      throw new ApiError(413, 'REQUEST_TOO_LARGE', 'The request is too large.');
    }
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function contextOf(
  services: Services,
  hub: OrganizationHub,
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
    organizationUrl: services.publicUrl ?? `http://${request.headers.host ?? hub.state.organization.host}`,
    files: raw.files,
    sent: new Set(raw.values.keys()),
    // Few operations wait, so few need to know that the client went away.
    get signal() {
      if (!abort) {
        const made = new AbortController();
        abort = made;
        const { raw } = reply;
        if (raw.destroyed) made.abort();
        // Also told when the answer has gone out, which nobody needs to hear of.
        else raw.on('close', () => raw.writableFinished || made.abort());
      }
      return abort.signal;
    },
    write: (unit) => services.database.write(hub.id, unit),
  };
}

function isDevelopmentRequest(services: Services, request: FastifyRequest): boolean {
  const host = (request.headers.host ?? '').replace(/:\d+$/, '');
  return services.isDemo && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|::1)$/.test(host);
}
