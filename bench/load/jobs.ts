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
  /** The host of the organization; empty or undefined for the address of the server. */
  readonly host?: string;
}

/** Sends requests in turn; each connection sends the next one after a response. */
export interface RequestJob {
  readonly kind: 'requests';
  readonly port: number;
  /** If set, the connections are spread over these ports. */
  readonly ports?: readonly number[];
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

/** One kind of request among others. */
export interface MixedKind {
  readonly name: string;
  /** Of all requests, the share of this kind is its weight among all weights. */
  readonly weight: number;
  /** Sent in turn. `SENT_TEXT` in a body is replaced by a text that tells when it was sent. */
  readonly requests: readonly WireRequest[];
}

/** Opens waiting polls, and holds requests of several kinds for `mix`. */
export interface PrepareMixJob {
  readonly kind: 'prepareMix';
  readonly port: number;
  readonly kinds: readonly MixedKind[];
  readonly polls: readonly WireRequest[];
  readonly connections: number;
}

/** Sends the prepared requests at a rate, whether or not earlier ones are answered. */
export interface MixJob {
  readonly kind: 'mix';
  /** Requests a second. */
  readonly rate: number;
  readonly seconds: number;
}

export type Job = RequestJob | WaitJob | WakeJob | CheckJob | LeaveJob | PrepareMixJob | MixJob;

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

/** Latencies in milliseconds, from when a request was due; undefined without answers. */
export interface MixedFigures {
  readonly name: string;
  readonly answers: number;
  readonly p50: number | undefined;
  readonly p99: number | undefined;
}

export interface MixOutcome {
  readonly kinds: readonly MixedFigures[];
  /** From when a message was due until a waiting poll has it. */
  readonly delivery: MixedFigures;
  /** Requests that were due and not answered at the end. */
  readonly late: number;
  readonly failures: number;
  readonly firstFailure: string | undefined;
}

export interface Outcomes {
  readonly prepareMix: Record<string, never>;
  readonly mix: MixOutcome;
  readonly requests: RequestOutcome;
  readonly wait: Record<string, never>;
  readonly wake: WakeOutcome;
  readonly check: { readonly failure?: string | undefined };
  readonly leave: Record<string, never>;
}
