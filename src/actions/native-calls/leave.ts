// Ends the participation of a device in a call, and calls themselves, inside a unit of work.

import type { CallRow, ParticipantRow } from '../../model/native-calls/native-call.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { changeCall } from '../../stores/native-calls/call-store.ts';
import { changeParticipant, participantsIn } from '../../stores/native-calls/participant-store.ts';
import { writeEnd } from './call-text.ts';
import { emitChangedCall, emitEndedCall, emitLeftCall } from './emit-call.ts';
import { queueRemoval, queueRoomEnd } from './livekit-outbox.ts';
import { stopAllRings, stopRingsBy } from './ring.ts';

/**
 * Why a call ends: someone ended it, no one was left, one person was left for long, calls are no longer allowed there, or its
 * topic met one with a call.
 */
export type EndReason = 'ended' | 'empty' | 'alone' | 'not allowed' | 'moved';

/** Records that a device has left, without emitting how the call is now. */
export async function recordLeft(
  writer: Writer,
  { id, engine }: Pick<CallRow, 'id' | 'engine'>,
  participant: ParticipantRow,
): Promise<void> {
  await changeParticipant(writer, participant.id, {
    left_at: writer.now,
    has_camera: 0,
    has_screen: 0,
    has_hand: 0,
  });
  if (engine === 'livekit') await queueRemoval(writer, id, participant.session);
}

/**
 * Records since when at most one person is in a call, after someone has joined or left, or the one has said that they stay.
 * Returns whether that is so.
 */
export async function recordOccupancy(writer: Writer, callId: number): Promise<boolean> {
  const { length } = await participantsIn(writer, [callId]);
  await changeCall(writer, callId, { empty_since: length > 1 ? null : writer.now });
  return length <= 1;
}

/** Ends participations in a call. A call without participants ends a while later, since a browser may reload. */
export async function leaveCall(
  writer: Writer,
  call: CallRow,
  leaving: readonly ParticipantRow[],
): Promise<void> {
  if (leaving.length === 0) return;
  for (const participant of leaving) await recordLeft(writer, call, participant);
  for (const { account_id } of leaving) await stopRingsBy(writer, call, account_id);
  await recordOccupancy(writer, call.id);
  await emitChangedCall(writer, call);
  for (const { account_id } of leaving) await emitLeftCall(writer, call, account_id);
}

/** Ends a call for all who are in it. */
export async function endCall(writer: Writer, call: CallRow, reason: EndReason): Promise<void> {
  const participants = await participantsIn(writer, [call.id]);
  for (const participant of participants)
    await changeParticipant(writer, participant.id, { left_at: writer.now });
  await stopAllRings(writer, call);
  // Waiting for others was no call.
  const isOver = participants.length === 0 || reason === 'alone';
  const endedAt = (isOver ? call.empty_since : null) ?? writer.now;
  await changeCall(writer, call.id, { ended_at: writer.now, end_reason: reason, empty_since: null });
  if (call.engine === 'livekit') await queueRoomEnd(writer, call.id);
  emitEndedCall(writer, call, participants);
  await writeEnd(writer, call, endedAt);
}
