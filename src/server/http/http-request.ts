// A request as handlers see it.

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { parse } from 'node:querystring';
import { clientAddress, requestedHost, requestedProtocol } from './client-address.ts';
import type { IsTrusted } from './trusted-addresses.ts';

/** The facts about a request's route that its handlers may use. */
export interface RequestRoute {
  /** The path, with the names of its parameters; undefined for an unknown address. */
  readonly path?: string;
  /** Whether pages of other sites may make browsers send the request. */
  readonly isForOtherSites?: boolean;
}

/** How a request was routed. */
export interface Routing<Params> {
  readonly route: RequestRoute;
  readonly params: Params;
  /** The query of the address, without its question mark. */
  readonly query: string;
}

type Query = Readonly<Record<string, string | string[] | undefined>>;

/** A request. `Params` are the parameters in the path of its route, decoded. */
export class HttpRequest<Params = unknown> {
  /** The request of Node.js. Its body has been read unless the route's handler reads it. */
  readonly raw: IncomingMessage;
  readonly route: RequestRoute;
  readonly params: Params;
  /** The bytes of the body; undefined if there is none or the route's handler reads it. */
  body: Buffer | undefined;
  readonly #number: number;
  readonly #queryText: string;
  readonly #isTrusted: IsTrusted;
  #query: Query | undefined;
  #ip: string | undefined;

  /** @param number counts the requests of the server */
  constructor(
    raw: IncomingMessage,
    { route, params, query }: Routing<Params>,
    number: number,
    isTrusted: IsTrusted,
  ) {
    this.raw = raw;
    this.route = route;
    this.params = params;
    this.#queryText = query;
    this.#number = number;
    this.#isTrusted = isTrusted;
  }

  /** Names the request in the log. */
  get id(): string {
    return `req-${this.#number.toString(36)}`;
  }

  get method(): string {
    return this.raw.method ?? '';
  }

  /** The path with its query, as the client sent it. */
  get url(): string {
    return this.raw.url ?? '';
  }

  get headers(): IncomingHttpHeaders {
    return this.raw.headers;
  }

  get socket(): Socket {
    return this.raw.socket;
  }

  /** The parameters of the query. One that was sent several times is a list. */
  get query(): Query {
    this.#query ??= parse(this.#queryText);
    return this.#query;
  }

  /** The client's address, as trusted proxies report it. */
  get ip(): string {
    this.#ip ??= clientAddress(this.raw, this.#isTrusted);
    return this.#ip;
  }

  /** The host that the client requested, as a trusted proxy reports it; empty if there is none. */
  get host(): string {
    return requestedHost(this.raw, this.#isTrusted);
  }

  /** The protocol that the client used, as a trusted proxy reports it: `http` or `https`. */
  get protocol(): string {
    return requestedProtocol(this.raw, this.#isTrusted);
  }
}
