// What clients are told of allowed domains.

import type { NewEvent } from '../../api-contract/event.ts';
import { type AllowedDomain, wireDomain } from './domain.ts';

function domainEvent(payload: NewEvent['payload']): NewEvent {
  return { type: 'realm_domains', audience: { kind: 'everyone' }, payload };
}

/** A new domain. */
export function domainAdded(domain: AllowedDomain): NewEvent {
  return domainEvent({ op: 'add', realm_domain: wireDomain(domain) });
}

/** A domain whose subdomains count now, or no longer do. */
export function domainChanged(domain: AllowedDomain): NewEvent {
  return domainEvent({ op: 'change', realm_domain: wireDomain(domain) });
}

/** A domain that is no longer allowed. */
export function domainRemoved(domain: string): NewEvent {
  return domainEvent({ op: 'remove', domain });
}
