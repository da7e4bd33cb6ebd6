// An organization as the relay is told of it.

import type { Organization } from '../organizations/organization.ts';
import type { RelayedOrganization } from './relay.ts';

/** What the relay is told of an organization, which people reach at `url`. */
export function relayedOrganization(organization: Organization, url: string): RelayedOrganization {
  const { id, uuid, name, createdAt } = organization;
  return { id, uuid, name, url, createdAt };
}
