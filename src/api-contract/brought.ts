// A request as it came, for the operations that read all of it themselves.

/** Where addresses in the form of Mattermost's begin; the key of a bot follows. */
export const HOOKS = '/hooks/';

/** What takes a request to one of them, below the API's prefix. */
export const HOOK_OPERATION = '/external/mattermost_incoming';

export interface Brought {
  /** By their names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** What stands in the address. */
  readonly query: ReadonlyMap<string, string>;
  /** The path and the query string as they were sent. */
  readonly url: string;
  /** The bytes of the body. @throws 413, 408 or 503 for one that is too large, too slow or more than there is room for */
  body(): Promise<Buffer>;
  /** The fields of the body where it is a form; undefined where it is not. */
  form(): Promise<ReadonlyMap<string, string> | undefined>;
}
