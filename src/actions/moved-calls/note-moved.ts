// Lets calls follow topics that are moved as a whole, inside the unit of work that moves them. Emits entries for the servers;
// at the end of the unit, `native-calls/follow-conversations.ts` emits what clients see.

import type { MovePlan } from '../../model/messages/move-plan.ts';
import { callDisplacedEntry, callMovedEntry } from '../../model/native-calls/moved-call-entries.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { topicConversation } from '../../stores/conversations/conversation-store.ts';
import { changeCall, liveCallIn } from '../../stores/native-calls/call-store.ts';
import { changeParticipant, participantsIn } from '../../stores/native-calls/participant-store.ts';
import { endRings, notifiedOfStop, ringsOf } from '../../stores/native-calls/ring-store.ts';

/**
 * Moves the call of a topic that was moved as a whole. If the topic at the target has a call, the moved topic's call is to
 * end.
 */
export async function noteMovedCall(
  writer: Writer,
  { from, to }: Pick<MovePlan, 'from' | 'to'>,
): Promise<void> {
  const call = await liveCallIn(writer, from.conversation.id);
  const target = call && (await topicConversation(writer, to.channel.id, to.topic));
  if (!call || !target) return;
  const isElsewhere = target.id !== call.conversation_id;
  const meets = isElsewhere && (await liveCallIn(writer, target.id)) !== undefined;
  if (isElsewhere && !meets) await changeCall(writer, call.id, { conversation_id: target.id });
  writer.emit(callMovedEntry({ callId: call.id, fromChannelId: from.channel.id, ends: meets }));
}

/** Ends the call of a conversation without messages, which is about to be removed. */
export async function noteDisplacedCall(writer: Writer, conversationId: number): Promise<void> {
  const call = await liveCallIn(writer, conversationId);
  if (!call || call.channel_id === null) return;
  const participants = await participantsIn(writer, [call.id]);
  for (const { id } of participants) await changeParticipant(writer, id, { left_at: writer.now });
  const rings = await ringsOf(writer, call.id);
  await endRings(
    writer,
    rings.map(({ id }) => id),
    'missed',
  );
  await changeCall(writer, call.id, { ended_at: writer.now, end_reason: 'moved', empty_since: null });
  const accountIds = participants.map((one) => one.account_id);
  writer.emit(
    callDisplacedEntry({
      callId: call.id,
      channelId: call.channel_id,
      engine: call.engine,
      accountIds,
      rings: rings.map((ring) => ({ accountId: ring.account_id, receiverIds: notifiedOfStop(ring) })),
    }),
  );
}
