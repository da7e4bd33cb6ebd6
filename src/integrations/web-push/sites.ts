// How many requests are under way to each site. One that answers slowly, or not at all, gets so many and no more: who finds
// no place in time tries again later, so that the messages for other sites go past.

import { isIP } from 'node:net';
import { limits } from '../../api-contract/limits.ts';

/** How long a place is waited for, and how long a site where that was in vain is not waited for again. */
const WAIT_MILLISECONDS = 2000;
const STUCK_MILLISECONDS = 10_000;

interface Site {
  underWay: number;
  stuckUntil: number;
  /** Those who wait, each to be told that a place is theirs. */
  readonly waiting: Set<() => void>;
}

/** The name that belongs to one owner, as far as it says so itself: names below it are as many as they like. */
function siteOf(address: string): string {
  const { hostname, host } = new URL(address);
  const name = hostname.replace(/^\[|\]$/g, '');
  return isIP(name) === 0 ? name.replace(/\.$/, '').split('.').slice(-2).join('.') : host;
}

export class Sites {
  /** Those with requests under way. */
  readonly #sites = new Map<string, Site>();

  /** Does something at the site of an address; undefined where there was no place for it. */
  async at<T>(address: string, act: () => Promise<T>): Promise<T | undefined> {
    const name = siteOf(address);
    const site = this.#sites.get(name) ?? { underWay: 0, stuckUntil: 0, waiting: new Set() };
    this.#sites.set(name, site);
    if (!(await this.#place(site))) return undefined;
    try {
      return await act();
    } finally {
      this.#leave(name, site);
    }
  }

  /** Takes a place; false where there is none. */
  #place(site: Site): Promise<boolean> | boolean {
    if (site.underWay < limits.webPushRequestsPerSite) {
      site.underWay += 1;
      return true;
    }
    if (performance.now() < site.stuckUntil) return false;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        site.waiting.delete(taken);
        site.stuckUntil = performance.now() + STUCK_MILLISECONDS;
        resolve(false);
      }, WAIT_MILLISECONDS);
      const taken = () => {
        clearTimeout(timer);
        resolve(true);
      };
      site.waiting.add(taken);
    });
  }

  /** Hands a place on to who waited longest. */
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
