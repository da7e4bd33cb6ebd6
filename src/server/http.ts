// The HTTP server: connections, bodies, and routing to the API or to pages. Knows no operations.

import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { ApiError, badRequest } from '../api-contract/error.ts';
import { limits } from '../api-contract/limits.ts';
import { HOOK_OPERATION, HOOKS } from '../api-contract/raw-request.ts';
import { sendError } from './http/answers.ts';
import { limitConnections } from './http/connection-limit.ts';
import { rejectCrossSite } from './http/cross-site.ts';
import { exchangeOf, routesOf } from './http/fastify-routes.ts';
import type { ErrorHandler, Routes } from './http/http-routes.ts';
import { addSecurityHeaders, rejectExpectations, securityHeaders } from './http/security-headers.ts';
import { trustedAddresses } from './http/trusted-addresses.ts';
import { unreadableRequestHandler } from './http/unreadable-request.ts';
import { type HandlerOptions, RequestHandler } from './request-handler.ts';

const KEEP_ALIVE_MILLISECONDS = 75_000;
/** Deadline for receiving a whole request. Does not limit how long the answer takes. */
const RECEIVE_MILLISECONDS = 300_000;
/** Prefixes of the API. Browser clients of this API family use the second one. */
const prefixes = ['/api/v1', '/json'] as const;

export interface HttpOptions extends HandlerOptions {
  /**
   * The header `X-Forwarded-For` is trusted from these addresses. A request's address is the first one that
   * is not among them.
   */
  readonly trustedProxies: readonly string[];
  /** Lower than the default; for tests. */
  readonly connectionsPerAddress?: number | undefined;
  /** Adds the routes outside the API. */
  addPages(routes: Routes): void;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Set for routes that pages of other sites make browsers post to. Such a route must not read cookies or
     * other credentials.
     */
    readonly isForOtherSites?: boolean;
  }
}

function noSchemas(): never {
  throw new Error('routes must not declare schemas: declarations check parameters and responses');
}

/** Replaces the framework's schema compilers, which are large and would be loaded but never used. */
const schemaController = { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } };

/** Builds the server without listening. */
export function buildHttp(options: HttpOptions): FastifyInstance {
  const { services, metrics, trustedProxies } = options;
  const headers = securityHeaders(services.publicUrl);
  const fastify: FastifyInstance = Fastify({
    logger: false,
    schemaController,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    // The limit for pages, whose forms can be posted without logging in.
    bodyLimit: limits.anonymousBodyBytes,
    keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
    requestTimeout: RECEIVE_MILLISECONDS,
    // By default Node.js itself answers a request without a host, and sends no security headers.
    http: { maxHeaderSize: limits.requestHeaderBytes, requireHostHeader: false },
    // Idle connections must not delay a clean shutdown.
    forceCloseConnections: 'idle',
    clientErrorHandler: unreadableRequestHandler(headers),
    // A path that cannot be decoded never reaches a route.
    frameworkErrors: (error, request, reply) => {
      for (const [name, value] of headers) reply.header(name, value);
      return sendError(services, error, exchangeOf(request, reply));
    },
  });
  fastify.decorateRequest('route', {
    getter(this: FastifyRequest) {
      return { path: this.routeOptions.url };
    },
  });
  const routes = routesOf(fastify);
  limitConnections(
    fastify.server,
    routes,
    options.connectionsPerAddress ?? limits.connectionsPerAddress,
    trustedAddresses(trustedProxies),
  );
  addSecurityHeaders(routes, headers);
  rejectExpectations(fastify.server, headers);
  fastify.addHook('onRequest', async (request) => {
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      throw badRequest('The request has no host.');
    if (!request.routeOptions.config.isForOtherSites) rejectCrossSite(request, services.publicUrl);
  });
  const { accessLog } = options;
  if (accessLog)
    fastify.addHook('onResponse', async (request, reply) => {
      const exchange = exchangeOf(request, reply);
      accessLog.logAnswer(exchange.request, exchange.reply);
    });
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const handler = new RequestHandler(options);
  const sendErrorFor: ErrorHandler = (error, request, reply) => {
    const operation = handler.refusedAt(request);
    sendError(services, error, { request, reply, operation });
    metrics.requests.countRejected(operation, reply.statusCode);
    return reply;
  };
  const sendErrorAt = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const exchange = exchangeOf(request, reply);
    return sendErrorFor(error, exchange.request, exchange.reply);
  };
  fastify.setErrorHandler(sendErrorAt);
  fastify.setNotFoundHandler((request, reply) =>
    sendErrorAt(new ApiError(404, 'NOT_FOUND', 'Not found.'), request, reply),
  );
  routes.post<{ key: string }>(
    `${HOOKS}:key`,
    (request, reply) => handler.handle(HOOK_OPERATION, request, reply),
    { readsBody: true },
  );
  for (const prefix of prefixes) {
    routes.add({
      // OPTIONS must reach the router, which lists the methods that a path supports.
      methods: ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'],
      path: `${prefix}/*`,
      // Bodies are read after the request has been authenticated.
      readsBody: true,
      handler: (request, reply) => handler.handle(request.url.slice(prefix.length), request, reply),
    });
  }
  options.addPages(routes);
  return fastify;
}
