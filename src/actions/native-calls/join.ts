// Lets an account take part in a call with one of its devices, inside a unit of work.

import { limits } from '../../api-contract/limits.ts';
import {
  type CallOffer,
  callElsewhere,
  callEnded,
  callFull,
  callSessionGone,
  callsOff,
  maximumParticipants,
  relayMissing,
} from '../../model/native-calls/call-rules.ts';
import { followingSession, newSession } from '../../model/native-calls/call-session.ts';
import { hasNativeCalls } from '../../model/native-calls/has-native-calls.ts';
import type { CallRow, ParticipantRow } from '../../model/native-calls/native-call.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import type { ActorContext } from '../../stores/actor-context.ts';
import { checkMayJoin } from '../../stores/native-calls/call-access.ts';
import { checkCallQueue } from '../../stores/native-calls/call-queue.ts';
import { callById } from '../../stores/native-calls/call-store.ts';
import {
  changeParticipant,
  insertParticipant,
  participantsIn,
  participationOf,
  participationWith,
} from '../../stores/native-calls/participant-store.ts';
import { emitChangedCall, emitNewCall } from './emit-call.ts';
import { leaveCall, recordLeft, recordOccupancy } from './leave.ts';
import { answerRing } from './ring.ts';

/** How a device takes part. */
export interface JoiningDevice {
  /** The event queue that receives its signals. */
  readonly queueId: string;
  readonly isMuted: boolean;
  /** The session of the device from before a reload or a restart; undefined if it has none. */
  readonly session?: string | undefined;
  /** Whether it takes the place of another device of the account. */
  readonly takesOver: boolean;
  /** Whether the call begins with it: others first learn of the call with this participant in it. */
  readonly isFirst?: boolean;
  readonly offer: CallOffer;
}

/**
 * Joins a call, resumes the session of a device, or takes over from another device. Returns the session.
 * @throws without the permission to post there, `CALL_ENDED`, `CALL_FULL`, `CALL_ELSEWHERE`, `CALLS_OFF`, and
 *   `CALL_SESSION_GONE` for the session of a device that was removed
 */
export async function joinCall(acting: ActorContext, call: CallRow, device: JoiningDevice): Promise<string> {
  const { writer, account, organization } = acting;
  if (call.ended_at !== null) throw callEnded();
  if (!hasNativeCalls(organization, device.offer)) throw callsOff();
  const needsRelay = organization.settings.calls_always_relay && call.engine === 'mesh';
  if (needsRelay && !device.offer.hasRelay) throw relayMissing();
  await checkMayJoin(acting, call);
  await checkCallQueue(writer, account.id, device.queueId);
  const own = await participationOf(writer, account.id);
  const resumable = await resumableParticipation(acting, call, device, own);
  if (resumable) return resume(writer, call, resumable, device);
  if (own && !device.takesOver) throw callElsewhere(own.call_id);
  if (own) await leaveOther(writer, call, own);
  await checkRoom(writer, call, device.offer);
  const session = newSession();
  await insertParticipant(writer, {
    call_id: call.id,
    account_id: account.id,
    session,
    queue_id: device.queueId,
    is_muted: device.isMuted ? 1 : 0,
  });
  await afterJoining(writer, call, account.id, device.isFirst ? emitNewCall : emitChangedCall);
  return session;
}

/** The participation of a device that it may resume: it is in the call, or was a moment ago and no other device is. */
async function resumableParticipation(
  { writer, account }: ActorContext,
  call: CallRow,
  { session }: JoiningDevice,
  own: ParticipantRow | undefined,
): Promise<ParticipantRow | undefined> {
  if (session === undefined) return undefined;
  const earlier =
    (await participationWith(writer, call.id, session)) ??
    // The device was let in again, and the answer was lost.
    (await participationWith(writer, call.id, followingSession(session)));
  // Whoever removed the device changed its session, so that it does not return by itself.
  if (earlier?.account_id !== account.id) throw callSessionGone();
  if (earlier.left_at === null) return earlier;
  const isRecent = writer.now - earlier.left_at <= limits.callResumeSeconds;
  return isRecent && !own ? earlier : undefined;
}

/**
 * Resumes a participation. If the device had left, the others have closed their connections to it. It gets another session,
 * so that they connect again, and ignore signals from before.
 */
async function resume(
  writer: Writer,
  call: CallRow,
  participant: ParticipantRow,
  device: JoiningDevice,
): Promise<string> {
  const isBack = participant.left_at !== null;
  if (isBack) await checkRoom(writer, call, device.offer);
  const session = isBack ? followingSession(participant.session) : participant.session;
  await changeParticipant(writer, participant.id, {
    session,
    queue_id: device.queueId,
    seen_at: writer.now,
    left_at: null,
    ...(isBack && { is_muted: device.isMuted ? 1 : 0 }),
  });
  if (isBack) await afterJoining(writer, call, participant.account_id, emitChangedCall);
  return session;
}

/** The account's other device leaves its call, which is this one or another. */
async function leaveOther(writer: Writer, call: CallRow, own: ParticipantRow): Promise<void> {
  if (own.call_id === call.id) return recordLeft(writer, call, own);
  const other = await callById(writer, own.call_id);
  if (other) await leaveCall(writer, other, [own]);
}

async function checkRoom(writer: Writer, call: CallRow, offer: CallOffer): Promise<void> {
  const maximum = maximumParticipants(offer, call.engine);
  if ((await participantsIn(writer, [call.id])).length >= maximum) throw callFull(call.engine, maximum);
}

async function afterJoining(
  writer: Writer,
  call: CallRow,
  accountId: number,
  emit: (writer: Writer, call: CallRow) => Promise<void>,
): Promise<void> {
  await recordOccupancy(writer, call.id);
  await emit(writer, call);
  await answerRing(writer, call, accountId, 'answered');
}
