// Calls people to a call and stops calling them, inside a unit of work. Everyone's devices stop in the unit that answers.

import { limits } from '../../api-contract/limits.ts';
import type { Account } from '../../model/accounts/account.ts';
import { accountQuietUntil } from '../../model/do-not-disturb/do-not-disturb.ts';
import type { CallRow } from '../../model/native-calls/native-call.ts';
import { type RingEnd, ringStarted, ringStopped } from '../../model/native-calls/native-call-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import { readDoNotDisturbOf } from '../../stores/do-not-disturb/do-not-disturb-store.ts';
import { messageById } from '../../stores/messages/message-store.ts';
import { mutersOfDirect } from '../../stores/muted-direct-conversations/muted-direct-store.ts';
import { mutersOf } from '../../stores/muted-users/muted-user-store.ts';
import { accountsInCalls, participantsIn } from '../../stores/native-calls/participant-store.ts';
import {
  endRings,
  insertRings,
  notifiedOfStop,
  type RingRow,
  ringsOf,
} from '../../stores/native-calls/ring-store.ts';
import { changeFlags } from '../messages/change-flags.ts';
import { markRead } from '../read-state/mark-read.ts';
import { currentCall } from './emit-call.ts';

/**
 * Calls people who may join a call. Those who are in it or are being called already are left out. The devices of those who
 * do not want to be disturbed by the caller stay silent, and those of people in another call show it without ringing; the
 * caller does not learn that.
 */
export async function ringPeople(
  writer: Writer,
  call: CallRow,
  callerId: number,
  people: readonly Account[],
): Promise<void> {
  const present = new Set((await participantsIn(writer, [call.id])).map((one) => one.account_id));
  const called = new Set((await ringsOf(writer, call.id)).map((ring) => ring.account_id));
  const wanted = people.filter(({ id }) => id !== callerId && !present.has(id) && !called.has(id));
  if (wanted.length === 0) return;
  const disturbed = await disturbedPeople(writer, call, callerId, wanted);
  const busy = await accountsInCalls(writer, [...disturbed]);
  const until = writer.now + limits.ringSeconds;
  await insertRings(
    writer,
    wanted.map(({ id }) => ({
      call_id: call.id,
      account_id: id,
      caller_id: callerId,
      is_silent: disturbed.has(id) && !busy.has(id) ? 0 : 1,
      until,
    })),
  );
  const ring = { call: await currentCall(writer, call), callerId, until };
  for (const id of disturbed)
    writer.emit(ringStarted([id], { ...ring, userIds: [id], isQuiet: busy.has(id) }));
  const userIds = wanted.map(({ id }) => id);
  writer.emit(ringStarted([callerId], { ...ring, userIds, isQuiet: false }));
}

/** Those of some people who want to be disturbed by the caller. */
async function disturbedPeople(
  writer: Writer,
  call: CallRow,
  callerId: number,
  people: readonly Account[],
): Promise<ReadonlySet<number>> {
  const ids = people.map(({ id }) => id);
  const [muting, mutedConversation, quiet] = await Promise.all([
    mutersOf(writer, callerId, ids),
    call.direct_key === null ? [] : mutersOfDirect(writer, ids, [call.direct_key]),
    readDoNotDisturbOf(writer, ids),
  ]);
  const muters = new Set([...muting, ...mutedConversation.map((row) => row.account_id)]);
  return new Set(
    people
      .filter((person) => {
        const state = quiet.get(person.id);
        const isQuiet =
          state !== undefined &&
          !state.allowedSenders.includes(callerId) &&
          accountQuietUntil(person, state, writer.now) !== null;
        return !isQuiet && person.settings.call_ringing && !muters.has(person.id);
      })
      .map(({ id }) => id),
  );
}

const outcomes = {
  answered: 'answered',
  declined: 'declined',
  missed: 'missed',
  ended: 'missed',
} as const satisfies Readonly<Record<RingEnd, RingRow['outcome']>>;

/** Stops calling people. */
async function stopRings(
  writer: Writer,
  call: CallRow,
  rings: readonly RingRow[],
  reason: RingEnd,
): Promise<void> {
  if (rings.length === 0) return;
  await endRings(
    writer,
    rings.map(({ id }) => id),
    outcomes[reason],
  );
  for (const ring of rings) {
    writer.emit(ringStopped(notifiedOfStop(ring), call.id, [ring.account_id], reason));
    if (outcomes[reason] === 'missed') await markMissed(writer, call, ring.account_id);
  }
}

/** The message about a missed call is unread, even if it was in view while the call rang. It may have been deleted. */
async function markMissed(writer: Writer, call: CallRow, accountId: number): Promise<void> {
  if (call.message_id === null || call.channel_id !== null) return;
  if (!(await messageById(writer, call.message_id))) return;
  const account = await accountById(writer, accountId);
  if (account?.isActive)
    await changeFlags(writer, account, { op: 'remove', flag: 'read' }, [call.message_id]);
}

/**
 * An account answers or declines: all its devices stop ringing, and the message about the call is read. Declining does
 * nothing if they do not ring, so that a call that was just missed stays unread.
 */
export async function answerRing(
  writer: Writer,
  call: CallRow,
  accountId: number,
  reason: 'answered' | 'declined',
): Promise<void> {
  const own = (await ringsOf(writer, call.id)).filter((ring) => ring.account_id === accountId);
  if (reason === 'declined' && own.length === 0) return;
  await stopRings(writer, call, own, reason);
  if (call.message_id !== null) await markRead(writer, accountId, [call.message_id]);
}

/** The caller has left: those who were called by them are no longer called. */
export async function stopRingsBy(writer: Writer, call: CallRow, callerId: number): Promise<void> {
  const rings = (await ringsOf(writer, call.id)).filter((ring) => ring.caller_id === callerId);
  await stopRings(writer, call, rings, 'ended');
}

/** The call is over. */
export async function stopAllRings(writer: Writer, call: CallRow): Promise<void> {
  await stopRings(writer, call, await ringsOf(writer, call.id), 'ended');
}

/** An account can no longer join. */
export async function stopRingsOf(
  writer: Writer,
  call: CallRow,
  accountIds: ReadonlySet<number>,
): Promise<void> {
  const rings = (await ringsOf(writer, call.id)).filter((ring) => accountIds.has(ring.account_id));
  await stopRings(writer, call, rings, 'ended');
}

/** Ends the rings whose time is over. Returns whether there were any. */
export async function missRings(writer: Writer, call: CallRow, now: number): Promise<boolean> {
  const over = (await ringsOf(writer, call.id)).filter((ring) => ring.until <= now);
  await stopRings(writer, call, over, 'missed');
  return over.length > 0;
}
