// Credentials that were refused. Each counts once for its network: a client that goes on with a key of yesterday is not
// guessing, and must not use up what all others behind its address may try.

import { createHash } from 'node:crypto';
import { noteWrongKey } from '../../actions/accounts/log-in.ts';
import { limits } from '../../contract/limits.ts';
import { nowSeconds } from '../../contract/time.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import { networkOf } from '../../model/client-network.ts';
import type { RequestSource } from '../../model/request-source.ts';
import type { Services } from '../../operations/services.ts';
import { logInPlace } from './log-in-place.ts';

/** Counts wrong credentials of one server, and forgets each when its failure no longer counts. */
export class WrongKeys {
  readonly #services: Services;
  /** When each was counted, the oldest first. */
  readonly #counted = new Map<string, number>();

  constructor(services: Services) {
    this.#services = services;
  }

  /** Counts what a header holds. @throws `RATE_LIMIT_HIT` where its network sent too many */
  async count(hub: OrganizationHub, source: RequestSource, header: string, email: string): Promise<void> {
    const text = `${hub.id} ${networkOf(source.address)} ${header}`;
    const key = createHash('sha256').update(text).digest('base64url');
    const now = nowSeconds();
    this.#forgetBefore(now - limits.failedLoginSeconds);
    if (this.#counted.has(key)) return;
    await noteWrongKey(logInPlace(this.#services, hub), { email, door: 'api_key', source });
    this.#counted.set(key, now);
  }

  #forgetBefore(moment: number): void {
    for (const [key, countedAt] of this.#counted) {
      if (countedAt > moment && this.#counted.size < limits.wrongKeysInMemory) return;
      this.#counted.delete(key);
    }
  }
}
