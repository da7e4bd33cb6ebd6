// Sends an invitation again, with a new link that is valid for as long as the first one was.

import { badRequest, rateLimited } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { DAY } from '../../api-contract/time.ts';
import type { Account } from '../../model/accounts/account.ts';
import { sealApiKey } from '../../model/accounts/credentials.ts';
import { type InvitationRow, invitationReminderTime } from '../../model/invitations/invitation.ts';
import { linkKeyHash, newLinkKey } from '../../model/invitations/link-key.ts';
import type { ActorContext, WithKeyring } from '../../stores/actor-context.ts';
import { mailsOfLastDay, updateInvitation } from '../../stores/invitations/invitation-store.ts';
import { audit } from '../audit/audit.ts';
import { invitationsPerDay } from './daily-limit.ts';
import { emitInvitationsChanged } from './invitation-events.ts';
import type { EmailInvitations } from './invite.ts';
import { mailInvitations } from './mail.ts';

/**
 * Mails it again on behalf of the inviter, or creates another link for them; the earlier link no longer
 * works.
 */
export async function resendInvitation(
  { writer, keyring, organization, account: inviter }: ActorContext<Pick<Account, 'fullName'>> & WithKeyring,
  row: InvitationRow,
  { organizationUrl, isMailed }: Pick<EmailInvitations, 'organizationUrl' | 'isMailed'>,
): Promise<void> {
  const wasToday = row.invited_at > writer.now - DAY;
  const mails = wasToday ? row.mails + 1 : 1;
  if (mails > limits.mailsPerInvitation) throw rateLimited(row.invited_at + DAY - writer.now);
  if ((await mailsOfLastDay(writer, writer.now)) >= invitationsPerDay(organization)) {
    throw badRequest('The number of invitations that can be sent in one day is reached.');
  }
  const expiresAt = row.expires_at === null ? null : writer.now + (row.expires_at - row.invited_at);
  const key = newLinkKey();
  await updateInvitation(writer, row.id, {
    key_hash: linkKeyHash(key),
    key_sealed: sealApiKey(keyring, key),
    invited_at: writer.now,
    expires_at: expiresAt,
    is_mailed: isMailed ? 1 : 0,
    remind_at: isMailed ? invitationReminderTime(writer.now, expiresAt) : null,
    organization_url: organizationUrl,
    mails,
  });
  await audit(writer, { kind: 'invitation_resent', details: { email: row.email } });
  const mailed = { email: row.email, key, expiresAt, organizationUrl };
  if (isMailed) await mailInvitations({ writer, organization, account: inviter }, 'invitation', [mailed]);
  await emitInvitationsChanged(writer, [row.inviter_id]);
}
