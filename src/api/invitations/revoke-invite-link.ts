// DELETE /invites/multiuse/{invite_id}: revokes an invitation link.

import { audit } from '../../actions/audit/audit.ts';
import { emitInvitationsChanged } from '../../actions/invitations/invitation-events.ts';
import { id } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { required } from '../../api-contract/parameter.ts';
import { checkMayManageInvitation } from '../../model/invitations/invitation-rules.ts';
import { linkById, revokeLink } from '../../stores/invitations/link-store.ts';
import { writeOperation } from '../operation.ts';
import { actingAccount } from '../users/acting-account.ts';

export const revokeInviteLink = writeOperation({
  name: 'revoke-invite-link',
  method: 'DELETE',
  path: '/invites/multiuse/{invite_id}',
  summary: 'Revoke an invitation link.',
  access: 'human-member',
  errors: ['UNAUTHORIZED_PRINCIPAL'],
  parameters: { invite_id: required(id, 'The ID of the invitation link.') },
  result: {},
  async handle(context, { invite_id }) {
    await context.write(async (writer) => {
      const actor = await actingAccount(writer, context.actor.account.id);
      const row = await linkById(writer, invite_id);
      if (!row) throw badRequest('No such invitation');
      checkMayManageInvitation(actor, row);
      if (row.is_revoked === 1) throw badRequest('Invitation has already been revoked');
      await revokeLink(writer, row.id);
      await audit(writer, { kind: 'invitation_link_revoked', details: { role: row.role } });
      await emitInvitationsChanged(writer, [row.inviter_id]);
    });
    return {};
  },
});
