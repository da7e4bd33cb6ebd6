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

/** The concurrency limit for fetches of one server. */
export class FetchLimit {
  readonly #hosts = new Map<string, Host>();
  #fetching = 0;

  /**
   * Waits until a fetch from a host may start. Returns a function that must be called when it is over.
   * @throws `RATE_LIMIT_HIT` if too many fetches of the host wait, or the total limit is reached
   */
  async acquire(name: string): Promise<() => void> {
    const host = this.#hosts.get(name) ?? { fetching: 0, waiting: [] };
    if (host.fetching + host.waiting.length >= limits.externalMediaPerHost)
      throw rateLimited(TRY_AGAIN_SECONDS);
    if (host.fetching >= limits.externalMediaPerHostAtOnce) {
      // The slot of a finished fetch passes to the one that has waited longest.
      await new Promise<void>((enter) => host.waiting.push(enter));
    } else {
      if (this.#fetching >= limits.externalMediaAtOnce) throw rateLimited(TRY_AGAIN_SECONDS);
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
