// Revokes the open invitations of an account that is deactivated.

import type { Writer } from '../../storage/reader-writer.ts';
import { revokeInvitationsOf } from '../../stores/invitations/invitation-store.ts';
import { revokeLinksOf } from '../../stores/invitations/link-store.ts';
import { emitInvitationsChanged } from './invitation-events.ts';

/** Revokes all invitations and invitation links of an account. */
export async function revokeInvitationsBy(writer: Writer, inviterId: number): Promise<void> {
  const count = (await revokeInvitationsOf(writer, inviterId)) + (await revokeLinksOf(writer, inviterId));
  if (count > 0) await emitInvitationsChanged(writer, []);
}
