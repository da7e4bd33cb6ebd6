// Counts rejected credentials. The same credentials count once per network: a client that keeps using an
// outdated key is not guessing, and must not use up the attempts of everyone else behind its address.

import { createHash } from 'node:crypto';
import { type LoggedLoginMethod, recordWrongKey } from '../../actions/accounts/counted-attempts.ts';
import type { Services } from '../../api/services.ts';
import { limits } from '../../api-contract/limits.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import { clientNetworkOf } from '../../model/client-network.ts';
import type { RequestSource } from '../../model/request-source.ts';
import { loginDependencies } from './login-dependencies.ts';

/** Counts the wrong credentials that a server receives, and forgets each when its failed attempt expires. */
export class WrongKeys {
  readonly #services: Services;
  readonly #loginMethod: LoggedLoginMethod;
  /** When each was counted, the oldest first. */
  readonly #counted = new Map<string, number>();

  /** @param loginMethod the login method that the credentials are tried with */
  constructor(services: Services, loginMethod: LoggedLoginMethod = 'api_key') {
    this.#services = services;
    this.#loginMethod = loginMethod;
  }

  /**
   * Counts the credentials in a header.
   * @throws `RATE_LIMIT_HIT` if the network sent too many
   */
  async count(hub: OrganizationHub, source: RequestSource, header: string, email: string): Promise<void> {
    const text = `${hub.id} ${clientNetworkOf(source.address)} ${header}`;
    const key = createHash('sha256').update(text).digest('base64url');
    const now = nowSeconds();
    this.#forgetBefore(now - limits.failedLoginSeconds);
    if (this.#counted.has(key)) return;
    await recordWrongKey(loginDependencies(this.#services, hub), {
      email,
      loginMethod: this.#loginMethod,
      source,
    });
    this.#counted.set(key, now);
  }

  #forgetBefore(moment: number): void {
    for (const [key, countedAt] of this.#counted) {
      if (countedAt > moment && this.#counted.size < limits.wrongKeysInMemory) return;
      this.#counted.delete(key);
    }
  }
}
