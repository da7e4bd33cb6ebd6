// How often somebody who is not logged in may have mail sent to an address of their choice. Who asks is counted first:
// what they are refused must not use up what is left for the address, which may be somebody else's.

import { DAY } from '../api-contract/time.ts';
import { networkOf } from '../model/client-network.ts';
import { textKey } from '../model/text-key.ts';
import { RateLimit } from './http/rate-limit.ts';

const HOUR = 3600;

/** Five mails a day for one caller; two an hour and five a day for one address of an organization. */
export class MailAllowance {
  readonly #byCaller = new RateLimit(5, DAY);
  readonly #byAddress = [new RateLimit(2, HOUR), new RateLimit(5, DAY)];

  /** Counts one mail, or refuses it with `RATE_LIMIT_HIT`. The address is one, so that what is remembered is short. */
  take(caller: string, organizationId: number, email: string): void {
    this.#byCaller.take(networkOf(caller));
    for (const limit of this.#byAddress) limit.take(`${organizationId} ${textKey(email)}`);
  }
}
