// DELETE /invites/{invite_id}: revokes a mailed invitation.

import { audit } from '../../actions/audit/audit.ts';
import { emitInvitationsChanged } from '../../actions/invitations/invitation-events.ts';
import { id } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { InvitationStatus } from '../../model/invitations/invitation.ts';
import { updateInvitation } from '../../stores/invitations/invitation-store.ts';
import { writeOperation } from '../operation.ts';
import { actingAccount } from '../users/acting-account.ts';
import { managedInvitation } from './managed-invitation.ts';

export const revokeEmailInvite = writeOperation({
  name: 'revoke-email-invite',
  method: 'DELETE',
  path: '/invites/{invite_id}',
  summary: 'Revoke an email invitation.',
  access: 'human-member',
  errors: ['UNAUTHORIZED_PRINCIPAL'],
  parameters: { invite_id: required(id, 'The ID of the invitation.') },
  result: {},
  async handle(context, { invite_id }) {
    await context.write(async (writer) => {
      const actor = await actingAccount(writer, context.actor.account.id);
      const row = await managedInvitation(writer, actor, invite_id);
      await updateInvitation(writer, row.id, { status: InvitationStatus.revoked, remind_at: null });
      await audit(writer, { kind: 'invitation_revoked', details: { email: row.email } });
      await emitInvitationsChanged(writer, [row.inviter_id]);
    });
    return {};
  },
});
