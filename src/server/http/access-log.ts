// The access log, where whoever runs the server asks for one: a line for each answered request. Addresses of pages and files
// may hold what opens them, so in this log and in others the pattern stands for them, and for the API's the path without
// the query.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { HOOKS } from '../../api-contract/brought.ts';
import type { Logger } from '../../api-contract/logger.ts';

/** What is known of a request of the API. */
export interface Attribution {
  readonly operation: string;
  readonly organization: number;
  /** Undefined for somebody without an account, and until it is known whose request it is. */
  readonly account?: number | undefined;
}

/** The path of a request as every log tells it: the pattern of its route, but for operations, whose paths hold nothing secret (only those of hooks do). */
export function loggedPath(request: FastifyRequest, isOperation: boolean): string | undefined {
  const holdsSecret = request.url.startsWith(HOOKS);
  return isOperation && !holdsSecret ? request.url.split('?')[0] : request.routeOptions.url;
}

/** Writes the access log. */
export class AccessLog {
  readonly #log: Logger;
  readonly #attributions = new WeakMap<FastifyRequest, Attribution>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Notes whose a request is and what it asks for. */
  attribute(request: FastifyRequest, attribution: Attribution): void {
    this.#attributions.set(request, attribution);
  }

  /** Writes the line of a request whose answer has gone out, or whose caller has gone. */
  answered(request: FastifyRequest, reply: FastifyReply): void {
    const attribution = this.#attributions.get(request);
    this.#log.info(
      {
        method: request.method,
        path: loggedPath(request, attribution !== undefined),
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime * 10) / 10,
        address: request.ip,
        client: request.headers['user-agent']?.slice(0, 100),
        ...attribution,
      },
      'request',
    );
  }
}
