// Limits concurrent requests per site. Requests to a slow site wait briefly and are then retried later, so
// that messages to other sites overtake them.

import { isIP } from 'node:net';
import { limits } from '../../api-contract/limits.ts';

/** How long a request waits for a slot. */
const WAIT_MILLISECONDS = 2000;
/** How long requests to a site fail at once after one has waited without getting a slot. */
const STUCK_MILLISECONDS = 10_000;

interface Site {
  underWay: number;
  stuckUntil: number;
  /** The waiting requests; each function hands a slot to one. */
  readonly waiting: Set<() => void>;
}

/** The part of a host name that one owner controls: anyone can create subdomains without limit. */
function siteOf(address: string): string {
  const { hostname, host } = new URL(address);
  const name = hostname.replace(/^\[|\]$/g, '');
  return isIP(name) === 0 ? name.replace(/\.$/, '').split('.').slice(-2).join('.') : host;
}

export class SiteLimit {
  /** The sites with running requests. */
  readonly #sites = new Map<string, Site>();

  /** Runs a request to an address; undefined if the site is over its limit. */
  async run<T>(address: string, act: () => Promise<T>): Promise<T | undefined> {
    const name = siteOf(address);
    const site = this.#sites.get(name) ?? { underWay: 0, stuckUntil: 0, waiting: new Set() };
    this.#sites.set(name, site);
    if (!(await this.#enter(site))) return undefined;
    try {
      return await act();
    } finally {
      this.#leave(name, site);
    }
  }

  /** Takes a slot; false if none is free in time. */
  #enter(site: Site): Promise<boolean> | boolean {
    if (site.underWay < limits.webPushRequestsPerSite) {
      site.underWay += 1;
      return true;
    }
    if (performance.now() < site.stuckUntil) return false;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        site.waiting.delete(admit);
        site.stuckUntil = performance.now() + STUCK_MILLISECONDS;
        resolve(false);
      }, WAIT_MILLISECONDS);
      const admit = () => {
        clearTimeout(timer);
        resolve(true);
      };
      site.waiting.add(admit);
    });
  }

  /** Hands the slot to the request that has waited longest. */
  #leave(name: string, site: Site): void {
    const [next] = site.waiting;
    if (next) {
      site.waiting.delete(next);
      next();
      return;
    }
    site.underWay -= 1;
    if (site.underWay === 0) this.#sites.delete(name);
  }
}
