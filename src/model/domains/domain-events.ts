// `realm_domains` events about allowed domains.

import type { NewEvent } from '../../api-contract/event.ts';
import { type AllowedDomain, wireDomain } from './allowed-domain.ts';

function domainEvent(payload: NewEvent['payload']): NewEvent {
  return { type: 'realm_domains', audience: { kind: 'everyone' }, payload };
}

export function domainAdded(domain: AllowedDomain): NewEvent {
  return domainEvent({ op: 'add', realm_domain: wireDomain(domain) });
}

/** The domain's subdomains are now allowed, or no longer are. */
export function domainChanged(domain: AllowedDomain): NewEvent {
  return domainEvent({ op: 'change', realm_domain: wireDomain(domain) });
}

export function domainRemoved(domain: string): NewEvent {
  return domainEvent({ op: 'remove', domain });
}
