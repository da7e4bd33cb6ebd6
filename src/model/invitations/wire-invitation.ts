// Invitations in their wire form.

import {
  anyText,
  boolean,
  type Decoded,
  id,
  integer,
  nonNegativeInteger,
  nullable,
  optional,
  record,
} from '../../api-contract/codec.ts';
import { type Keyring, unsealApiKey } from '../accounts/credentials.ts';
import { type InvitationLinkRow, type InvitationRow, notifiesCreator } from './invitation.ts';
import { confirmationPath, joinPath } from './link-key.ts';

/**
 * An invitation to one address, which has `email`, or a link, which has `link_url`. An invitation that was not
 * mailed has both, because its inviter passes on the link.
 */
export const invitationSchema = record({
  id,
  invited_by_user_id: id,
  invited: nonNegativeInteger,
  expiry_date: nullable(nonNegativeInteger),
  invited_as: integer(),
  notify_referrer_on_join: boolean,
  is_multiuse: boolean,
  email: optional(anyText),
  link_url: optional(anyText),
  /** For links: how many people may join with it; null for no maximum. */
  max_uses: optional(nullable(nonNegativeInteger)),
  /** For links: how many people have joined with it. */
  uses: optional(integer()),
});

export type WireInvitation = Decoded<typeof invitationSchema>;

function common(row: InvitationRow | InvitationLinkRow) {
  return {
    id: row.id,
    invited_by_user_id: row.inviter_id,
    invited: row.invited_at,
    expiry_date: row.expires_at,
    invited_as: row.role,
  };
}

/** @param organizationUrl without a trailing slash */
export function wireInvitation(
  row: InvitationRow,
  keyring: Keyring,
  organizationUrl: string,
): WireInvitation {
  return {
    ...common(row),
    email: row.email,
    ...(row.is_mailed === 0 && {
      link_url: organizationUrl + confirmationPath(unsealApiKey(keyring, row.key_sealed)),
    }),
    notify_referrer_on_join: row.notifies_inviter === 1,
    is_multiuse: false,
  };
}

/** @param organizationUrl without a trailing slash */
export function wireInvitationLink(
  row: InvitationLinkRow,
  keyring: Keyring,
  organizationUrl: string,
): WireInvitation {
  return {
    ...common(row),
    link_url: organizationUrl + joinPath(unsealApiKey(keyring, row.key_sealed)),
    notify_referrer_on_join: notifiesCreator(row),
    is_multiuse: true,
    max_uses: row.max_uses,
    uses: row.uses,
  };
}
