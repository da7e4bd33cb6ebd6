// The HTTP server: connections, bodies, and routing to the API or to pages. Knows no operations.

import { badRequest } from '../api-contract/error.ts';
import { limits } from '../api-contract/limits.ts';
import { HOOK_OPERATION, HOOKS } from '../api-contract/raw-request.ts';
import { detailOf } from '../errors/error-detail.ts';
import { sendError } from './http/answers.ts';
import { limitConnections } from './http/connection-limit.ts';
import { rejectCrossSite } from './http/cross-site.ts';
import type { Routes } from './http/http-routes.ts';
import { HttpServer } from './http/http-server.ts';
import { rejectExpectations, securityHeaders } from './http/security-headers.ts';
import { trustedAddresses } from './http/trusted-addresses.ts';
import { unreadableRequestHandler } from './http/unreadable-request.ts';
import { type HandlerOptions, RequestHandler } from './request-handler.ts';

const KEEP_ALIVE_MILLISECONDS = 75_000;
/** Deadline for receiving a whole request. Does not limit how long the answer takes. */
const RECEIVE_MILLISECONDS = 300_000;
/** Prefixes of the API. Existing browser clients use the second one. */
const prefixes = ['/api/v1', '/json'] as const;

export interface HttpOptions extends HandlerOptions {
  /**
   * The header `X-Forwarded-For` is trusted from these addresses. A request's address is the first one that
   * is not among them.
   */
  readonly trustedProxies: readonly string[];
  /** A limit of connections that is lower than the default; for tests. */
  readonly connectionsPerAddress?: number | undefined;
  /** Adds the routes outside the API. */
  addPages(routes: Routes): void;
}

/** Builds the server without listening. */
export function buildHttp(options: HttpOptions): HttpServer {
  const { services, metrics, accessLog } = options;
  const { log, publicUrl } = services;
  const headers = securityHeaders(publicUrl);
  const handler = new RequestHandler(options);
  const isTrusted = trustedAddresses(options.trustedProxies);
  const http = new HttpServer({
    node: {
      keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
      requestTimeout: RECEIVE_MILLISECONDS,
      maxHeaderSize: limits.requestHeaderBytes,
      // By default Node.js itself answers a request without a host, and sends no security headers.
      requireHostHeader: false,
    },
    isTrusted,
    headers,
    notFound: 'Not found.',
    // The limit for pages, whose forms can be posted without logging in.
    bodyBytes: limits.anonymousBodyBytes,
    onUnreadableRequest: unreadableRequestHandler(headers),
    sendError: (error, request, reply) => {
      const operation = handler.operationOfRejected(request);
      sendError(services, error, { request, reply, operation });
      metrics.requests.countRejected(operation, reply.statusCode);
      return reply;
    },
    onLateError: (error, { id, method }) =>
      log.error({ request: id, method, error: detailOf(error) }, 'request failed after its answer'),
    onAnswered: accessLog && ((request, reply) => accessLog.logAnswer(request, reply)),
  });
  limitConnections(http, options.connectionsPerAddress ?? limits.connectionsPerAddress, isTrusted);
  http.onServer((server) => rejectExpectations(server, headers));
  http.onRequest((request) => {
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      throw badRequest('The request has no host.');
    if (!request.route.isForOtherSites) rejectCrossSite(request, publicUrl);
  });
  addOperations(http, handler);
  options.addPages(http);
  return http;
}

/** Adds the routes of the API. Bodies are read after the request has been authenticated. */
function addOperations(routes: Routes, handler: RequestHandler): void {
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
      readsBody: true,
      handler: (request, reply) => handler.handle(request.url.slice(prefix.length), request, reply),
    });
  }
}
