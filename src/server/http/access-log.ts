// The optional access log: one line per request. Addresses of pages and files may contain secrets,
// so every log has their route's pattern instead, and the path without the query for operations.

import type { Logger } from '../../api-contract/logger.ts';
import { HOOKS } from '../../api-contract/raw-request.ts';
import type { HttpReply } from './http-reply.ts';
import type { HttpRequest } from './http-request.ts';

/** The operation, organization and account of an API request. */
export interface RequestAttributes {
  readonly operation: string;
  readonly organization: number;
  /** The id of the account; undefined for anonymous requests, and until the request is authenticated. */
  readonly account?: number | undefined;
}

/**
 * The path to log: the pattern of the route, or the actual path for operations. Only the paths of hooks
 * contain secrets, so these are logged as patterns too.
 */
export function loggedPath(request: HttpRequest, isOperation: boolean): string | undefined {
  const hasSecret = request.url.startsWith(HOOKS);
  return isOperation && !hasSecret ? request.url.split('?')[0] : request.route.path;
}

/** The status of requests whose client disconnected before the whole reply was written, as nginx logs them. */
const CLIENT_DISCONNECTED = 499;

export class AccessLog {
  readonly #log: Logger;
  readonly #attributes = new WeakMap<HttpRequest, RequestAttributes>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Records the operation and the caller of a request. */
  setAttributes(request: HttpRequest, attributes: RequestAttributes): void {
    this.#attributes.set(request, attributes);
  }

  /** Logs a request that was answered, or whose client disconnected. */
  logAnswer(request: HttpRequest, reply: HttpReply): void {
    const attributes = this.#attributes.get(request);
    this.#log.info(
      {
        method: request.method,
        path: loggedPath(request, attributes !== undefined),
        status: reply.raw.writableFinished ? reply.statusCode : CLIENT_DISCONNECTED,
        milliseconds: Math.round(reply.elapsedTime * 10) / 10,
        address: request.ip,
        client: request.headers['user-agent']?.slice(0, 100),
        ...attributes,
      },
      'request',
    );
  }
}
