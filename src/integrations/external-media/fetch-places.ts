// Who may fetch from elsewhere at the same moment: few in all, and of one host fewer, so that a slow one keeps nobody from
// the others. A few more of a host wait for the ones before them.

import { rateLimited } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';

const TRY_AGAIN_SECONDS = 2;

/** What is fetched of one host, and what waits for it. */
interface Host {
  fetching: number;
  readonly waiting: (() => void)[];
}

/** The places for fetches of one server. */
export class FetchPlaces {
  readonly #hosts = new Map<string, Host>();
  #fetching = 0;

  /**
   * Waits for a place among those of a host; gives what leaves it, which must be called.
   * @throws `RATE_LIMIT_HIT` where too many of the host wait, or all places are taken
   */
  async enter(name: string): Promise<() => void> {
    const host = this.#hosts.get(name) ?? { fetching: 0, waiting: [] };
    if (host.fetching + host.waiting.length >= limits.externalMediaPerHost)
      throw rateLimited(TRY_AGAIN_SECONDS);
    if (host.fetching >= limits.externalMediaPerHostAtOnce) {
      // The place of one that is over goes to who waits longest.
      await new Promise<void>((enter) => host.waiting.push(enter));
    } else {
      if (this.#fetching >= limits.externalMediaAtOnce) throw rateLimited(TRY_AGAIN_SECONDS);
      this.#fetching++;
      host.fetching++;
      this.#hosts.set(name, host);
    }
    return () => this.#leave(name, host);
  }

  #leave(name: string, host: Host): void {
    const next = host.waiting.shift();
    if (next) next();
    else {
      this.#fetching--;
      host.fetching--;
      if (host.fetching === 0) this.#hosts.delete(name);
    }
  }
}
