// The result of a row of the bench.

import { CodedError } from '../../src/errors/coded-error.ts';

/** Latencies in milliseconds, responses per second, processor milliseconds per response, megabytes of memory. */
export interface Figures {
  readonly p50?: number | undefined;
  readonly p99?: number | undefined;
  /** Under load. */
  readonly rate?: number | undefined;
  readonly loadedP50?: number | undefined;
  readonly loadedP99?: number | undefined;
  readonly processor?: number | undefined;
  /** Processor milliseconds per response with one client at a time. */
  readonly processorAlone?: number | undefined;
  readonly memory?: number | undefined;
  /** Bytes of an average answer. */
  readonly bytes?: number | undefined;
}

/** The budget of the design: maximum figures, and a minimum share of the floor's rate. */
export interface Budget {
  readonly p50?: number;
  readonly processor?: number;
  readonly memory?: number;
  readonly shareOfRate?: number;
}

export interface RowResult {
  readonly name: string;
  readonly budget: Budget;
  /** The kind of floor request it is compared with. */
  readonly floorName: string;
  readonly server: Figures;
  readonly floor: Figures | undefined;
  /** The reason why it was not measured. */
  readonly skipped?: string;
}

/** Thrown by a row whose operation does not exist. */
export class MissingOperationError extends CodedError {
  constructor(message: string, options?: ErrorOptions) {
    super('OPERATION_MISSING', message, options);
  }
}
