// `invites_changed`: administrators and the inviters concerned load the list again.

import { invitationsChanged } from '../../model/invitations/invitation-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { administratorIds } from '../../stores/accounts/administrators.ts';

/** Emits that invitations of these inviters changed. */
export async function emitInvitationsChanged(writer: Writer, inviterIds: readonly number[]): Promise<void> {
  const ids = [...new Set([...(await administratorIds(writer)), ...inviterIds])];
  writer.emit(invitationsChanged(ids));
}
