// An organization as it is described to the relay.

import type { Organization } from '../organizations/organization.ts';
import type { RelayedOrganization } from './push-relay.ts';

/** @param url the URL at which people reach the organization */
export function relayedOrganization(organization: Organization, url: string): RelayedOrganization {
  const { id, uuid, name, createdAt } = organization;
  return { id, uuid, name, url, createdAt };
}
