// `invites_changed`: administrators, and whose invitations they are, read the list again.

import type { Writer } from '../../storage/session.ts';
import { administratorIds } from '../../stores/accounts/administrators.ts';

/** Says that invitations of these inviters changed. */
export async function tellInvitationsChanged(writer: Writer, inviterIds: readonly number[]): Promise<void> {
  const ids = [...new Set([...(await administratorIds(writer)), ...inviterIds])];
  writer.emit({ type: 'invites_changed', audience: { kind: 'accounts', ids }, payload: {} });
}
