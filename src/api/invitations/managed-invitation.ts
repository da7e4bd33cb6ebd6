// Finds the mailed invitation in a request and checks that the caller may manage it.

import { badRequest } from '../../api-contract/error.ts';
import type { Account } from '../../model/accounts/account.ts';
import { type InvitationRow, InvitationStatus } from '../../model/invitations/invitation.ts';
import { checkMayManageInvitation } from '../../model/invitations/invitation-rules.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { invitationById } from '../../stores/invitations/invitation-store.ts';

/**
 * @throws `No such invitation`, `Invitation already used or deactivated.`, and an error that states who may
 * manage it
 */
export async function managedInvitation(writer: Writer, actor: Account, id: number): Promise<InvitationRow> {
  const row = await invitationById(writer, id);
  if (!row || row.status === InvitationStatus.revoked) throw badRequest('No such invitation');
  checkMayManageInvitation(actor, row);
  if (row.status !== InvitationStatus.open) throw badRequest('Invitation already used or deactivated.');
  return row;
}
