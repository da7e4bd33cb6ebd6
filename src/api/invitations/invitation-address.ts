// The organization's address in the links of personal invitations.

import { badRequest } from '../../api-contract/error.ts';
import { mailableUrl } from '../../model/organizations/mailable-url.ts';
import type { WriteContext } from '../operation.ts';

/**
 * Without a trailing slash.
 * @throws if the links are mailed and the server cannot know its own address
 */
export function invitationAddress({ services, state, organizationUrl }: WriteContext): string {
  // The inviter copies the link, so the address that they use is suitable.
  if (!services.sendsMail) return organizationUrl;
  // The inviter belongs to the organization, so the port of their own request is used.
  const { host, port } = new URL(organizationUrl);
  const addressUsed = { host, port: port === '' ? undefined : Number(port) };
  const url = mailableUrl(services.publicUrl, state.organization.host, addressUsed);
  if (url === undefined) {
    throw badRequest(
      'The server cannot email invitations, because its public URL is not set. Ask the operator to set --url.',
    );
  }
  return url;
}
