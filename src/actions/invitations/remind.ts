// Reminds an address of its invitation before it expires.

import { type Keyring, unsealApiKey } from '../../model/accounts/credentials.ts';
import { InvitationStatus, invitationTermsOf } from '../../model/invitations/invitation.ts';
import { isStillAllowedToInviteAs } from '../../model/invitations/invitation-rules.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import { invitationById, updateInvitation } from '../../stores/invitations/invitation-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { mailInvitations } from './mail.ts';

/**
 * Mails the reminder of an invitation that is due at a given time, once; does nothing if the invitation is no
 * longer valid.
 */
export async function remindOfInvitation(
  writer: Writer,
  keyring: Keyring,
  id: number,
  moment: number,
): Promise<void> {
  const row = await invitationById(writer, id);
  if (!row || row.remind_at === null || row.remind_at > moment) return;
  await updateInvitation(writer, row.id, { remind_at: null });
  const organization = await readOrganization(writer);
  const inviter = await accountById(writer, row.inviter_id);
  const isOver = row.expires_at !== null && row.expires_at <= moment;
  if (row.status !== InvitationStatus.open || isOver || organization.isDeactivated) return;
  if (!inviter || !isStillAllowedToInviteAs(inviter, invitationTermsOf(row).role)) return;
  const mailed = {
    email: row.email,
    key: unsealApiKey(keyring, row.key_sealed),
    expiresAt: row.expires_at,
    organizationUrl: row.organization_url,
  };
  await mailInvitations({ writer, organization, account: inviter }, 'invitationReminder', [mailed]);
}
