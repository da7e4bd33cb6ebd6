// The HTTP server: routes, and the servers of Node.js that listen for it. It knows no operations and no pages.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import Router from 'find-my-way';
import type { Handler, RequestHook, Route, RouteOptions, Routes } from './http-routes.ts';
import { type Address, ListeningServers, type ServerSettings } from './listening-servers.ts';
import { type PipelineOptions, RequestPipeline } from './request-pipeline.ts';
import {
  type AnyRoute,
  type AnyRouting,
  malformedAddress,
  routingTo,
  sendStopping,
  unknownAddress,
} from './unrouted-requests.ts';

export interface HttpServerOptions extends ServerSettings, Omit<PipelineOptions, 'isClosing'> {
  /** The message of the error 404 for an address without a route, unless `onUnknown` answers it. */
  readonly notFound: string;
}

/** Answers requests by its routes. A request for an unknown address is an error 404. */
export class HttpServer implements Routes {
  readonly #headers: Readonly<Record<string, string>>;
  readonly #servers: ListeningServers;
  readonly #pipeline: RequestPipeline;
  readonly #router: Router.Instance<Router.HTTPVersion.V1>;
  #unknown: AnyRoute;

  constructor(options: HttpServerOptions) {
    this.#headers = options.headers;
    this.#unknown = unknownAddress(options.notFound);
    this.#pipeline = new RequestPipeline({ ...options, isClosing: () => this.#servers.isClosing });
    const answerBy = (route: AnyRoute) => (raw: IncomingMessage, response: ServerResponse) =>
      this.#answer(raw, response, routingTo(route, raw));
    const answerUndecodable = answerBy(malformedAddress(400));
    const answerTooLong = answerBy(malformedAddress(414));
    this.#router = Router({
      // Queries are parsed when a handler reads them.
      querystringParser: (text) => text,
      defaultRoute: (raw, response) => this.#answer(raw, response, routingTo(this.#unknown, raw)),
      onBadUrl: (_path, raw, response) => answerUndecodable(raw, response),
      onMaxParamLength: (_path, raw, response) => answerTooLong(raw, response),
    });
    this.#servers = new ListeningServers(options, (raw, response) => this.#router.lookup(raw, response));
  }

  add<Params = unknown>(added: Route<Params>): void {
    const route = added as unknown as Route;
    const { methods, path } = route;
    this.#router.on(
      methods.includes('GET') ? [...methods, 'HEAD'] : [...methods],
      path,
      (raw, response, params, _store, query) =>
        this.#answer(raw, response, { route, params, query: String(query) }),
    );
  }

  get<Params = unknown>(path: string, handler: Handler<Params>): void {
    this.add({ methods: ['GET'], path, handler });
  }

  post<Params = unknown>(path: string, handler: Handler<Params>, options: RouteOptions = {}): void {
    this.add({ methods: ['POST'], path, handler, ...options });
  }

  onRequest(hook: RequestHook): void {
    this.#pipeline.addHook(hook);
  }

  onUnknown(handler: Handler): void {
    this.#unknown = { handler };
  }

  /** Calls back with each server of Node.js that it listens with, now and later. */
  onServer(listener: (server: Server) => void): void {
    this.#servers.onServer(listener);
  }

  /** Listens; port 0 picks a free one. @throws the system's error if it cannot */
  listen(address: Address): Promise<void> {
    return this.#servers.listen(address);
  }

  /** The port that it listens on; 0 if it does not. */
  get port(): number {
    return this.#servers.port;
  }

  /** Accepts no more connections and closes idle ones; resolves when the others have ended too. */
  close(): Promise<void> {
    return this.#servers.close();
  }

  /** Closes all connections, including those with a request that is being answered. */
  closeAllConnections(): void {
    this.#servers.closeAllConnections();
  }

  #answer(raw: IncomingMessage, response: ServerResponse, routing: AnyRouting): void {
    if (this.#servers.isClosing) sendStopping(response, this.#headers);
    else void this.#pipeline.answer(raw, response, routing);
  }
}
