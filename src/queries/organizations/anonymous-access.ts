// Access for anonymous viewers.

import type { OrganizationView } from '../state/organization-view.ts';

/** Whether anonymous viewers may read web-public channels: the setting is on and such a channel exists. */
export function allowsAnonymousViewers({
  organization,
  channels,
}: Pick<OrganizationView, 'organization' | 'channels'>): boolean {
  if (!organization.settings.enable_spectator_access) return false;
  for (const channel of channels.values()) if (channel.isWebPublic && !channel.isArchived) return true;
  return false;
}
