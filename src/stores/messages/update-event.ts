// The log entry of an edit or a move. Besides the wire fields, it stores the data that decides each account's flags:
// the few accounts with a row of their own, and the mentions of many accounts at once. Who has read the message is left
// out, since that would add a cost per reader to the write; the view reads it when the entry is delivered.

import type { Audience, NewEvent } from '../../api-contract/event.ts';
import { newPartialEvent, type PartialPayloadOf } from '../../api-contract/event-declaration.ts';
import { parseIds } from '../../model/id-column.ts';
import type { PropagateMode } from '../../model/messages/edit-rules.ts';
import { updateMessageEventType } from '../../model/messages/message-event-schema.ts';
import type { MessageRow } from '../../model/messages/message-row.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import type { VisibilityExtra } from './deletion-event.ts';
import { membersOf } from './mention-rules.ts';
import { type Arrival, arrivalsByMessage } from './message-store.ts';

const bitsOf = preparedRead<{ message: number }>()((db, p) =>
  db.selectFrom('personal_message').select(['account_id', 'flags']).where('message_id', '=', p.message),
);
const mentionOf = preparedRead<{ message: number }>()((db, p) =>
  db.selectFrom('message_mention').selectAll().where('message_id', '=', p.message),
);

/** The data that decides the flags of a message for each account, except `read`. */
export interface FlagSource {
  readonly head: Pick<MessageRow, 'id' | 'channel_id' | 'sequence' | 'is_moved' | 'mentions_channel'>;
  readonly arrivals: readonly Arrival[];
  /** Bits of the personal rows, by account. */
  readonly bits: Readonly<Record<number, number>>;
  readonly groupMemberIds: readonly number[];
  readonly topicMentionedIds: readonly number[];
}

type UpdateFields = PartialPayloadOf<typeof updateMessageEventType>;

export interface UpdateMessageExtra extends VisibilityExtra {
  readonly messageId: number;
  readonly flags: FlagSource;
}

/** Reads the flag source of a message after its change. */
export async function flagSourceOf(writer: Writer, row: MessageRow): Promise<FlagSource> {
  const bits: Record<number, number> = {};
  for (const bitRow of await bitsOf.all(writer, { message: row.id })) bits[bitRow.account_id] = bitRow.flags;
  const mention = row.has_mention_row === 1 ? await mentionOf.first(writer, { message: row.id }) : undefined;
  const arrivals = await arrivalsByMessage(writer, row.is_moved === 1 ? [row.id] : []);
  return {
    head: {
      id: row.id,
      channel_id: row.channel_id,
      sequence: row.sequence,
      is_moved: row.is_moved,
      mentions_channel: row.mentions_channel,
    },
    arrivals: arrivals.get(row.id) ?? [],
    bits,
    groupMemberIds: mention ? await membersOf(writer, parseIds(mention.group_ids), mention.sequence) : [],
    topicMentionedIds: mention ? parseIds(mention.topic_participant_ids) : [],
  };
}

/** The fields of an edit that changed the content or only rendered it again. */
export function contentFields(before: MessageRow, after: MessageRow): UpdateFields {
  return {
    orig_content: before.content,
    orig_rendered_content: before.rendered_content,
    content: after.content,
    rendered_content: after.rendered_content,
    is_me_message: after.is_me_message === 1,
  };
}

/** The changes of a move. */
export interface MoveFields {
  readonly propagateMode: PropagateMode;
  readonly origTopic: string;
  /** Undefined when the topic stays. */
  readonly topic: string | undefined;
  /** Undefined when the channel stays. */
  readonly newChannelId: number | undefined;
}

/** The fields of a move; the view adds the links in the topic. */
export function moveFields(move: MoveFields): UpdateFields {
  return {
    propagate_mode: move.propagateMode,
    orig_subject: move.origTopic,
    ...(move.topic !== undefined && { subject: move.topic, topic_links: [] }),
    ...(move.newChannelId !== undefined && { new_stream_id: move.newChannelId }),
  };
}

export interface MessageUpdateParts {
  readonly editorId: number | null;
  readonly editedAt: number;
  readonly audience: Audience;
  readonly messageId: number;
  readonly messageIds: readonly number[];
  /** Where the messages were before; undefined for direct messages. */
  readonly channel: { readonly id: number; readonly name: string } | undefined;
  /** The fields of the new text, of the move, or of both. */
  readonly fields: UpdateFields;
  readonly extra: UpdateMessageExtra;
}

/** The event of a message change, to whose fields the view adds the flags; sorts the ids. */
export function updateMessageEvent(parts: MessageUpdateParts): NewEvent {
  const ids = [...parts.messageIds].sort((a, b) => a - b);
  return newPartialEvent(
    updateMessageEventType,
    {
      user_id: parts.editorId,
      rendering_only: parts.editorId === null,
      message_id: parts.messageId,
      message_ids: ids,
      edit_timestamp: parts.editedAt,
      ...(parts.channel && { stream_id: parts.channel.id, stream_name: parts.channel.name }),
      ...parts.fields,
    },
    { audience: parts.audience, extra: { ...parts.extra }, touches: { messages: ids } },
  );
}
