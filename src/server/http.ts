// The HTTP server: every operation at its path, with its parameters decoded, its caller named, its answer put
// into the envelope. Nothing here knows any operation in particular.

import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { ApiError, badRequest } from '../contract/error.ts';
import { limits } from '../contract/limits.ts';
import type { Method } from '../contract/operation.ts';
import { type Operation, PreparedResult, type PublicContext, WholeAnswer } from '../operations/operation.ts';
import type { Services } from '../operations/services.ts';
import { checkAccess } from './access.ts';
import { Authenticator } from './authentication.ts';
import { clientName } from './client-name.ts';
import { decodeParameters } from './decode-parameters.ts';
import type { OrganizationDirectory } from './organization-directory.ts';
import { RateLimit } from './rate-limit.ts';
import { rawParameters } from './request-parameters.ts';
import type { Metrics } from './metrics.ts';

const MULTIPART_OVERHEAD = 64 * 1024;
const MAX_HEADER_BYTES = 64 * 1024;

export interface HttpOptions {
  readonly services: Services;
  readonly directory: OrganizationDirectory;
  readonly operations: readonly Operation[];
  readonly metrics: Metrics;
  /** Adds what is served outside the API. */
  addPages(fastify: FastifyInstance): void;
}

interface Route {
  readonly operation: Operation;
  readonly pathNames: readonly string[];
}

/** Builds the server; it does not listen yet. */
export function buildHttp(options: HttpOptions): FastifyInstance {
  const fastify = Fastify({
    logger: false,
    bodyLimit: limits.fileMegabytes * 1024 * 1024 + MULTIPART_OVERHEAD,
    routerOptions: { maxParamLength: 1000, ignoreTrailingSlash: true },
    keepAliveTimeout: 75_000,
    requestTimeout: 0,
    // Narrows and lists of ids travel in addresses.
    http: { maxHeaderSize: MAX_HEADER_BYTES },
    // A connection between requests must not hold up a clean stop.
    forceCloseConnections: 'idle',
    // A path that cannot be decoded never reaches a route.
    frameworkErrors: (error, request, reply) => answerError(options, error, request, reply),
  });
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  fastify.setErrorHandler((error, request, reply) => answerError(options, error, request, reply));
  fastify.setNotFoundHandler((_request, reply) => {
    reply.code(404).send({ result: 'error', msg: 'Not found: there is no such operation.', code: 'NOT_FOUND' });
  });
  const handler = new RequestHandler(options);
  const samples = new Map<string, string>();
  const methodsAt = new Map<string, Set<Method>>();
  for (const operation of options.operations) {
    for (const { method, path } of [operation, ...(operation.alsoAt ?? [])]) {
      const pathNames = [...path.matchAll(/\{(\w+)\*?\}/g)].map((match) => match[1] ?? '');
      const url = path.replace(/\{\w+\*\}/g, '*').replace(/\{(\w+)\}/g, ':$1');
      const route = { operation, pathNames };
      // Different names of a parameter at one place are one place to the router.
      const place = url.replace(/:\w+/g, ':');
      methodsAt.set(place, (methodsAt.get(place) ?? new Set<Method>()).add(method ?? operation.method));
      samples.set(place, url);
      for (const prefix of ['/api/v1', '/json']) {
        fastify.route({
          method: method ?? operation.method,
          url: `${prefix}${url}`,
          handler: (request, reply) => handler.handle(route, request, reply),
        });
      }
    }
  }
  options.addPages(fastify);
  for (const [place, methods] of methodsAt) refuseOtherMethods(fastify, samples.get(place) ?? place, methods);
  return fastify;
}

const allMethods: readonly Method[] = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

/** A path that exists, with a method that it does not have: 405, and which methods it has. */
function refuseOtherMethods(fastify: FastifyInstance, url: string, methods: ReadonlySet<Method>): void {
  const allowed = [...methods].sort();
  for (const prefix of ['/api/v1', '/json']) {
    const others = allMethods.filter((method) => !fastify.hasRoute({ method, url: `${prefix}${url}` }));
    if (others.length === 0) continue;
    fastify.route({
      method: others,
      url: `${prefix}${url}`,
      handler: (_request, reply) =>
        reply
          .code(405)
          .header('allow', allowed.join(', '))
          .send({ result: 'error', msg: 'Method Not Allowed', code: 'METHOD_NOT_ALLOWED', allowed_methods: allowed }),
    });
  }
}

class RequestHandler {
  readonly #options: HttpOptions;
  readonly #authenticator: Authenticator;
  readonly #requests = new RateLimit(limits.requestsPerMinute);
  readonly #logins = new RateLimit(limits.loginAttemptsPerMinute);

  constructor(options: HttpOptions) {
    this.#options = options;
    this.#authenticator = new Authenticator(options.services);
  }

  async handle(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { operation } = route;
    const { services, directory, metrics } = this.#options;
    const startedAt = performance.now();
    const hub = await directory.forHost(request.headers.host);
    // What other servers committed is taken in before anything is decided.
    if (services.database.engine === 'postgres') await hub.catchUp();
    const account =
      operation.access === 'anyone' || operation.access === 'development'
        ? undefined
        : await this.#authenticator.account(hub, request.headers.authorization);
    checkAccess(operation.access, account, operation.name);
    if (account) await hub.state.watchGuest(hub.reader, account);
    if (operation.access === 'development' && !isDevelopmentRequest(services, request)) {
      throw badRequest('Endpoint not available in production.');
    }
    this.#limit(operation, account?.id, hub.state.organization.isDemo, request, reply);

    const url = request.url;
    const mark = url.indexOf('?');
    const body = Buffer.isBuffer(request.body) ? request.body : await bodyOfGet(request);
    const raw = await rawParameters(mark < 0 ? '' : url.slice(mark + 1), request.headers['content-type'] ?? '', body);
    const { values, unsupported } = decodeParameters(operation.parameters, raw.values, pathValues(route, request));
    const client = clientName(raw.values.get('client'), request.headers['user-agent']);
    const abort = new AbortController();
    reply.raw.on('close', () => abort.abort());
    const context: PublicContext = {
      services,
      hub,
      state: hub.state,
      reader: hub.reader,
      actor: account && { account, client },
      client,
      organizationUrl: organizationUrl(services, hub.state.organization.host, request),
      files: raw.files,
      sent: new Set(raw.values.keys()),
      signal: abort.signal,
      write: (unit) => services.database.write(hub.id, unit),
    };
    const result = await operation.handle(context, values);
    metrics.answered(operation.name, 200, performance.now() - startedAt);
    const ignored = operation.acceptsAnyParameter ? [] : unsupported;
    if (result instanceof WholeAnswer) return reply.type(operation.answers ?? 'text/plain').send(result.body);
    return send(reply, result, ignored);
  }

  #limit(
    operation: Operation,
    accountId: number | undefined,
    isDemo: boolean,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    if (isDemo || operation.rateLimit === 'none') return;
    if (operation.rateLimit === 'login') this.#logins.take(request.ip);
    const state = this.#requests.take(accountId === undefined ? `address ${request.ip}` : `account ${accountId}`);
    reply.header('x-ratelimit-limit', state.limit);
    reply.header('x-ratelimit-remaining', state.remaining);
    reply.header('x-ratelimit-reset', state.reset);
  }
}

function pathValues(route: Route, request: FastifyRequest): Record<string, string> {
  const parameters = request.params as Record<string, string>;
  const values: Record<string, string> = {};
  for (const name of route.pathNames) {
    const value = parameters[name] ?? parameters['*'];
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** Some clients send the parameters of a GET as a form body; Fastify leaves that unread. */
async function bodyOfGet(request: FastifyRequest): Promise<Buffer | undefined> {
  if (request.method !== 'GET' || !Number(request.headers['content-length'] ?? 0)) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.raw) {
    size += (chunk as Buffer).length;
    if (size > limits.requestBodyBytes) throw new ApiError(413, 'REQUEST_TOO_LARGE', 'The request is too large.');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function isDevelopmentRequest(services: Services, request: FastifyRequest): boolean {
  const host = (request.headers.host ?? '').replace(/:\d+$/, '');
  return services.isDemo && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|::1)$/.test(host);
}

function organizationUrl(services: Services, organizationHost: string, request: FastifyRequest): string {
  if (services.publicUrl) return services.publicUrl;
  const host = request.headers.host ?? organizationHost;
  return `http://${host}`;
}

function send(
  reply: FastifyReply,
  result: Readonly<Record<string, unknown>> | PreparedResult,
  ignored: readonly string[],
): FastifyReply {
  reply.header('content-type', 'application/json; charset=utf-8');
  reply.header('cache-control', 'private, no-store');
  if (result instanceof PreparedResult) {
    const head = `{"result":"success","msg":"",${ignored.length > 0 ? `"ignored_parameters_unsupported":${JSON.stringify(ignored)},` : ''}`;
    const pieces = [head, ...result.pieces, '}'];
    if (pieces.every((piece) => typeof piece === 'string')) return reply.send(pieces.join(''));
    return reply.send(Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece))));
  }
  return reply.send(
    JSON.stringify({
      result: 'success',
      msg: '',
      ...(ignored.length > 0 && { ignored_parameters_unsupported: ignored }),
      ...result,
    }),
  );
}

function answerError(
  { services, metrics }: HttpOptions,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const refusal = refusalOf(error);
  if (refusal.status >= 500) {
    const cause = error instanceof ApiError ? (error.cause ?? error) : error;
    services.log.error(
      { request: request.id, method: request.method, url: request.url.split('?')[0], error: String((cause as Error)?.stack ?? cause) },
      'a request failed',
    );
  }
  metrics.answered('refused', refusal.status, 0);
  reply
    .code(refusal.status)
    .headers(refusal.headers)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify({ result: 'error', msg: refusal.message, code: refusal.code, ...refusal.extra }));
}

function refusalOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const status = (error as { statusCode?: number }).statusCode;
  if (status === 413) return new ApiError(413, 'REQUEST_TOO_LARGE', 'The request is too large.');
  if (status !== undefined && status >= 400 && status < 500) return new ApiError(status, 'BAD_REQUEST', 'Malformed request');
  return new ApiError(500, 'INTERNAL_SERVER_ERROR', 'Internal server error');
}
