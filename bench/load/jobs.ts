// What the load generator is asked to do, and what it gives back: plain data that crosses between processes.

/** One HTTP request, as it will be written. */
export interface WireRequest {
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly path: string;
  /** The value of the `authorization` header; empty: none. */
  readonly authorization: string;
  /** A form body; empty: none. */
  readonly body: string;
}

/** Sends requests in turn, each connection its next one as soon as it is answered. */
export interface RequestJob {
  readonly kind: 'requests';
  readonly port: number;
  readonly requests: readonly WireRequest[];
  readonly connections: number;
  /** Ends after this time, though not before the first answer, or… */
  readonly seconds?: number;
  /** … after so many answers. */
  readonly count?: number;
  /** Gives back all bodies, in the order of the requests; otherwise only the first. */
  readonly keepBodies?: boolean;
}

/** Opens one connection per poll and waits on each; a poll that is answered is sent anew. */
export interface WaitJob {
  readonly kind: 'wait';
  readonly port: number;
  readonly polls: readonly WireRequest[];
}

/** Sends a request and times how long it takes until every waiting poll was answered. */
export interface WakeJob {
  readonly kind: 'wake';
  readonly port: number;
  readonly request: WireRequest;
}

/** Asks whether a poll was refused or its connection broke. */
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
  /** Answers whose status was not 200. */
  readonly refusals: number;
  /** The first refusal's body, to say what went wrong. */
  readonly firstRefusal: string | undefined;
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
  /** Milliseconds from sending the request to its answer, and to the last poll's. */
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
