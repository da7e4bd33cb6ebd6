// What time it is for the service. On one server that is its machine's clock. Servers that share a database go by the
// database's: each knows how that clock stands to its own steady one, which nobody sets, and looks again with whatever
// it asks the database. What is known of a clock is kept in this module, as the clock itself is kept in the process.

/** What the clocks of this machine show: milliseconds since 1970, which somebody may set, and since the process began. */
export interface Moment {
  readonly wall: number;
  readonly steady: number;
}

/** Differences up to here are those of a busy machine, not of clocks. */
const TOLERANCE_MILLISECONDS = 500;

/** A clock that may be another than this machine's. */
class ServiceClock {
  /** What the service's clock showed when the steady one began; undefined: this machine's is the service's. */
  #origin: number | undefined;
  #difference = 0;

  /** Milliseconds since 1970. */
  now(): number {
    return this.#origin === undefined ? Date.now() : this.#origin + performance.now();
  }

  /** Milliseconds since 1970 as they pass, also when this machine's clock is set: for what lasts beyond the process. */
  evenNow(): number {
    return (this.#origin ?? performance.timeOrigin) + performance.now();
  }

  /** Milliseconds by which this machine's clock was ahead of the service's when they were last compared. */
  get difference(): number {
    return this.#difference;
  }

  /**
   * Goes by another clock from now on: it showed `told` at some time between the moment at which it was asked and now.
   * What the time of the answer explains is no difference.
   */
  goBy(asked: Moment, told: number): void {
    const answered = thisMoment();
    const origin = this.#origin ?? told - asked.steady;
    this.#origin = origin + correction(origin + asked.steady, origin + answered.steady, told);
    this.#difference = -correction(asked.wall, answered.wall, told);
  }
}

/** What must be added to a clock that showed one time before and one after a moment, so that it may have shown `told`. */
function correction(before: number, after: number, told: number): number {
  if (told < before - TOLERANCE_MILLISECONDS) return told - before;
  if (told > after + TOLERANCE_MILLISECONDS) return told - after;
  return 0;
}

/** What the clocks of this machine show now. */
export function thisMoment(): Moment {
  return { wall: Date.now(), steady: performance.now() };
}

/**
 * Milliseconds since a moment, by the clock that counts more: one may be set, the other stands still while the machine
 * sleeps. For what must not be thought shorter than it was.
 */
export function longestSince({ wall, steady }: Moment): number {
  return Math.max(Date.now() - wall, performance.now() - steady);
}

/** The clock of the service that this process is a server of. */
export const serviceClock = new ServiceClock();
