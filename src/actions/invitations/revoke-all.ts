// What somebody who leaves has open ends with them.

import type { Writer } from '../../storage/session.ts';
import { revokeInvitationsOf } from '../../stores/invitations/invitation-store.ts';
import { revokeLinksOf } from '../../stores/invitations/link-store.ts';
import { tellInvitationsChanged } from './invitation-events.ts';

/** Revokes all invitations and links of somebody. */
export async function revokeAllOf(writer: Writer, inviterId: number): Promise<void> {
  const count = (await revokeInvitationsOf(writer, inviterId)) + (await revokeLinksOf(writer, inviterId));
  if (count > 0) await tellInvitationsChanged(writer, []);
}
