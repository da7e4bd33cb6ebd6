// Takes a routed request to its reply: hooks, the body, the handler, and errors.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../../api-contract/error.ts';
import { isMediaType } from './content-type.ts';
import { HttpReply, type ReplyDefaults } from './http-reply.ts';
import { HttpRequest } from './http-request.ts';
import type { ErrorHandler, RequestHook } from './http-routes.ts';
import { hasBody, readSmallBody } from './small-body.ts';
import type { IsTrusted } from './trusted-addresses.ts';
import type { AnyRoute, AnyRouting } from './unrouted-requests.ts';

/** Methods whose bodies are read before the handler is called. */
const METHODS_WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export interface PipelineOptions extends ReplyDefaults {
  /** Whether an address is a proxy whose `X-Forwarded-…` headers count. */
  readonly isTrusted: IsTrusted;
  /** The maximum size of bodies that handlers do not read themselves, in bytes. */
  readonly bodyBytes: number;
  /** Answers errors, except those of routes with their own error handler. */
  readonly sendError: ErrorHandler;
  /** Called with an error that happened after the reply was sent. */
  readonly onLateError: (error: unknown, request: HttpRequest) => void;
  /** Called when a reply was written, or the client disconnected before that. */
  readonly onAnswered?: ((request: HttpRequest, reply: HttpReply) => void) | undefined;
}

/** Answers the requests of one server. */
export class RequestPipeline {
  readonly #options: PipelineOptions;
  readonly #hooks: RequestHook[] = [];
  #requestCount = 0;

  constructor(options: PipelineOptions) {
    this.#options = options;
  }

  /** Adds a hook that runs before every request, except those whose address is malformed. */
  addHook(hook: RequestHook): void {
    this.#hooks.push(hook);
  }

  /** Answers a request. Resolves when its handler has ended. */
  async answer(raw: IncomingMessage, response: ServerResponse, routing: AnyRouting): Promise<void> {
    const { isTrusted, onAnswered } = this.#options;
    const { route } = routing;
    const request = new HttpRequest(raw, routing, ++this.#requestCount, isTrusted);
    const reply: HttpReply = new HttpReply(request, response, this.#options, (error) =>
      this.#answerError(route, error, request, reply),
    );
    if (onAnswered) response.once('close', () => onAnswered(request, reply));
    try {
      await this.#handle(route, request, reply);
    } catch (error) {
      this.#answerError(route, error, request, reply);
    }
  }

  async #handle(route: AnyRoute, request: HttpRequest, reply: HttpReply): Promise<void> {
    if (!route.isAnsweredAtOnce) {
      for (const hook of this.#hooks) {
        const pending = hook(request, reply);
        if (pending) await pending;
        if (reply.isSent) return;
      }
      route.admit?.(request);
      if (METHODS_WITH_BODY.has(request.method)) await this.#prepareBody(route, request);
    }
    await route.handler(request, reply);
    if (!reply.isSent) throw new Error(`the handler of ${request.method} ${route.path} sent no reply`);
  }

  async #prepareBody(route: AnyRoute, request: HttpRequest): Promise<void> {
    const contentType = request.headers['content-type'];
    if (contentType !== undefined && !isMediaType(contentType))
      throw new ApiError(415, 'BAD_REQUEST', 'Malformed request');
    if (route.readsBody || !hasBody(request.raw)) return;
    request.body = await readSmallBody(request.raw, route.bodyBytes ?? this.#options.bodyBytes);
  }

  /** Answers with an error, or only reports it if the reply was sent before. */
  #answerError(route: AnyRoute, error: unknown, request: HttpRequest, reply: HttpReply): void {
    if (reply.isSent) {
      this.#options.onLateError(error, request);
      return;
    }
    reply.removeBodyHeaders();
    try {
      (route.sendError ?? this.#options.sendError)(error, request, reply);
    } catch (unsendable) {
      this.#answerUnsendable(unsendable, request, reply);
    }
  }

  /** Answers if a header that was set before cannot be sent. */
  #answerUnsendable(error: unknown, request: HttpRequest, reply: HttpReply): void {
    const { sendError, headers, onLateError } = this.#options;
    try {
      reply.replaceHeaders(headers);
      sendError(error, request, reply);
    } catch (failure) {
      onLateError(failure, request);
      reply.raw.destroy();
    }
  }
}
