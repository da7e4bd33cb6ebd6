// The organization's address for the links in invitations that are mailed.

import { badRequest } from '../../contract/error.ts';
import { mailableUrl } from '../../model/organizations/mailable-url.ts';
import type { WriteContext } from '../operation.ts';

/** Refuses where the server cannot know it. */
export function mailableAddress({ services, state, organizationUrl }: WriteContext): string {
  // Whoever invites is somebody of the organization: the port they came by is their own.
  const { host, port } = new URL(organizationUrl);
  const reached = { host, port: port === '' ? undefined : Number(port) };
  const url = mailableUrl(services.publicUrl, state.organization.host, reached);
  if (url === undefined) {
    throw badRequest('Invitations can be mailed once the server is started with its public address (--url).');
  }
  return url;
}
