// Limits concurrent fetches in total and per host, so that a slow host does not block the others. A few more
// fetches of a host wait in line.

import { rateLimited } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';

const TRY_AGAIN_SECONDS = 2;

/** The running and the waiting fetches of one host. */
interface Host {
  fetching: number;
  readonly waiting: (() => void)[];
}

export interface FetchBounds {
  /** Concurrent fetches in total. */
  readonly atOnce: number;
  /** Concurrent fetches of one host. */
  readonly perHostAtOnce: number;
  /** The fetches of one host, including those that wait. */
  readonly perHost: number;
}

const mediaBounds: FetchBounds = {
  atOnce: limits.externalMediaAtOnce,
  perHostAtOnce: limits.externalMediaPerHostAtOnce,
  perHost: limits.externalMediaPerHost,
};

/** The concurrency limit for fetches of one server. */
export class FetchLimit {
  readonly #bounds: FetchBounds;
  readonly #hosts = new Map<string, Host>();
  #fetching = 0;

  constructor(bounds: FetchBounds = mediaBounds) {
    this.#bounds = bounds;
  }

  /**
   * Waits until a fetch from a host may start. Returns a function that must be called when it is over.
   * @throws `RATE_LIMIT_HIT` if too many fetches of the host wait, or the total limit is reached
   */
  async acquire(name: string): Promise<() => void> {
    const { atOnce, perHostAtOnce, perHost } = this.#bounds;
    const host = this.#hosts.get(name) ?? { fetching: 0, waiting: [] };
    if (host.fetching + host.waiting.length >= perHost) throw rateLimited(TRY_AGAIN_SECONDS);
    if (host.fetching >= perHostAtOnce) {
      // The slot of a finished fetch passes to the one that has waited longest.
      await new Promise<void>((enter) => host.waiting.push(enter));
    } else {
      if (this.#fetching >= atOnce) throw rateLimited(TRY_AGAIN_SECONDS);
      this.#fetching++;
      host.fetching++;
      this.#hosts.set(name, host);
    }
    return () => this.#release(name, host);
  }

  #release(name: string, host: Host): void {
    const next = host.waiting.shift();
    if (next) next();
    else {
      this.#fetching--;
      host.fetching--;
      if (host.fetching === 0) this.#hosts.delete(name);
    }
  }
}
