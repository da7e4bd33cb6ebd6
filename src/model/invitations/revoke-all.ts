// What somebody who leaves has open ends with them.

import type { Writer } from '../../storage/session.ts';
import { tellInvitationsChanged } from './events.ts';
import { revokeLinksOf } from './link-store.ts';
import { revokeInvitationsOf } from './store.ts';

/** Revokes all invitations and links of somebody. */
export async function revokeAllOf(writer: Writer, inviterId: number): Promise<void> {
  const count = (await revokeInvitationsOf(writer, inviterId)) + (await revokeLinksOf(writer, inviterId));
  if (count > 0) await tellInvitationsChanged(writer, []);
}
