// Records a changed message once its rows are written: the edit history, and one event for each group of
// accounts that see the change alike.

import type { MessageRow } from '../../model/messages/message-row.ts';
import type { MovePlan } from '../../model/messages/move-plan.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import type { AccessibleMessage } from '../../stores/message-access/message-access.ts';
import { type EditRecord, recordEdit } from '../../stores/messages/change-store.ts';
import { visibilityExtra } from '../../stores/messages/deletion-event.ts';
import type { Receptions } from '../../stores/messages/message-audience.ts';
import { messageById } from '../../stores/messages/message-store.ts';
import {
  contentFields,
  flagSourceOf,
  type MessageUpdateParts,
  moveFields,
  updateMessageEvent,
} from '../../stores/messages/update-event.ts';
import { pruneVersions } from '../../stores/messages/version-limit.ts';
import type { MoveAudiences } from './move.ts';

/** A change whose rows are written. */
export interface WrittenChange {
  readonly editorId: number;
  /** The message before the change. */
  readonly message: AccessibleMessage;
  /** The message with its new content; undefined if only its topic or channel changed. */
  readonly edited: MessageRow | undefined;
  /** Undefined if only the content changed. */
  readonly plan: MovePlan | undefined;
  /** The receptions of the messages before the change. */
  readonly receptions: Receptions;
  /** The log position of the change. */
  readonly sequence: number;
}

/**
 * The history of the target has both kinds of change in one entry; that of messages moved with it has the
 * move only.
 */
export async function storeHistory(
  writer: Writer,
  { editorId, message: { row: before }, edited, plan, sequence }: WrittenChange,
): Promise<void> {
  const changesTopic = plan && plan.to.topic !== plan.from.conversation.topic_name;
  const changesChannel = plan && plan.to.channel.id !== plan.from.channel.id;
  const record: EditRecord = {
    editorId,
    prevContent: null,
    prevRenderedContent: null,
    prevTopic: changesTopic ? plan.from.conversation.topic_name : null,
    topic: changesTopic ? plan.to.topic : null,
    prevChannelId: changesChannel ? plan.from.channel.id : null,
    channelId: changesChannel ? plan.to.channel.id : null,
    sequence,
  };
  const ids = plan?.messages.map((message) => message.id) ?? [before.id];
  if (!edited) return recordEdit(writer, ids, record);
  await recordEdit(writer, [before.id], {
    ...record,
    prevContent: before.content,
    prevRenderedContent: before.rendered_content,
  });
  if (before.has_edits === 1) await pruneVersions(writer, before.id);
  const others = ids.filter((id) => id !== before.id);
  if (others.length > 0) await recordEdit(writer, others, record);
}

/**
 * Emits one event for each group of accounts that see the change alike; the first gets the change's own log
 * position.
 */
export async function emitMessageChange(
  writer: Writer,
  { editorId, message: { row: before, channel }, edited, plan, receptions, sequence }: WrittenChange,
  audiences: Pick<MoveAudiences, 'notified'>,
): Promise<void> {
  const after = (await messageById(writer, before.id)) ?? before;
  const [first, ...others] = audiences.notified;
  const event = updateMessageEvent({
    editorId,
    audience: first,
    editedAt: writer.now,
    messageId: before.id,
    messageIds: plan?.messages.map((message) => message.id) ?? [before.id],
    channel,
    fields: {
      ...(edited && contentFields(before, edited)),
      ...(plan && moveFieldsOf(plan)),
    },
    extra: {
      messageId: before.id,
      flags: await flagSourceOf(writer, after),
      // Everyone who receives a move to another channel can see all of it there.
      ...(plan?.to.channel.id === channel?.id || !plan
        ? visibilityExtra(channel, receptions, [editorId])
        : {}),
    },
  });
  const { touches: touched, ...rest } = event;
  const touches = { messages: [...(touched?.messages ?? []), ...(plan?.respelledIds ?? [])] };
  writer.emit({ ...event, touches }, sequence);
  // Touches are emitted once.
  for (const audience of others) writer.emit({ ...rest, audience });
}

function moveFieldsOf({ from, to, propagateMode }: MovePlan): MessageUpdateParts['fields'] {
  const origTopic = from.conversation.topic_name;
  return moveFields({
    propagateMode,
    origTopic,
    topic: to.topic === origTopic ? undefined : to.topic,
    newChannelId: to.channel.id === from.channel.id ? undefined : to.channel.id,
  });
}
