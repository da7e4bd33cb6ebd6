// The HTML of a channel's description. Rendering is work for the processor and happens before a unit of work.

import type { Account } from '../../model/accounts/account.ts';
import { causedBy, type RenderingPlace, renderForOrganization } from './rendering.ts';

/** Empty for an empty description. `actor` is whoever gives it; undefined: visitors, who join by an invitation. */
export async function renderDescription(
  place: RenderingPlace,
  description: string,
  actor: Account | undefined,
): Promise<string> {
  if (description.trim() === '') return '';
  return (await renderForOrganization(place, description, causedBy(actor))).html;
}
