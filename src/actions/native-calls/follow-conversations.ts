// Lets clients follow calls when people subscribe to their channels and when their topics are moved. Runs at the end of every
// unit of work, as part of it.

import { extraOf, type LogEntry } from '../../api-contract/event.ts';
import { displacedCalls, type MovedCall, movedCalls } from '../../model/native-calls/moved-call-entries.ts';
import { wireCall } from '../../model/native-calls/native-call.ts';
import { callAdded, callRemoved, ringStopped } from '../../model/native-calls/native-call-events.ts';
import {
  type SubscriptionsAddedExtra,
  type SubscriptionsRemovedExtra,
  subscriptionEvent,
} from '../../model/subscriptions/subscription-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { callById, liveCalls } from '../../stores/native-calls/call-store.ts';
import { participantsIn } from '../../stores/native-calls/participant-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { callAudience, emitChangedCall, emitNewCall } from './emit-call.ts';
import { recheckPeople } from './end-lost-access.ts';
import { endCall } from './leave.ts';
import { queueRoomEnd } from './livekit-outbox.ts';

/** Emits the calls of channels to new and former subscribers, and those that were moved with their topics. */
export async function followConversations(writer: Writer): Promise<void> {
  const entries = [...writer.emitted];
  const added = subscribersIn(entries);
  if (added.size > 0) await emitCallsTo(writer, added);
  const removed = formerSubscribersIn(entries);
  if (removed.size > 0) await emitRemovalsTo(writer, removed);
  for (const moved of movedCalls(entries)) await emitMoved(writer, moved);
  for (const { callId, channelId, engine, accountIds, rings } of displacedCalls(entries)) {
    for (const { accountId, receiverIds } of rings)
      writer.emit(ringStopped(receiverIds, callId, [accountId], 'ended'));
    writer.emit(callRemoved({ kind: 'channel', channelId, also: accountIds }, callId));
    if (engine === 'livekit') await queueRoomEnd(writer, callId);
  }
}

/** The accounts that were subscribed, by channel. */
function subscribersIn(entries: readonly LogEntry[]): ReadonlyMap<number, readonly number[]> {
  const byChannel = new Map<number, number[]>();
  for (const entry of entries) {
    if (entry.type !== subscriptionEvent.type || entry.payload.op !== 'add') continue;
    const { people } = extraOf<SubscriptionsAddedExtra>(entry);
    for (const [accountId, rows] of Object.entries(people)) {
      for (const { channel_id: id } of rows)
        byChannel.set(id, [...(byChannel.get(id) ?? []), Number(accountId)]);
    }
  }
  return byChannel;
}

async function emitCallsTo(writer: Writer, added: ReadonlyMap<number, readonly number[]>): Promise<void> {
  for (const call of await liveCalls(writer)) {
    const ids = call.channel_id === null ? undefined : added.get(call.channel_id);
    if (!ids) continue;
    writer.emit(
      callAdded({ kind: 'accounts', ids }, wireCall(call, await participantsIn(writer, [call.id]))),
    );
  }
}

/** The accounts that were unsubscribed, by channel. */
function formerSubscribersIn(entries: readonly LogEntry[]): ReadonlyMap<number, readonly number[]> {
  const byChannel = new Map<number, number[]>();
  for (const entry of entries) {
    if (entry.type !== subscriptionEvent.type || entry.payload.op !== 'remove') continue;
    const { people } = extraOf<SubscriptionsRemovedExtra>(entry);
    for (const [accountId, channelIds] of Object.entries(people)) {
      for (const id of channelIds) byChannel.set(id, [...(byChannel.get(id) ?? []), Number(accountId)]);
    }
  }
  return byChannel;
}

/** Who is in a call keeps it, if they may stay. */
async function emitRemovalsTo(
  writer: Writer,
  removed: ReadonlyMap<number, readonly number[]>,
): Promise<void> {
  for (const call of await liveCalls(writer)) {
    const former = call.channel_id === null ? undefined : removed.get(call.channel_id);
    if (!former) continue;
    const present = new Set((await participantsIn(writer, [call.id])).map((one) => one.account_id));
    const ids = former.filter((id) => !present.has(id));
    if (ids.length > 0) writer.emit(callRemoved({ kind: 'accounts', ids }, call.id));
  }
}

/** Participants who may not post in the new channel leave. */
async function emitMoved(writer: Writer, { callId, fromChannelId, ends }: MovedCall): Promise<void> {
  const call = await callById(writer, callId);
  if (!call) return;
  if (ends) return endCall(writer, call, 'moved');
  if (call.channel_id === fromChannelId) return emitChangedCall(writer, call);
  const participants = await participantsIn(writer, [call.id]);
  writer.emit(callRemoved(callAudience({ ...call, channel_id: fromChannelId }, participants), call.id));
  await emitNewCall(writer, call);
  await recheckPeople(writer, await readOrganization(writer), call, { sharers: new Set() });
}
