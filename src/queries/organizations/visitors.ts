// Visitors without an account: what an organization that lets them in shows them.

import type { OrganizationView } from '../state/organization-view.ts';

/** Whether people without an account may read web-public channels: the setting is on and there is such a channel. */
export function mayVisit({
  organization,
  channels,
}: Pick<OrganizationView, 'organization' | 'channels'>): boolean {
  if (!organization.settings.enable_spectator_access) return false;
  for (const channel of channels.values()) if (channel.isWebPublic && !channel.isArchived) return true;
  return false;
}
