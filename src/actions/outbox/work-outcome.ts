// The outcomes of an outbox row's work. Workers return them as values, and `OutboxWorker` applies them.

import type { Unit } from '../../storage/unit.ts';

/** The follow-ups of an outcome. They are skipped if another worker has the row by now. */
export interface FollowUps {
  /** These run in the unit of work that removes or changes the row. */
  readonly units?: readonly Unit<unknown>[];
  /** Runs after that unit. */
  readonly afterwards?: () => Promise<unknown>;
}

/** Nothing is left to do; the row is removed. */
export interface DoneOutcome extends FollowUps {
  readonly is: 'done';
  /** The outcome instead if the unit fails with this error. It throws errors that it does not expect. */
  readonly ifUnitFails?: (error: unknown) => WorkOutcome;
}

/** A part is done. The worker keeps the row and continues with the rest, unless the server stops. */
export interface PartDoneOutcome extends FollowUps {
  readonly is: 'part done';
  /** The payload of the rest. */
  readonly payload: string;
}

/** The row is tried again after a pause, or given up after its last attempt. */
export interface RetryOutcome extends FollowUps {
  readonly is: 'retry';
  /** For the log, without addresses and secrets; undefined if the worker has logged it. */
  readonly reason?: string | undefined;
  /** Seconds until the next attempt, instead of those of the policy; the number of attempts is then not limited. */
  readonly pause?: number;
  /** The time in seconds before which the next attempt is useless. */
  readonly notBefore?: number;
  /** A reduced or changed payload. */
  readonly payload?: string;
  /** Additional follow-ups if this was the last attempt. */
  readonly ifLast?: FollowUps;
}

/** Another attempt would fail too; the row is removed. */
export interface GivenUpOutcome extends FollowUps {
  readonly is: 'given up';
  /** For the log, as with `retry`. */
  readonly reason: string;
}

/** The server stops. */
export interface AbortedOutcome {
  readonly is: 'aborted';
  /**
   * Whether the work that has begun may still take effect. The row then stays leased, so that no worker repeats it
   * meanwhile. Otherwise it is due again at once, and the attempt does not count.
   */
  readonly isUnderWay: boolean;
}

export type WorkOutcome = DoneOutcome | PartDoneOutcome | RetryOutcome | GivenUpOutcome | AbortedOutcome;

/** The outcome of a row with nothing to do, or whose work needs no unit. */
export const done: DoneOutcome = { is: 'done' };
