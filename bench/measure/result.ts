// What a row of the bench says.

/** Milliseconds, answers per second, milliseconds of processor time per answer, megabytes. */
export interface Figures {
  readonly p50?: number | undefined;
  readonly p99?: number | undefined;
  /** Under load. */
  readonly rate?: number | undefined;
  readonly loadedP50?: number | undefined;
  readonly loadedP99?: number | undefined;
  readonly processor?: number | undefined;
  readonly memory?: number | undefined;
  /** Bytes of an average answer. */
  readonly bytes?: number | undefined;
}

/** What the design asks for: at most so much of a figure, at least such a share of the floor's rate. */
export interface Budget {
  readonly p50?: number;
  readonly processor?: number;
  readonly memory?: number;
  readonly shareOfRate?: number;
}

export interface RowResult {
  readonly name: string;
  readonly budget: Budget;
  /** Which floor stands beside it. */
  readonly floorName: string;
  readonly server: Figures;
  readonly floor: Figures | undefined;
  /** Why it was not measured. */
  readonly skipped?: string;
}

/** Thrown by a row whose operation is not there (yet). */
export class NotThere extends Error {}
