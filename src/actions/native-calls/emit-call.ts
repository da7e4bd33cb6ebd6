// Emits how a call is now to those who can read its conversation.

import type { Audience } from '../../api-contract/event.ts';
import { peopleOf } from '../../model/conversations/direct-key.ts';
import {
  type CallRow,
  type ParticipantRow,
  type WireCall,
  wireCall,
} from '../../model/native-calls/native-call.ts';
import { callAdded, callRemoved, callUpdated } from '../../model/native-calls/native-call-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { callById } from '../../stores/native-calls/call-store.ts';
import { participantsIn } from '../../stores/native-calls/participant-store.ts';
import { isSubscribedNow } from '../../stores/subscriptions/subscription-store.ts';

/** Those who learn of a call: the people of a direct conversation; the subscribers of a channel and who is in the call. */
export function callAudience(call: CallRow, participants: readonly ParticipantRow[]): Audience {
  if (call.channel_id === null) return { kind: 'accounts', ids: peopleOf(call.direct_key ?? '') };
  return {
    kind: 'channel',
    channelId: call.channel_id,
    also: [...new Set(participants.map((one) => one.account_id))],
  };
}

/** A call with who is in it now, as clients receive it. */
export async function currentCall(writer: Writer, { id }: Pick<CallRow, 'id'>): Promise<WireCall> {
  return wireCall(await storedCall(writer, id), await participantsIn(writer, [id]));
}

/** The unit may have changed the row since it was read. */
async function storedCall(writer: Writer, id: number): Promise<CallRow> {
  const call = await callById(writer, id);
  if (!call) throw new Error('the call was deleted');
  return call;
}

/** Emits a call that has just begun, or has come to its audience. */
export async function emitNewCall(writer: Writer, { id }: Pick<CallRow, 'id'>): Promise<void> {
  const [call, participants] = [await storedCall(writer, id), await participantsIn(writer, [id])];
  writer.emit(callAdded(callAudience(call, participants), wireCall(call, participants)));
}

/** Emits a call whose participants have changed. */
export async function emitChangedCall(writer: Writer, { id }: Pick<CallRow, 'id'>): Promise<void> {
  const [call, participants] = [await storedCall(writer, id), await participantsIn(writer, [id])];
  writer.emit(callUpdated(callAudience(call, participants), wireCall(call, participants)));
}

/** Emits that a call is over. @param participants who was in it */
export function emitEndedCall(writer: Writer, call: CallRow, participants: readonly ParticipantRow[]): void {
  writer.emit(callRemoved(callAudience(call, participants), call.id));
}

/** Removes a call from the clients of an account that has left it and is not subscribed to its channel. */
export async function emitLeftCall(writer: Writer, call: CallRow, accountId: number): Promise<void> {
  if (call.channel_id === null || (await isSubscribedNow(writer, accountId, call.channel_id))) return;
  writer.emit(callRemoved({ kind: 'accounts', ids: [accountId] }, call.id));
}
