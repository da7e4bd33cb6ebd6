// Limits how often someone who is not logged in may have mail sent to an address of their choice. The caller's limit
// is counted first, so that rejected requests do not use up the limit of an address that may belong to someone else.

import { DAY } from '../api-contract/time.ts';
import { clientNetworkOf } from '../model/client-network.ts';
import { textKey } from '../model/text-key.ts';
import { RateLimit } from './http/rate-limit.ts';

const HOUR = 3600;

/** Five mails a day per caller; two an hour and five a day per address in an organization. */
export class MailAllowance {
  readonly #byCaller = new RateLimit(5, DAY);
  readonly #byAddress = [new RateLimit(2, HOUR), new RateLimit(5, DAY)];

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
