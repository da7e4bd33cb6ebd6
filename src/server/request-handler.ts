// Handles one request of the API from bytes to answer: finds the organization and operation, authenticates
// and authorizes the caller, decodes the parameters, and sends the result.

import type { IncomingMessage } from 'node:http';
import { DocumentAnswer, type Operation } from '../api/operation.ts';
import type { Services } from '../api/services.ts';
import { ApiError, badRequest, rateLimited, requestTooLarge } from '../api-contract/error.ts';
import { limits } from '../api-contract/limits.ts';
import { rateLimitHeaders } from '../api-contract/rate-limit-headers.ts';
import type { Limiter } from '../api-contract/rate-limits.ts';
import type { OrganizationHub } from '../events/organization-hub.ts';
import type { Account } from '../model/accounts/account.ts';
import { clientNetworkOf } from '../model/client-network.ts';
import { checkAccess, checkProof } from './authentication/access.ts';
import { Authenticator, isApiKey } from './authentication/authentication.ts';
import { isDevelopmentRequest } from './authentication/development-request.ts';
import type { Sessions } from './authentication/sessions.ts';
import type { AccessLog } from './http/access-log.ts';
import { type Body, sendResult, successBody, textOf } from './http/answers.ts';
import { ArrivingFiles, type RequestFiles } from './http/arriving-files.ts';
import { sendBytes } from './http/compression.ts';
import { decodeParameters, namesOf } from './http/decode-parameters.ts';
import { type HttpReply, JSON_TYPE } from './http/http-reply.ts';
import type { HttpRequest } from './http/http-request.ts';
import { LargeResponses } from './http/large-responses.ts';
import { multipartBytes } from './http/multipart-body.ts';
import { HttpRawRequest, keyInAddress, queryOf } from './http/raw-request.ts';
import { BufferedBody, bodyLimits } from './http/request-body.ts';
import { readParameters } from './http/request-parameters.ts';
import type { SentParameters } from './http/sent-parameters.ts';
import { hasBody } from './http/small-body.ts';
import type { Metrics } from './metrics/metrics.ts';
import { type Destination, OperationRouter } from './operation-router.ts';
import type { OrganizationDirectory } from './organization-directory.ts';
import { type ApiExchange, type AuthenticatedCaller, contextOf } from './request-context.ts';

/** How long clients should wait for a free slot for a large response. */
const TRY_AGAIN_SECONDS = 5;

export interface HandlerOptions {
  readonly services: Services;
  readonly directory: OrganizationDirectory;
  readonly operations: readonly Operation[];
  readonly sessions: Sessions;
  /** Limit of login attempts per network, shared with the pages. */
  readonly logins: Limiter;
  readonly metrics: Metrics;
  /** The access log; undefined if it is disabled. */
  readonly accessLog: AccessLog | undefined;
  readonly checkAnswer?: CheckAnswer | undefined;
}

/** Checks every successful answer before it is sent; an error it throws is answered instead. For tests. */
export type CheckAnswer = (operation: Operation, answer: string) => void;

/** Answers the requests of the API. */
export class RequestHandler {
  readonly #options: HandlerOptions;
  readonly #router: OperationRouter;
  readonly #authenticator: Authenticator;
  readonly #arriving: ArrivingFiles;
  readonly #bodies = bodyLimits();
  readonly #requests: Limiter;
  readonly #gifSearches: Limiter;
  readonly #callRequests: Limiter;
  readonly #largeResponses = new LargeResponses();
  readonly #operationOfRejected = new WeakMap<HttpRequest, string>();

  constructor(options: HandlerOptions) {
    this.#options = options;
    this.#router = OperationRouter.of(options.operations);
    this.#authenticator = new Authenticator(options.services);
    const { dataDirectory, diskSpace, bounds, rateLimits } = options.services;
    this.#arriving = new ArrivingFiles(dataDirectory, diskSpace, bounds.fileMegabytes);
    this.#requests = rateLimits.of('requests', bounds.requestsPerMinute);
    this.#gifSearches = rateLimits.of('GIF searches', limits.gifSearchesPerMinute);
    this.#callRequests = rateLimits.of('calls', limits.callRequestsPerMinute);
  }

  /** Answers a request for `path`, the part after the API's prefix. Throws errors that the caller must answer. */
  async handle(path: string, request: HttpRequest, reply: HttpReply): Promise<HttpReply> {
    const startedAt = performance.now();
    const destination = this.#router.find(request.method, path);
    try {
      return await this.#handleAt(destination, request, reply, startedAt);
    } catch (error) {
      this.#operationOfRejected.set(request, destination.operation.name);
      throw error;
    }
  }

  /** The name of the operation that a rejected request was routed to; undefined if it matched none. */
  operationOfRejected(request: HttpRequest): string | undefined {
    return this.#operationOfRejected.get(request);
  }

  async #handleAt(
    { operation, inPath }: Destination,
    request: HttpRequest,
    reply: HttpReply,
    startedAt: number,
  ): Promise<HttpReply> {
    const { directory } = this.#options;
    const hub = await directory.hubForHost(request.headers.host);
    const attributes = { operation: operation.name, organization: hub.state.organization.id };
    this.#options.accessLog?.setAttributes(request, attributes);
    const caller = await this.#admit(operation, hub, request, reply);
    const { account } = caller;
    this.#options.accessLog?.setAttributes(request, { ...attributes, account: account?.id });
    // The body is read only after the caller was authorized.
    const sender = limitKeyOf(account, request);
    const files = this.#arriving.request(sender);
    const allowance = account ? this.#bodies.account : this.#bodies.anonymous;
    const bufferedBody = new BufferedBody(allowance.inFlight, sender);
    try {
      const readBody = async () =>
        hasBody(request.raw) ? bufferedBody.read(request.raw, allowance) : Buffer.alloc(0);
      const rawRequest = operation.readsRawRequest ? new HttpRawRequest(request, readBody) : undefined;
      const sentParameters = rawRequest
        ? await rawRequest.parameters(namesOf(operation.parameters))
        : await parametersOf(request, operation, files, readBody);
      const takeLargeResponseSlot = this.#largeResponses.slotFor(sender, reply.raw);
      const exchange = {
        hub,
        caller: { ...caller, rawRequest },
        sent: sentParameters,
        request,
        reply,
        takeLargeResponseSlot,
      };
      return await this.#answer({ operation, inPath }, exchange, startedAt);
    } finally {
      bufferedBody.release();
      await files.end();
    }
  }

  async #answer(
    { operation, inPath }: Destination,
    exchange: ApiExchange,
    startedAt: number,
  ): Promise<HttpReply> {
    const { services, metrics } = this.#options;
    const { sent, reply } = exchange;
    const values = decodeParameters(operation.parameters, sent.values, inPath);
    checkProof(operation, values, exchange.caller);
    const context = contextOf(services, operation, exchange);
    const result = await operation.handle(context, values);
    // A request is counted once there is a body: an earlier failure counts as rejected, and no request counts
    // twice.
    const count = () => metrics.requests.countAnswered(operation.name, performance.now() - startedAt);
    if (result instanceof DocumentAnswer) {
      count();
      return sendBytes(reply.type(contentTypeOf(operation)), result.body);
    }
    const ignored = operation.acceptsAnyParameter
      ? []
      : [...sent.unknown].slice(0, limits.ignoredFieldsNamed);
    const { checkAnswer } = this.#options;
    checkAnswer?.(operation, textOf(await successBody(result, ignored)));
    const body = await successBody(result, ignored, context.client);
    if (isLargeList(body, reply) && !exchange.takeLargeResponseSlot()) throw rateLimited(TRY_AGAIN_SECONDS);
    count();
    return sendResult(reply, body);
  }

  /** Authenticates the caller and rejects one that may not call the operation or has exceeded the rate limit. */
  async #admit(
    operation: Operation,
    hub: OrganizationHub,
    request: HttpRequest,
    reply: HttpReply,
  ): Promise<AuthenticatedCaller> {
    const isPublic = operation.access === 'anyone' || operation.access === 'development';
    const caller =
      operation.readsRawRequest === true
        ? await this.#holderOfKeyInAddress(hub, request)
        : isPublic
          ? { account: undefined }
          : await this.#callerOf(hub, request);
    const { account, browserSession } = caller;
    checkAccess(operation.access, account, operation.name);
    if (account) await hub.state.loadGuestVisibility(hub.reader, account);
    // GET requests do not renew the session: long polls may answer late, and their cookie could overwrite one set
    // by a later request.
    if (browserSession && request.method !== 'GET') {
      await this.#options.sessions.renew(hub, browserSession, request, reply);
    }
    if (operation.access === 'development' && !isDevelopmentRequest(this.#options.services, request)) {
      throw badRequest('Endpoint not available in production.');
    }
    if (hub.state.organization.isDemo || operation.rateLimit === 'none') return caller;
    if (operation.rateLimit === 'login') this.#options.logins.consume(clientNetworkOf(request.ip));
    const sender = limitKeyOf(account, request);
    if (operation.rateLimit === 'gifs') this.#gifSearches.consume(sender);
    // Signals come in bursts, which must not use up what an account has for everything else.
    const limit = operation.rateLimit === 'calls' ? this.#callRequests : this.#requests;
    reply.headers(rateLimitHeaders(limit.consume(sender)));
    return caller;
  }

  /** Authenticates by the key in the request, or else by the browser's session. */
  async #callerOf(hub: OrganizationHub, request: HttpRequest): Promise<AuthenticatedCaller> {
    const account = await this.#holderOfKey(hub, request);
    if (account) return { account };
    const browserSession = await this.#options.sessions.browserSession(hub, request);
    return { account: browserSession?.account, browserSession };
  }

  /**
   * The account whose key is in the address of a request, or else in its header. A malformed key belongs to
   * no account.
   */
  async #holderOfKeyInAddress(hub: OrganizationHub, request: HttpRequest): Promise<AuthenticatedCaller> {
    const key = keyInAddress(request.url);
    if (key === undefined) return { account: await this.#holderOfKey(hub, request) };
    if (!isApiKey(key)) return { account: undefined };
    return {
      account: await this.#countWrongKeys(hub, request, this.#authenticator.accountOfKey(hub, key, request)),
    };
  }

  /** The account whose key is in the header. */
  #holderOfKey(hub: OrganizationHub, request: HttpRequest): Promise<Account | undefined> {
    return this.#countWrongKeys(hub, request, this.#authenticator.account(hub, request));
  }

  /** Counts a request with a wrong key against the client's network. */
  async #countWrongKeys<T>(hub: OrganizationHub, request: HttpRequest, holder: Promise<T>): Promise<T> {
    try {
      return await holder;
    } catch (error) {
      const isWrongKey = error instanceof ApiError && error.status === 401;
      if (isWrongKey && !hub.state.organization.isDemo)
        this.#requests.consume(limitKeyOf(undefined, request));
      throw error;
    }
  }
}

/** The content type of an operation that answers without the envelope. */
function contentTypeOf({ answers = 'text/plain' }: Operation): string {
  return answers === 'application/json' ? JSON_TYPE : answers;
}

/** The key that requests are rate limited by: the account, or the network of requests without one. */
function limitKeyOf(account: Account | undefined, request: HttpRequest): string {
  return account ? `account ${account.id}` : `address ${clientNetworkOf(request.ip)}`;
}

async function parametersOf(
  request: HttpRequest,
  operation: Operation,
  files: RequestFiles,
  readBody: () => Promise<Buffer>,
): Promise<SentParameters> {
  const { url, headers, raw } = request;
  const contentType = headers['content-type'] ?? '';
  const takesFiles = operation.files === true && /^multipart\/form-data/i.test(contentType);
  if (takesFiles && isLongerThan(headers, multipartBytes(files.fileBytes))) throw requestTooLarge();
  const bytes = takesFiles ? raw : await readBody();
  return readParameters(
    queryOf(url),
    { contentType, bytes, sink: operation.files ? files : undefined },
    namesOf(operation.parameters),
  );
}

function isLongerThan(headers: IncomingMessage['headers'], bytes: number): boolean {
  return Number(headers['content-length'] ?? 0) > bytes;
}

/** Whether a response is a large list. Results of changes are always sent, however large they are. */
function isLargeList(body: Body, { request }: HttpReply): boolean {
  return request.method === 'GET' && typeof body === 'string' && body.length > limits.smallResponseBytes;
}
