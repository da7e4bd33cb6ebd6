// POST /invites/{invite_id}/resend: mails an invitation again.

import { resendInvitation } from '../../actions/invitations/resend.ts';
import { id } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { required } from '../../api-contract/parameter.ts';
import { invitationTermsOf } from '../../model/invitations/invitation.ts';
import { checkMayInviteAs } from '../../model/invitations/invitation-rules.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { writeOperation } from '../operation.ts';
import { actingAccount } from '../users/acting-account.ts';
import { invitationAddress } from './invitation-address.ts';
import { managedInvitation } from './managed-invitation.ts';

export const resendEmailInvite = writeOperation({
  name: 'resend-email-invite',
  method: 'POST',
  path: '/invites/{invite_id}/resend',
  summary: 'Email an invitation again. Without a mail server, creates a new link for it.',
  access: 'human-member',
  errors: ['UNAUTHORIZED_PRINCIPAL', 'RATE_LIMIT_HIT'],
  parameters: { invite_id: required(id, 'The ID of the invitation.') },
  result: {},
  async handle(context, { invite_id }) {
    const { services } = context;
    const organizationUrl = invitationAddress(context);
    await context.write(async (writer) => {
      const organization = await readOrganization(writer);
      const actor = await actingAccount(writer, context.actor.account.id);
      const row = await managedInvitation(writer, actor, invite_id);
      checkMayInviteAs(actor, invitationTermsOf(row).role);
      const inviter = await accountById(writer, row.inviter_id);
      if (!inviter) throw badRequest('No such invitation');
      await resendInvitation({ writer, keyring: services.keyring, organization, account: inviter }, row, {
        organizationUrl,
        isMailed: services.sendsMail,
      });
    });
    return {};
  },
});
