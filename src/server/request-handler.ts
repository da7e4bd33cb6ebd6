// One request of the API from its bytes to its answer: which organization, which operation, who asks and whether
// they may, what was sent, and what the operation gives.

import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Operation, WholeAnswer } from '../api/operation.ts';
import type { Services } from '../api/services.ts';
import { ApiError, badRequest, rateLimited, requestTooLarge } from '../api-contract/error.ts';
import { limits } from '../api-contract/limits.ts';
import { rateLimitHeaders } from '../api-contract/rate-limit-headers.ts';
import type { OrganizationHub } from '../events/organization-hub.ts';
import type { Account } from '../model/accounts/account.ts';
import { networkOf } from '../model/client-network.ts';
import { checkAccess, checkProof } from './authentication/access.ts';
import { Authenticator, isApiKey } from './authentication/authentication.ts';
import { isDevelopmentRequest } from './authentication/development-request.ts';
import type { Sessions } from './authentication/sessions.ts';
import type { AccessLog } from './http/access-log.ts';
import { type Body, sendResult, successBody, textOf } from './http/answers.ts';
import { ArrivingFiles, type RequestFiles } from './http/arriving-files.ts';
import { sendBytes } from './http/compression.ts';
import { decodeParameters, namesOf } from './http/decode-parameters.ts';
import { LargeResponses } from './http/large-responses.ts';
import { multipartBytes } from './http/multipart-body.ts';
import { RateLimit } from './http/rate-limit.ts';
import { bodyAllowances, HeldBody } from './http/request-body.ts';
import { sentParameters } from './http/request-parameters.ts';
import type { SentParameters } from './http/sent-parameters.ts';
import { keyInAddress, queryOf, WholeRequest } from './http/whole-request.ts';
import type { Metrics } from './metrics/metrics.ts';
import { type Destination, OperationRouter } from './operation-router.ts';
import type { OrganizationDirectory } from './organization-directory.ts';
import { type Admitted, type ApiExchange, contextOf } from './request-context.ts';

/** Until a slot for a large response may be free again. */
const TRY_AGAIN_SECONDS = 5;

export interface HandlerOptions {
  readonly services: Services;
  readonly directory: OrganizationDirectory;
  readonly operations: readonly Operation[];
  readonly sessions: Sessions;
  /** Attempts to log in, of a network; the pages take from it too. */
  readonly logins: RateLimit;
  readonly metrics: Metrics;
  /** Undefined where nobody wants one. */
  readonly accessLog: AccessLog | undefined;
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
  readonly #bodies = bodyAllowances();
  readonly #requests: RateLimit;
  readonly #largeResponses = new LargeResponses();
  readonly #refusedAt = new WeakMap<FastifyRequest, string>();

  constructor(options: HandlerOptions) {
    this.#options = options;
    this.#router = OperationRouter.of(options.operations);
    this.#authenticator = new Authenticator(options.services);
    const { dataDirectory, diskSpace, bounds } = options.services;
    this.#arriving = new ArrivingFiles(dataDirectory, diskSpace, bounds.fileMegabytes);
    this.#requests = new RateLimit(options.services.bounds.requestsPerMinute);
  }

  /** Answers a request for `path`, which is what follows the API's prefix. Throws refusals. */
  async handle(path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const startedAt = performance.now();
    const destination = this.#router.find(request.method, path);
    try {
      return await this.#handleAt(destination, request, reply, startedAt);
    } catch (error) {
      this.#refusedAt.set(request, destination.operation.name);
      throw error;
    }
  }

  /** The operation that a request had come to when it was refused; undefined where it came to none. */
  refusedAt(request: FastifyRequest): string | undefined {
    return this.#refusedAt.get(request);
  }

  async #handleAt(
    { operation, inPath }: Destination,
    request: FastifyRequest,
    reply: FastifyReply,
    startedAt: number,
  ): Promise<FastifyReply> {
    const { directory } = this.#options;
    const hub = await directory.forHost(request.headers.host);
    const asked = { operation: operation.name, organization: hub.state.organization.id };
    this.#options.accessLog?.attribute(request, asked);
    const caller = await this.#admit(operation, hub, request, reply);
    const { account } = caller;
    this.#options.accessLog?.attribute(request, { ...asked, account: account?.id });
    // Only a caller who may call the operation makes the server take in what it brings.
    const sender = whoAsks(account, request);
    const files = this.#arriving.request(sender);
    const allowance = account ? this.#bodies.account : this.#bodies.stranger;
    const held = new HeldBody(allowance.inFlight, sender);
    try {
      const readBody = async () =>
        hasBody(request.raw) ? held.read(request.raw, allowance) : Buffer.alloc(0);
      const brought = operation.readsWholeRequest ? new WholeRequest(request, readBody) : undefined;
      const sent = brought
        ? await brought.parameters(namesOf(operation.parameters))
        : await parametersOf(request, operation, files, readBody);
      const mayBeLarge = this.#largeResponses.slotFor(sender, reply.raw);
      const exchange = { hub, caller: { ...caller, brought }, sent, request, reply, mayBeLarge };
      return await this.#answer({ operation, inPath }, exchange, startedAt);
    } finally {
      held.release();
      await files.end();
    }
  }

  async #answer(
    { operation, inPath }: Destination,
    exchange: ApiExchange,
    startedAt: number,
  ): Promise<FastifyReply> {
    const { services, metrics } = this.#options;
    const { sent, reply } = exchange;
    const values = decodeParameters(operation.parameters, sent.values, inPath);
    checkProof(operation, values, exchange.caller);
    const context = contextOf(services, operation, exchange);
    const result = await operation.handle(context, values);
    // Once there is a body: what fails before counts as refused, and nothing counts twice.
    const count = () => metrics.requests.answered(operation.name, performance.now() - startedAt);
    if (result instanceof WholeAnswer) {
      count();
      return sendBytes(reply.type(operation.answers ?? 'text/plain'), result.body);
    }
    const ignored = operation.acceptsAnyParameter
      ? []
      : [...sent.unknown].slice(0, limits.ignoredFieldsNamed);
    const { checkAnswer } = this.#options;
    checkAnswer?.(operation, textOf(await successBody(result, ignored)));
    const body = await successBody(result, ignored, context.client);
    if (isLargeList(body, reply) && !exchange.mayBeLarge()) throw rateLimited(TRY_AGAIN_SECONDS);
    count();
    return sendResult(reply, body);
  }

  /** Names the caller and refuses one who may not call the operation, or calls too often. */
  async #admit(
    operation: Operation,
    hub: OrganizationHub,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Admitted> {
    const needsNobody = operation.access === 'anyone' || operation.access === 'development';
    const caller = operation.readsWholeRequest
      ? await this.#holderOfAddress(hub, request)
      : needsNobody
        ? { account: undefined }
        : await this.#callerOf(hub, request);
    const { account, visitor } = caller;
    checkAccess(operation.access, account, operation.name);
    if (account) await hub.state.watchGuest(hub.reader, account);
    // Reading answers may wait long: what they set could come after what a later one did.
    if (visitor && request.method !== 'GET') {
      await this.#options.sessions.renew(hub, visitor, request, reply);
    }
    if (operation.access === 'development' && !isDevelopmentRequest(this.#options.services, request)) {
      throw badRequest('Endpoint not available in production.');
    }
    if (hub.state.organization.isDemo || operation.rateLimit === 'none') return caller;
    if (operation.rateLimit === 'login') this.#options.logins.take(networkOf(request.ip));
    reply.headers(rateLimitHeaders(this.#requests.take(whoAsks(account, request))));
    return caller;
  }

  /** Who makes a request, by the key that it brings or else by the session of its browser. */
  async #callerOf(hub: OrganizationHub, request: FastifyRequest): Promise<Admitted> {
    const account = await this.#holderOfKey(hub, request);
    if (account) return { account };
    const visitor = await this.#options.sessions.visitor(hub, request);
    return { account: visitor?.account, visitor };
  }

  /** The account whose key stands in the address of a request, or else in its header; what is no key is nobody's. */
  async #holderOfAddress(hub: OrganizationHub, request: FastifyRequest): Promise<Admitted> {
    const key = keyInAddress(request.url);
    if (key === undefined) return { account: await this.#holderOfKey(hub, request) };
    if (!isApiKey(key)) return { account: undefined };
    return { account: await this.#counted(hub, request, this.#authenticator.holder(hub, key, request)) };
  }

  /** The account whose key a request brings. */
  #holderOfKey(hub: OrganizationHub, request: FastifyRequest): Promise<Account | undefined> {
    return this.#counted(hub, request, this.#authenticator.account(hub, request));
  }

  /** A wrong key counts as a request of the address it came from. */
  async #counted<T>(hub: OrganizationHub, request: FastifyRequest, holder: Promise<T>): Promise<T> {
    try {
      return await holder;
    } catch (error) {
      const isWrongKey = error instanceof ApiError && error.status === 401;
      if (isWrongKey && !hub.state.organization.isDemo) this.#requests.take(whoAsks(undefined, request));
      throw error;
    }
  }
}

/** Whose requests are counted together: those of an account, or of all without one in a network. */
function whoAsks(account: Account | undefined, request: FastifyRequest): string {
  return account ? `account ${account.id}` : `address ${networkOf(request.ip)}`;
}

async function parametersOf(
  request: FastifyRequest,
  operation: Operation,
  files: RequestFiles,
  readBody: () => Promise<Buffer>,
): Promise<SentParameters> {
  const { url, headers, raw } = request;
  const contentType = headers['content-type'] ?? '';
  const takesFiles = operation.files === true && /^multipart\/form-data/i.test(contentType);
  if (takesFiles && isLongerThan(headers, multipartBytes(files.fileBytes))) throw requestTooLarge();
  const bytes = takesFiles ? raw : await readBody();
  return sentParameters(
    queryOf(url),
    { contentType, bytes, sink: operation.files ? files : undefined },
    namesOf(operation.parameters),
  );
}

function isLongerThan(headers: IncomingMessage['headers'], bytes: number): boolean {
  return Number(headers['content-length'] ?? 0) > bytes;
}

/** Whether a body that only its requester is sent is large. What was changed is told of however large that is. */
function isLargeList(body: Body, { request }: FastifyReply): boolean {
  return request.method === 'GET' && typeof body === 'string' && body.length > limits.smallResponseBytes;
}

/** Also of a GET: some clients send its parameters as a form. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
