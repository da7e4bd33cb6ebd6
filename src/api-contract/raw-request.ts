// A raw request, for operations that read all of it themselves.

/** The prefix of Mattermost-style addresses, followed by a bot's key. */
export const HOOKS = '/hooks/';

/** The operation that handles these requests, below the API's prefix. */
export const HOOK_OPERATION = '/external/mattermost_incoming';

export interface RawRequest {
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** The query parameters of the address. */
  readonly query: ReadonlyMap<string, string>;
  /** The path and query string as sent. */
  readonly url: string;
  /**
   * The bytes of the body.
   * @throws 413, 408 or 503 for one that is too large, too slow or beyond the total limit
   */
  body(): Promise<Buffer>;
  /** The fields of a form body; undefined for other bodies. */
  form(): Promise<ReadonlyMap<string, string> | undefined>;
}
