// `realm_domains` events about allowed domains.

import { anyText } from '../../api-contract/codec.ts';
import type { NewEvent } from '../../api-contract/event.ts';
import { eventTypeWithOps, newEvent, type PayloadOf } from '../../api-contract/event-declaration.ts';
import { type AllowedDomain, domainSchema, wireDomain } from './allowed-domain.ts';

export const domainsEvent = eventTypeWithOps('realm_domains', 'The allowed email domains changed.', {
  add: { realm_domain: domainSchema },
  change: { realm_domain: domainSchema },
  remove: { domain: anyText },
});

function event(payload: PayloadOf<typeof domainsEvent>): NewEvent {
  return newEvent(domainsEvent, payload, { audience: { kind: 'everyone' } });
}

export function domainAdded(domain: AllowedDomain): NewEvent {
  return event({ op: 'add', realm_domain: wireDomain(domain) });
}

/** The domain's subdomains are now allowed, or no longer are. */
export function domainChanged(domain: AllowedDomain): NewEvent {
  return event({ op: 'change', realm_domain: wireDomain(domain) });
}

export function domainRemoved(domain: string): NewEvent {
  return event({ op: 'remove', domain });
}
