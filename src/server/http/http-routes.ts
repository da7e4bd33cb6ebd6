// Routes: which handler answers a method and path.

import type { HttpReply } from './http-reply.ts';
import type { HttpRequest, RequestRoute } from './http-request.ts';

/** Answers a request by sending the reply, which it also returns. Errors it throws are answered for it. */
export type Handler<Params = unknown> = (
  request: HttpRequest<Params>,
  reply: HttpReply,
) => HttpReply | Promise<HttpReply>;

/** Answers with an error. */
export type ErrorHandler = (error: unknown, request: HttpRequest, reply: HttpReply) => HttpReply;

export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS';

export interface RouteOptions extends Pick<RequestRoute, 'isForOtherSites'> {
  /** The maximum size of the body in bytes, if the server reads it; undefined for the server's own. */
  readonly bodyBytes?: number;
  /** Whether the handler reads the body itself. Otherwise the server does, before it calls the handler. */
  readonly readsBody?: boolean;
  /** Called before the body is read. An error that it throws is sent as the answer. */
  readonly admit?: (request: HttpRequest) => void;
  /** Answers the errors of this route in a form of its own. */
  readonly sendError?: ErrorHandler;
}

/** A route. Its path may have parameters (`:name`), and `*` at its end. One for GET answers HEAD as well. */
export interface Route<Params = unknown> extends RouteOptions {
  readonly methods: readonly HttpMethod[];
  readonly path: string;
  readonly handler: Handler<Params>;
}

/**
 * Called for every request before its route. Hooks run in the order in which they were added. A hook that sends
 * the reply ends the request.
 */
export type RequestHook = (request: HttpRequest, reply: HttpReply) => undefined | Promise<unknown>;

/** Where routes are added. */
export interface Routes {
  add<Params = unknown>(route: Route<Params>): void;
  get<Params = unknown>(path: string, handler: Handler<Params>): void;
  post<Params = unknown>(path: string, handler: Handler<Params>, options?: RouteOptions): void;
  onRequest(hook: RequestHook): void;
  /** Answers requests for addresses without a route. */
  onUnknown(handler: Handler): void;
}
