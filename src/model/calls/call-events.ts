// What a person's own clients are told of the access that they gave to a provider of calls.

import type { NewEvent } from '../../api-contract/event.ts';
import type { PersonalProviderKey } from './providers.ts';

/**
 * The events for a token that came or went. The first provider has two names on the wire: each queue sees the one
 * that its client knows.
 */
export function tokenEvents(accountId: number, provider: PersonalProviderKey, value: boolean): NewEvent[] {
  const words = provider === 'webex' ? ['webex', 'vendor'] : [provider];
  return words.map((word) => ({
    type: `has_${word}_token`,
    audience: { kind: 'accounts', ids: [accountId] },
    payload: { value },
  }));
}
