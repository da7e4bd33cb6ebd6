// An error of the API, as clients catch it.

/** The server refused a request, or something else answered in its place. */
export class ParleyError extends Error {
  /** The HTTP status; 0 if the server could not be reached. */
  readonly status: number;
  /**
   * The envelope's code; `NO_ENVELOPE` if the answer was none, e.g. from a proxy, and `NO_ANSWER` without an
   * answer.
   */
  readonly code: string;
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
  ) {
    super(message);
    this.name = 'ParleyError';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Whether the same request may succeed a little later. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}
