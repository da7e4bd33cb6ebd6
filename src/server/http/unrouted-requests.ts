// Handles the requests that match no route.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError, RETRY_AFTER } from '../../api-contract/error.ts';
import { JSON_TYPE } from './http-reply.ts';
import type { Routing } from './http-request.ts';
import type { Route } from './http-routes.ts';

/** A route, or the handler of requests that match none, which has no path. */
export interface AnyRoute extends Omit<Route, 'path' | 'methods'> {
  readonly path?: string;
  /** Whether the request is answered before its headers and body are looked at. */
  readonly isAnsweredAtOnce?: boolean;
}

/** How a request was routed, with the properties of the route that the server needs. */
export interface AnyRouting extends Routing<unknown> {
  readonly route: AnyRoute;
}

function routeThatThrows(error: () => ApiError): AnyRoute {
  return {
    handler: () => {
      throw error();
    },
  };
}

/** Answers with 404. */
export function unknownAddress(message: string): AnyRoute {
  return routeThatThrows(() => new ApiError(404, 'NOT_FOUND', message));
}

/** Answers requests whose address cannot be decoded (400), or has a parameter that is too long (414). */
export function malformedAddress(status: 400 | 414): AnyRoute {
  const route = routeThatThrows(() => new ApiError(status, 'BAD_REQUEST', 'Malformed request'));
  return { ...route, isAnsweredAtOnce: true };
}

/** The routing of a request without parameters in its path. */
export function routingTo(route: AnyRoute, { url = '' }: IncomingMessage): AnyRouting {
  return { route, params: {}, query: url.split('?')[1] ?? '' };
}

const STOPPING = JSON.stringify({
  result: 'error',
  msg: 'The server is stopping. Try again.',
  code: 'SERVICE_UNAVAILABLE',
});

/**
 * Answers a request that arrives during the shutdown, on a connection that is still open. Does not log it, since
 * clients try again.
 * @param headers the headers of every reply
 */
export function sendStopping(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  const own = {
    ...RETRY_AFTER,
    connection: 'close',
    'content-type': JSON_TYPE,
    'content-length': STOPPING.length,
  };
  response.writeHead(503, { ...headers, ...own }).end(STOPPING);
}
