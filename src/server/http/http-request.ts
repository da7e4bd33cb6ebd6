// A request as handlers see it.

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** A request. `Params` are the parameters in the path of its route, decoded. */
export interface HttpRequest<Params = unknown> {
  /** Names the request in the log. */
  readonly id: string;
  /** The request of Node.js, whose body handlers read themselves if their route does not. */
  readonly raw: IncomingMessage;
  readonly method: string;
  /** The path with its query, as the client sent it. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly params: Params;
  /** The parameters of the query. One that was sent several times is a list. */
  readonly query: Readonly<Record<string, string | string[] | undefined>>;
  /** The bytes of the body; undefined if there is none or the route does not read it. */
  readonly body?: unknown;
  /** The path of its route, with the names of its parameters; undefined for an unknown address. */
  readonly routePath: string | undefined;
  readonly socket: Socket;
  /** The client's address, as trusted proxies report it. */
  readonly ip: string;
  /** The host that the client requested, as a trusted proxy reports it; empty if there is none. */
  readonly host: string;
  /** The protocol that the client used, as a trusted proxy reports it. */
  readonly protocol: string;
}
