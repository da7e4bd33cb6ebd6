// The jobs of the load generator and their results, as plain data that is sent between processes.

export interface WireRequest {
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly path: string;
  /** The value of the `authorization` header; empty if there is none. */
  readonly authorization: string;
  /** A form body; empty if there is none. Sent as one byte per character. */
  readonly body: string;
  /** The content type of the body, if it is not a form of names and values. */
  readonly contentType?: string;
}

/** Sends requests in turn; each connection sends the next one after a response. */
export interface RequestJob {
  readonly kind: 'requests';
  readonly port: number;
  readonly requests: readonly WireRequest[];
  readonly connections: number;
  /** Ends after this time, but not before the first response. */
  readonly seconds?: number;
  /** Ends after this number of responses. */
  readonly count?: number;
  /** Returns all bodies in the order of the requests; otherwise only the first. */
  readonly keepBodies?: boolean;
}

/** Opens one connection per poll and waits on each. An answered poll is sent again. */
export interface WaitJob {
  readonly kind: 'wait';
  readonly port: number;
  readonly polls: readonly WireRequest[];
}

/** Sends a request and measures the time until every waiting poll is answered. */
export interface WakeJob {
  readonly kind: 'wake';
  readonly port: number;
  readonly request: WireRequest;
}

/** Checks whether a poll or its connection failed. */
export interface CheckJob {
  readonly kind: 'check';
}

/** Closes the waiting polls. */
export interface LeaveJob {
  readonly kind: 'leave';
}

export type Job = RequestJob | WaitJob | WakeJob | CheckJob | LeaveJob;

export interface RequestOutcome {
  readonly answers: number;
  /** Responses with a status other than 200. */
  readonly failures: number;
  /** The body of the first failed response. */
  readonly firstFailure: string | undefined;
  readonly seconds: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  /** Bytes of an average body. */
  readonly bytes: number;
  readonly bodies: readonly string[];
}

export interface WakeOutcome {
  /** Milliseconds from the request to its response, and to that of the last poll. */
  readonly answered: number;
  readonly last: number;
  readonly polls: number;
}

export interface Outcomes {
  readonly requests: RequestOutcome;
  readonly wait: Record<string, never>;
  readonly wake: WakeOutcome;
  readonly check: { readonly failure?: string | undefined };
  readonly leave: Record<string, never>;
}
