// The organization's address for the links in invitations that are mailed.

import { badRequest } from '../../contract/error.ts';
import { mailableUrl } from '../../model/organizations/mailable-url.ts';
import type { WriteContext } from '../operation.ts';

/** Refuses where the server cannot know it. */
export function mailableAddress({ services, state, organizationUrl }: WriteContext): string {
  const url = mailableUrl(
    services.publicUrl,
    state.organization.host,
    organizationUrl.replace(/^https?:\/\//, ''),
  );
  if (url === undefined) {
    throw badRequest('Invitations can be mailed once the server is started with its public address (--url).');
  }
  return url;
}
