// A refusal of the server, as clients catch it.

/** The server refused a request, or what answered was not the server. */
export class ParleyError extends Error {
  /** The HTTP status; 0 where nothing answered. */
  readonly status: number;
  /** The envelope's; `NO_ENVELOPE` where the answer was none, e.g. a proxy's, and `NO_ANSWER` without an answer. */
  readonly code: string;
  /** Every field of the envelope: some codes come with more than a message. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Seconds after which to try again, where the server says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    fields: Readonly<Record<string, unknown>> = {},
    retryAfterSeconds?: number,
  ) {
    super(message);
    this.name = 'ParleyError';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Whether the same request may well succeed a little later. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}
