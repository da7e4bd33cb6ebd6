// The only client for outgoing HTTP requests. Each request is bounded in time and size, follows no redirect, and
// reaches a private address only if the operator configured its origin. The address is checked when the
// connection is made, so a name cannot resolve to one address for the check and to another for the connection.

import type { Agent, IncomingMessage, RequestOptions } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { guardedLookup } from './guarded-lookup.ts';
import { NoAnswerError } from './no-answer-error.ts';
import { isPrivateAddress } from './private-addresses.ts';

// These are not imported: the ES module form of `node:http` also loads a browser's `fetch` and `WebSocket`, which
// take 15 MB and are not used here.
const { request: requestHttp } = process.getBuiltinModule('node:http');
const { request: requestHttps } = process.getBuiltinModule('node:https');

const TIMEOUT_MILLISECONDS = 5000;
const MAX_BYTES = 1024 * 1024;

export interface OutgoingRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** The time limit of the whole exchange; 5,000 by default. */
  readonly milliseconds?: number;
  /** The maximum size of the response body; 1 MiB by default. */
  readonly maximumBytes?: number;
  /** Resolves once the head of the response has arrived; the body is not read. */
  readonly isBodyIgnored?: boolean;
  /** Reuses connections for frequent requests; only for configured addresses, whose names need no guard. */
  readonly agent?: Agent;
}

export interface IncomingAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  readonly text: string;
}

export { NoAnswerError };

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  EHOSTUNREACH: 'the server cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ENOTFOUND: 'the server was not found',
  EAI_AGAIN: 'the server was not found',
  ETIMEDOUT: 'the request timed out',
};

function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code.includes('CERT') || code.includes('TLS') || code.includes('SSL'))
    return 'the certificate is not valid';
  return reasons[code] ?? (code ? `the connection failed (${code})` : message);
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');
const isPrivateLiteral = (host: string): boolean => isIP(host) !== 0 && isPrivateAddress(host);
const isLocalhost = (name: string): boolean => /(^|\.)localhost\.?$/.test(name);

/** Sends outgoing requests. */
export class HttpClient {
  readonly #trusted: ReadonlySet<string>;

  /** `configured` are addresses that the operator set; their origins may be private. */
  constructor(configured: readonly string[] = []) {
    this.#trusted = new Set(configured.map((url) => new URL(url).origin));
  }

  /**
   * Whether an address is refused without a lookup: localhost or a private IP address that the operator did not
   * configure. Other names are checked when a connection is made.
   */
  refuses(address: string): boolean {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (!url || this.#trusted.has(url.origin)) return false;
    return isLocalhost(url.hostname) || isPrivateLiteral(hostOf(url));
  }

  /** Whether requests to an address would be unencrypted although the operator did not configure it. */
  isUnencrypted(address: string): boolean {
    const url = new URL(address);
    return url.protocol !== 'https:' && !this.#trusted.has(url.origin);
  }

  /** Sends a request and returns the response with any status. @throws NoAnswerError */
  async send(address: string, request: OutgoingRequest = {}): Promise<IncomingAnswer> {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (!url || !/^https?:$/.test(url.protocol))
      throw new NoAnswerError('the address is not an http:// or https:// URL');
    const isTrusted = this.#trusted.has(url.origin);
    // IP addresses are not looked up, so they are checked here.
    if (!isTrusted && isPrivateLiteral(hostOf(url))) throw new NoAnswerError('the address is not public');
    try {
      return await exchange(url, request, isTrusted ? undefined : guardedLookup);
    } catch (error) {
      throw error instanceof NoAnswerError ? error : new NoAnswerError(reasonOf(error));
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
    milliseconds = TIMEOUT_MILLISECONDS,
    maximumBytes = MAX_BYTES,
    isBodyIgnored = false,
    agent = false,
  } = request;
  const length = body !== undefined && { 'content-length': String(Buffer.byteLength(body)) };
  const options: RequestOptions = {
    method,
    headers: { 'user-agent': 'Parley', ...headers, ...length },
    // No keep-alive by default: most requests are rare, and shutdown must not wait for them.
    agent,
    ...(lookup && { lookup }),
  };
  return new Promise((resolve, reject) => {
    const start = url.protocol === 'https:' ? requestHttps : requestHttp;
    const outgoing = start(url, options);
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
      outgoing.destroy();
    };
    const timer = setTimeout(() => fail(new NoAnswerError('the request timed out')), milliseconds);
    outgoing.on('error', fail);
    const end = (answer: IncomingAnswer) => {
      clearTimeout(timer);
      resolve(answer);
    };
    outgoing.on('response', (incoming) => {
      if (!isBodyIgnored) return void collect(incoming, maximumBytes).then(end, fail);
      end(answerOf(incoming, Buffer.alloc(0)));
      outgoing.destroy();
    });
    outgoing.end(body);
  });
}

function answerOf({ statusCode: status = 0, headers }: IncomingMessage, body: Buffer): IncomingAnswer {
  return { status, headers, body, text: body.toString('utf8') };
}

/** Reads a whole response. Rejects with `NoAnswerError` if it is too large or breaks off. */
function collect(incoming: IncomingMessage, maximumBytes: number): Promise<IncomingAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maximumBytes) reject(new NoAnswerError('the response is too large'));
      else chunks.push(chunk);
    });
    incoming.on('error', reject);
    incoming.on('close', () => {
      if (!incoming.complete) return reject(new NoAnswerError('the connection was closed'));
      resolve(answerOf(incoming, Buffer.concat(chunks)));
    });
  });
}
