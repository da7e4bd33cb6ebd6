// The clock of the service. With one server it is the machine's clock. Servers that share a database use the
// database's clock: each measures the offset of that clock from its own steady clock, which cannot be set, and updates
// it with every query. The state is in this module because the clock itself is global to the process.

/** A reading of this machine's clocks: milliseconds since 1970, which may be set, and since the process started. */
export interface ClockReading {
  readonly wall: number;
  readonly steady: number;
}

/** Smaller differences are caused by a busy machine, not by the clocks. */
const TOLERANCE_MILLISECONDS = 500;

/** A clock that may differ from this machine's. */
class ServiceClock {
  /** The time of the service when the steady clock started; undefined: the service uses this machine's clock. */
  #origin: number | undefined;
  #difference = 0;

  /** Milliseconds since 1970. */
  now(): number {
    return this.#origin === undefined ? Date.now() : this.#origin + performance.now();
  }

  /**
   * Milliseconds since 1970 that advance steadily even if this machine's clock is set, for durations that
   * outlast the process.
   */
  steadyNow(): number {
    return (this.#origin ?? performance.timeOrigin) + performance.now();
  }

  /** Milliseconds by which this machine's clock was ahead of the service's at the last comparison. */
  get difference(): number {
    return this.#difference;
  }

  /**
   * Switches to another clock, which showed `remoteTime` at some time between `requested` and now. A difference that
   * the duration of the query explains is ignored.
   */
  synchronize(requested: ClockReading, remoteTime: number): void {
    const clocksAfter = readClocks();
    const origin = this.#origin ?? remoteTime - requested.steady;
    this.#origin = origin + correction(origin + requested.steady, origin + clocksAfter.steady, remoteTime);
    this.#difference = -correction(requested.wall, clocksAfter.wall, remoteTime);
  }
}

/**
 * The milliseconds to add to a clock that showed `before` and `after` around a moment, so that it may have shown
 * `remoteTime` in between.
 */
function correction(before: number, after: number, remoteTime: number): number {
  if (remoteTime < before - TOLERANCE_MILLISECONDS) return remoteTime - before;
  if (remoteTime > after + TOLERANCE_MILLISECONDS) return remoteTime - after;
  return 0;
}

/** The current reading of this machine's clocks. */
export function readClocks(): ClockReading {
  return { wall: Date.now(), steady: performance.now() };
}

/**
 * Milliseconds since a moment by whichever clock measured more: one may be set, the other stops while the
 * machine sleeps. For durations that must not be underestimated.
 */
export function maxElapsedSince({ wall, steady }: ClockReading): number {
  return Math.max(Date.now() - wall, performance.now() - steady);
}

/** The clock of the service that this process belongs to. */
export const serviceClock = new ServiceClock();
