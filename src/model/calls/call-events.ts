// Notifies a person's own clients when they grant or lose access to a call provider.

import type { NewEvent } from '../../api-contract/event.ts';
import type { PersonalProviderKey } from './call-providers.ts';

/**
 * The events for a token that was added or removed. The first provider has two names on the wire, and each
 * queue receives the one its client knows.
 */
export function tokenEvents(accountId: number, provider: PersonalProviderKey, value: boolean): NewEvent[] {
  const wireNames = provider === 'webex' ? ['webex', 'vendor'] : [provider];
  return wireNames.map((wireName) => ({
    type: `has_${wireName}_token`,
    audience: { kind: 'accounts', ids: [accountId] },
    payload: { value },
  }));
}
