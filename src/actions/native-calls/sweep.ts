// Ends in calls what is over without a request: ringing that no one answered, participants whose queues are no longer polled,
// and calls that no one is in, or one person for long.

import { limits } from '../../api-contract/limits.ts';
import type { CallRow } from '../../model/native-calls/native-call.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { callById } from '../../stores/native-calls/call-store.ts';
import { participantsIn } from '../../stores/native-calls/participant-store.ts';
import { writeMissed } from './call-text.ts';
import { endCall, leaveCall } from './leave.ts';
import { missRings } from './ring.ts';

/**
 * Ends what is over in a call.
 * @param now seconds since 1970
 * @param since participants that were last seen before this time stay
 */
export async function sweepCall(writer: Writer, callId: number, now: number, since: number): Promise<void> {
  const call = await callById(writer, callId);
  if (!call || call.ended_at !== null) return;
  if (await missRings(writer, call, now)) await writeMissed(writer, call);
  await removeSilent(writer, call, now, since);
  const swept = (await callById(writer, callId)) ?? call;
  if (swept.empty_since === null) return;
  const isEmpty = (await participantsIn(writer, [callId])).length === 0;
  const seconds = isEmpty ? limits.emptyCallSeconds : limits.aloneCallSeconds;
  if (swept.empty_since + seconds <= now) await endCall(writer, swept, isEmpty ? 'empty' : 'alone');
}

async function removeSilent(writer: Writer, call: CallRow, now: number, since: number): Promise<void> {
  const participants = await participantsIn(writer, [call.id]);
  const silent = participants.filter(
    (one) => one.seen_at >= since && one.seen_at + limits.participantSeconds <= now,
  );
  await leaveCall(writer, call, silent);
}
