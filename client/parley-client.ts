// The typed API client, for browsers and tests: the compiler checks each call against the operation's
// declaration, and errors are thrown. It needs only `fetch` and the table of routes.

import type { ClientTable } from '../src/api-contract/client-table.ts';
import type { AnswerOf, HasNoRequiredParameters, InputOf, OperationName } from './api-types.ts';
import { ParleyError } from './parley-error.ts';
import { encodeCall } from './request.ts';

export interface ClientOptions {
  /** The organization's address without a trailing slash; empty for the page's own. */
  readonly url: string;
  /** The path prefix of the API: `/json` authenticates by the browser's session. Default: `/api/v1`. */
  readonly prefix?: '/api/v1' | '/json';
  /** The answer of `GET /api/client-table.json`, or a promise of it that calls wait for. */
  readonly table: ClientTable | Promise<ClientTable>;
  /** Sent with every request. Without them only public operations can be called. */
  readonly credentials?: { readonly email: string; readonly apiKey: string };
  /** Additional headers of every request; browsers do not let pages set some of them. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Called after each request with whether the server answered, and when the request was sent
   * (`performance.now()`); not for aborted ones. An answer of a proxy in front of a missing server does not count.
   */
  readonly onReach?: (isReached: boolean, sentAt: number) => void;
  /**
   * Called if an operation needs a recent proof of identity. If it returns true, the request is sent once
   * more. Otherwise the call throws the server's error.
   */
  readonly onProofRequired?: () => Promise<boolean>;
  /** Called for each call without an answer after eight seconds. Polls and calls with files may take longer. */
  readonly onSlow?: () => void;
}

const SLOW_MILLISECONDS = 8000;

export interface CallOptions {
  /** Aborts the request; the call then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** The files of an operation that accepts some, by field name. */
  readonly files?: Readonly<Record<string, Blob>>;
  /** Whether the request is sent even if the page is closed meanwhile. */
  readonly keepalive?: boolean;
}

/** The parameters are optional if none of them is required. */
export type CallArguments<N extends OperationName> =
  HasNoRequiredParameters<N> extends true
    ? [parameters?: InputOf<N>, options?: CallOptions]
    : [parameters: InputOf<N>, options?: CallOptions];

/** A client of one organization. */
export class ParleyClient {
  readonly #options: ClientOptions;
  #answerSignal: AbortController | undefined;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** Aborted by the next answer to any call, which ends pauses before retries. */
  get nextAnswer(): AbortSignal {
    this.#answerSignal ??= new AbortController();
    return this.#answerSignal.signal;
  }

  /**
   * Calls an operation by name. Throws a `ParleyError` if it is refused or the server cannot be reached, the
   * signal's reason if it is aborted, and a TypeError for calls that correctly typed programs cannot make.
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
      ...(options?.keepalive && { keepalive: true }),
    };
    const mayTakeLong = name === 'get-events' || options?.files !== undefined;
    const send = () => this.#sendWatched(`${url}${prefix}${path}`, request, mayTakeLong);
    return (await this.#withProof(send)) as AnswerOf<N>;
  }

  /** Repeats a request that was refused for lack of a recent proof, once the proof was given. */
  async #withProof<T>(send: () => Promise<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      const { onProofRequired } = this.#options;
      const isProofRequired = error instanceof ParleyError && error.code === 'RECENT_PROOF_REQUIRED';
      if (!isProofRequired || !onProofRequired || !(await onProofRequired())) throw error;
      return send();
    }
  }

  /** Sends a request, and reports whether it was answered or took too long. */
  async #sendWatched(url: string, request: RequestInit, mayTakeLong: boolean) {
    const timer = mayTakeLong ? undefined : setTimeout(() => this.noteSlow(), SLOW_MILLISECONDS);
    const sentAt = performance.now();
    try {
      return await fetchAnswer(url, request, (isReached) => this.#noteReach(isReached, sentAt));
    } finally {
      clearTimeout(timer);
    }
  }

  /** Reports a call that took too long; for callers that have their own time limit. */
  noteSlow(): void {
    this.#options.onSlow?.();
  }

  #noteReach(isReached: boolean, sentAt: number): void {
    this.#options.onReach?.(isReached, sentAt);
    if (!isReached) return;
    this.#answerSignal?.abort();
    this.#answerSignal = undefined;
  }

  #headers(): Record<string, string> {
    const { credentials, headers } = this.#options;
    if (!credentials) return { ...headers };
    const bytes = new TextEncoder().encode(`${credentials.email}:${credentials.apiKey}`);
    return { ...headers, authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` };
  }
}

/** Statuses of a proxy that cannot reach the server. */
export const GATEWAY_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

/** The fields of a success. Without a complete answer it throws status 0 and `NO_ANSWER`. */
async function fetchAnswer(
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
    throw new ParleyError(0, 'NO_ANSWER', 'The server cannot be reached.', {}, undefined, { cause });
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
      : `The answer with status ${response.status} is not an envelope.`,
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
