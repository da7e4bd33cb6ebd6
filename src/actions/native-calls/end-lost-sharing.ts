// Stops the shared screens of participants who may no longer share them, as part of the unit of work that took the
// permission. LiveKit lets a device publish what its token allowed when it joined, so it needs the new permissions.

import type { Account } from '../../model/accounts/account.ts';
import type { CallRow, ParticipantRow } from '../../model/native-calls/native-call.ts';
import type { UnitContext } from '../../stores/actor-context.ts';
import { hasPermission } from '../../stores/groups/organization-permissions.ts';
import { changeParticipant } from '../../stores/native-calls/participant-store.ts';
import { emitChangedCall } from './emit-call.ts';
import { queuePublishing } from './livekit-outbox.ts';

/** A participant with the account as it is now. */
interface PresentAccount {
  readonly participant: ParticipantRow;
  readonly account: Account;
}

/** Stops what some participants of a call may no longer share. Without shared screens it costs nothing in a mesh. */
export async function endLostSharing(
  context: UnitContext,
  call: CallRow,
  present: readonly PresentAccount[],
): Promise<void> {
  const { writer } = context;
  let hasStopped = false;
  for (const { participant, account } of present) {
    const isSharing = participant.has_screen === 1;
    if (!isSharing && call.engine !== 'livekit') continue;
    if (await hasPermission({ ...context, account }, 'can_share_screen_group')) continue;
    if (call.engine === 'livekit') await queuePublishing(writer, call.id, participant.session);
    if (!isSharing) continue;
    await changeParticipant(writer, participant.id, { has_screen: 0 });
    hasStopped = true;
  }
  if (hasStopped) await emitChangedCall(writer, call);
}
