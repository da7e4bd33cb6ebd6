// Limits how often someone who is not logged in may have mail sent to an address of their choice. The caller's limit
// is counted first, so that rejected requests do not use up the limit of an address that may belong to someone else.

import type { Limiter, RateLimits } from '../api-contract/rate-limits.ts';
import { DAY } from '../api-contract/time.ts';
import { clientNetworkOf } from '../model/client-network.ts';
import { textKey } from '../model/text-key.ts';

const HOUR = 3600;

/** Five mails a day per caller; two an hour and five a day per address in an organization. */
export class MailAllowance {
  readonly #byCaller: Limiter;
  readonly #byAddress: readonly Limiter[];

  /** @param purpose what the mails are for; each has its own limits */
  constructor(rateLimits: RateLimits, purpose: string) {
    this.#byCaller = rateLimits.of(`${purpose}: caller`, 5, DAY, 'at once');
    this.#byAddress = [
      rateLimits.of(`${purpose}: address, hour`, 2, HOUR, 'at once'),
      rateLimits.of(`${purpose}: address, day`, 5, DAY, 'at once'),
    ];
  }

  /**
   * Counts one mail.
   * @param email a validated address, so that its length is bounded
   * @throws ApiError `RATE_LIMIT_HIT`
   */
  consume(caller: string, organizationId: number, email: string): void {
    this.#byCaller.consume(clientNetworkOf(caller));
    for (const limit of this.#byAddress) limit.consume(`${organizationId} ${textKey(email)}`);
  }
}
