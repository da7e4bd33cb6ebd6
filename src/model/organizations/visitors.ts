// Visitors without an account: what an organization that lets them in shows them.

import type { OrganizationState } from '../state/organization-state.ts';

/** Whether people without an account may read web-public channels: the setting is on and there is such a channel. */
export function mayVisit(state: OrganizationState): boolean {
  if (!state.organization.settings.enable_spectator_access) return false;
  for (const channel of state.channels.values()) if (channel.isWebPublic && !channel.isArchived) return true;
  return false;
}
