// Renders a channel's description to HTML. Rendering is CPU work and happens before a unit of work.

import type { Account } from '../../model/accounts/account.ts';
import { causedBy, type RenderingContext, renderForOrganization } from './rendering.ts';

/**
 * Empty for an empty description. `actor` is the account that sets it; undefined: anonymous viewers, who join
 * by an invitation.
 */
export async function renderDescription(
  context: RenderingContext,
  description: string,
  actor: Account | undefined,
): Promise<string> {
  if (description.trim() === '') return '';
  return (await renderForOrganization(context, description, causedBy(actor))).html;
}
