// The typed client of the API, for browsers and tests: a call is checked by the compiler against the operation's
// declaration, and a refusal is thrown. It needs `fetch` and the table of routes, nothing of the server.

import type { ClientTable } from '../src/api-contract/client-table.ts';
import type { AnswerOf, InputOf, NeedsNothing, OperationName } from './api-types.ts';
import { ParleyError } from './parley-error.ts';
import { encodeCall } from './request.ts';

export interface ClientOptions {
  /** The organization's address without a slash at its end; empty for the page's own. */
  readonly url: string;
  /** What the API stands below: `/json` where the browser's session says who calls. `/api/v1` unless given. */
  readonly prefix?: '/api/v1' | '/json';
  /** `GET /api/client-table.json`, or its answer on the way: calls wait for it. */
  readonly table: ClientTable | Promise<ClientTable>;
  /** Sent with every request. Without them only operations for anyone can be called. */
  readonly credentials?: { readonly email: string; readonly apiKey: string };
  /** Further headers of every request; a browser does not let pages choose some. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Told of each request whether the server answered it; not of those that were aborted. What a proxy answers in place of a
   * server that is gone is no answer.
   */
  readonly onReach?: (isReached: boolean) => void;
  /**
   * Called where an operation needs a recent proof of who uses the browser. True: it was given, and the request is sent once more.
   * Otherwise the call throws the refusal.
   */
  readonly onProofRequired?: () => Promise<boolean>;
  /** Told of each call that has no answer after eight seconds. Polls may take as long as they say, calls with files longer. */
  readonly onSlow?: () => void;
}

const SLOW_MILLISECONDS = 8000;

export interface CallOptions {
  /** Ends the request; the call then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** The files of an operation that takes some, by field name. */
  readonly files?: Readonly<Record<string, Blob>>;
}

/** The parameters may be left out where none of them is needed. */
export type CallArguments<N extends OperationName> =
  NeedsNothing<N> extends true
    ? [parameters?: InputOf<N>, options?: CallOptions]
    : [parameters: InputOf<N>, options?: CallOptions];

/** A client of one organization. */
export class ParleyClient {
  readonly #options: ClientOptions;
  #answer: AbortController | undefined;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** Aborted by the next answer to any call: what waits before it tries again need not wait longer. */
  get nextAnswer(): AbortSignal {
    this.#answer ??= new AbortController();
    return this.#answer.signal;
  }

  /**
   * Calls an operation by its name. Throws a `ParleyError` when it is refused or nothing answers, the signal's
   * reason when it is aborted, and a TypeError for a call that no correctly typed program makes.
   */
  async call<N extends OperationName>(
    name: N,
    ...[parameters, options]: CallArguments<N>
  ): Promise<AnswerOf<N>> {
    const route = (await this.#options.table)[name];
    if (!route) throw new TypeError(`the table of routes has no ${name}`);
    const { path, body } = encodeCall(route, parameters ?? {}, options?.files);
    const { url, prefix = '/api/v1' } = this.#options;
    const request = {
      method: route.method,
      headers: this.#headers(),
      ...(body && { body }),
      ...(options?.signal && { signal: options.signal }),
    };
    const mayTakeLong = name === 'get-events' || options?.files !== undefined;
    const send = () => this.#sendWatched(`${url}${prefix}${path}`, request, mayTakeLong);
    return (await this.#withProof(send)) as AnswerOf<N>;
  }

  /** Sends a request again that was refused because it needs a recent proof, once that was given. */
  async #withProof<T>(send: () => Promise<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      const { onProofRequired } = this.#options;
      const isAsked = error instanceof ParleyError && error.code === 'RECENT_PROOF_REQUIRED';
      if (!isAsked || !onProofRequired || !(await onProofRequired())) throw error;
      return send();
    }
  }

  /** Sends a request, and says whether it was answered, or not for too long. */
  async #sendWatched(url: string, request: RequestInit, mayTakeLong: boolean) {
    const timer = mayTakeLong ? undefined : setTimeout(() => this.noteSlow(), SLOW_MILLISECONDS);
    try {
      return await answered(url, request, (isReached) => this.#noteReach(isReached));
    } finally {
      clearTimeout(timer);
    }
  }

  /** Says that a call had no answer for too long, for those who know how long it may take. */
  noteSlow(): void {
    this.#options.onSlow?.();
  }

  #noteReach(isReached: boolean): void {
    this.#options.onReach?.(isReached);
    if (!isReached) return;
    this.#answer?.abort();
    this.#answer = undefined;
  }

  #headers(): Record<string, string> {
    const { credentials, headers } = this.#options;
    if (!credentials) return { ...headers };
    const bytes = new TextEncoder().encode(`${credentials.email}:${credentials.apiKey}`);
    return { ...headers, authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` };
  }
}

/** What a proxy answers where there is no server behind it. */
export const GATEWAY_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

/** The fields of a success. Without an answer, or with half of one: status 0 and `NO_ANSWER`. */
async function answered(
  url: string,
  request: RequestInit,
  onReach: (isReached: boolean) => void,
): Promise<Readonly<Record<string, unknown>>> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, request);
    text = await response.text();
  } catch (cause) {
    if (request.signal?.aborted) throw cause;
    onReach(false);
    throw Object.assign(new ParleyError(0, 'NO_ANSWER', 'The server cannot be reached.'), { cause });
  }
  const fields = envelopeOf(text);
  onReach(fields !== undefined || !GATEWAY_STATUSES.has(response.status));
  return successOf(response, fields);
}

function successOf(
  response: Response,
  fields: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, unknown>> {
  if (response.ok && fields?.result === 'success') return fields;
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  throw new ParleyError(
    response.status,
    typeof fields?.code === 'string' ? fields.code : 'NO_ENVELOPE',
    typeof fields?.msg === 'string'
      ? fields.msg
      : `The answer with status ${response.status} is no envelope.`,
    fields,
    Number.isFinite(retryAfter) ? retryAfter : undefined,
  );
}

function envelopeOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
