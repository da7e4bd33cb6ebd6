// The HTML of a channel's description. Rendering is work for the processor and happens before a unit of work.

import type { Reader } from '../../storage/session.ts';
import { renderForOrganization } from '../messages/rendering.ts';
import type { OrganizationState } from '../state/organization-state.ts';

/** Empty for an empty description. */
export async function renderDescription(
  state: OrganizationState,
  reader: Reader,
  description: string,
  organizationUrl: string,
): Promise<string> {
  if (description.trim() === '') return '';
  return (await renderForOrganization(state, reader, description, organizationUrl)).html;
}
