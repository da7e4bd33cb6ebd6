// An error of the API, as clients catch it.

import { CodedError } from '../src/errors/coded-error.ts';

/**
 * The server rejected a request, did not answer, or something else answered in its place. The code is the one in
 * the envelope. It is `NO_ENVELOPE` for an answer without an envelope, e.g. from a proxy, and `NO_ANSWER` without
 * an answer.
 */
export class ParleyError extends CodedError {
  /** The HTTP status; 0 if the server could not be reached. */
  readonly status: number;
  /** All fields of the envelope: some codes come with more than a message. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Seconds after which to retry, if the server sent them. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    fields: Readonly<Record<string, unknown>> = {},
    retryAfterSeconds?: number,
    options?: ErrorOptions,
  ) {
    super(code, message, options);
    this.status = status;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Whether the same request may succeed a little later. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}
