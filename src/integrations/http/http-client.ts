// The one client for HTTP requests that leave the house. Every request has an end in time and size, follows no
// redirect, and goes to a private address only when the administrator configured its origin. The address is
// checked where the connection is made, so a name cannot resolve to one address for the check and to another
// for the connection.

import type { Agent, IncomingMessage, RequestOptions } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { guardedLookup } from './guarded-lookup.ts';
import { NoAnswer } from './http-error.ts';
import { isPrivateAddress } from './private-addresses.ts';

// Not imported: the module form of `node:http` loads all that it could hand out, among it a browser's `fetch` and
// `WebSocket`, which take 15 MB and are used nowhere here.
const { request: requestHttp } = process.getBuiltinModule('node:http');
const { request: requestHttps } = process.getBuiltinModule('node:https');

const MILLISECONDS = 5000;
const MAX_BYTES = 1024 * 1024;

export interface OutgoingRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** For the whole exchange; 5,000 unless told. */
  readonly milliseconds?: number;
  /** Of the answer's body; 1 MiB unless told. */
  readonly maximumBytes?: number;
  /** The body is not wanted: the answer is there once its head is, and nothing more of it is read. */
  readonly isStatusEnough?: boolean;
  /** Keeps connections for who asks one place very often; for configured addresses, whose names need no guard. */
  readonly agent?: Agent;
}

export interface IncomingAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  readonly text: string;
}

export { NoAnswer };

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  EHOSTUNREACH: 'the server cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ENOTFOUND: 'the server was not found',
  EAI_AGAIN: 'the server was not found',
  ETIMEDOUT: 'it took too long',
};

function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code.includes('CERT') || code.includes('TLS') || code.includes('SSL'))
    return 'its certificate is not valid';
  return reasons[code] ?? (code ? `the connection failed (${code})` : message);
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');
const isPrivateNumber = (host: string): boolean => isIP(host) !== 0 && isPrivateAddress(host);
const isOfThisMachine = (name: string): boolean => /(^|\.)localhost\.?$/.test(name);

/** Sends requests out of the house, within the bounds that the file's first lines name. */
export class HttpClient {
  readonly #trusted: ReadonlySet<string>;

  /** `configured` are the addresses that the administrator named; their origins may be private. */
  constructor(configured: readonly string[] = []) {
    this.#trusted = new Set(configured.map((url) => new URL(url).origin));
  }

  /**
   * Whether an address says by itself that nothing would be sent to it: a private one, or this machine, that the
   * administrator did not configure. Where other names lead is seen when a connection is made.
   */
  refuses(address: string): boolean {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (!url || this.#trusted.has(url.origin)) return false;
    return isOfThisMachine(url.hostname) || isPrivateNumber(hostOf(url));
  }

  /** Whether what is sent to an address could be read on the way, which the administrator did not configure. */
  isInTheClear(address: string): boolean {
    const url = new URL(address);
    return url.protocol !== 'https:' && !this.#trusted.has(url.origin);
  }

  /** Sends a request and gives the answer, whatever its status. Throws `NoAnswer`. */
  async send(address: string, request: OutgoingRequest = {}): Promise<IncomingAnswer> {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (!url || !/^https?:$/.test(url.protocol)) throw new NoAnswer('its address is not one of the web');
    const isTrusted = this.#trusted.has(url.origin);
    // Addresses written as numbers are not looked up.
    if (!isTrusted && isPrivateNumber(hostOf(url))) throw new NoAnswer('its address is not a public one');
    try {
      return await exchange(url, request, isTrusted ? undefined : guardedLookup);
    } catch (error) {
      throw error instanceof NoAnswer ? error : new NoAnswer(reasonOf(error));
    }
  }
}

function exchange(
  url: URL,
  request: OutgoingRequest,
  lookup: LookupFunction | undefined,
): Promise<IncomingAnswer> {
  const {
    method = 'GET',
    headers = {},
    body,
    milliseconds = MILLISECONDS,
    maximumBytes = MAX_BYTES,
    isStatusEnough = false,
    agent = false,
  } = request;
  const length = body !== undefined && { 'content-length': String(Buffer.byteLength(body)) };
  const options: RequestOptions = {
    method,
    headers: { 'user-agent': 'Parley', ...headers, ...length },
    // No connection is kept unless told: most requests are rare, and a stop must not wait for them.
    agent,
    ...(lookup && { lookup }),
  };
  return new Promise((answered, failed) => {
    const start = url.protocol === 'https:' ? requestHttps : requestHttp;
    const outgoing = start(url, options);
    const fail = (error: Error) => {
      clearTimeout(timer);
      failed(error);
      outgoing.destroy();
    };
    const timer = setTimeout(() => fail(new NoAnswer('it took too long')), milliseconds);
    outgoing.on('error', fail);
    const end = (answer: IncomingAnswer) => {
      clearTimeout(timer);
      answered(answer);
    };
    outgoing.on('response', (incoming) => {
      if (!isStatusEnough) return void collect(incoming, maximumBytes).then(end, fail);
      end(answerOf(incoming, Buffer.alloc(0)));
      outgoing.destroy();
    });
    outgoing.end(body);
  });
}

function answerOf({ statusCode: status = 0, headers }: IncomingMessage, body: Buffer): IncomingAnswer {
  return { status, headers, body, text: body.toString('utf8') };
}

/** The whole of an answer; rejects with `NoAnswer` where it is too large or breaks off. */
function collect(incoming: IncomingMessage, maximumBytes: number): Promise<IncomingAnswer> {
  return new Promise((answered, failed) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maximumBytes) failed(new NoAnswer('its answer is too large'));
      else chunks.push(chunk);
    });
    incoming.on('error', failed);
    incoming.on('close', () => {
      if (!incoming.complete) return failed(new NoAnswer('the connection was closed'));
      answered(answerOf(incoming, Buffer.concat(chunks)));
    });
  });
}
