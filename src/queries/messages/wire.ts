// From a stored message to the wire. A message's JSON is made of three parts: what is the same for every reader
// (`stableFields`), who sent it (`senderFields`), and where it stands (`placeFields`). The last two depend on the
// reader or change without the message: names, addresses, pictures, the word for the empty topic. They are put
// around the stable part, whose JSON is made once and kept (`fragments.ts`).

import type { CompiledLinkifier } from '../../markdown/linkifiers.ts';
import { linkifyTopic } from '../../markdown/linkifiers.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { MessageEditRow, MessageRow, ReactionRow, SubmessageRow } from '../../model/messages/row.ts';
import { topicFor } from '../../model/messages/topic.ts';
import { avatarUrl, avatarUrlOrNull } from '../../model/people/avatar.ts';
import { apiEmail } from '../../model/people/email.ts';
import { peopleOf } from '../../stores/conversations/conversation-store.ts';
import type { StableColumns } from '../../stores/messages/content-rows.ts';
import type { OrganizationView } from '../state/organization-view.ts';

/** The form in which a reader wants messages. */
export interface MessageShape {
  /** HTML, or the Markdown source. */
  readonly applyMarkdown: boolean;
  /** Null in place of avatar addresses that the client computes itself. */
  readonly clientGravatar: boolean;
  /** The empty topic as `''`. */
  readonly emptyTopicName: boolean;
}

/** What stands beside a message in the database. */
export interface MessageParts {
  readonly reactions: readonly ReactionRow[];
  readonly submessages: readonly SubmessageRow[];
  readonly edits: readonly MessageEditRow[];
}

/** A message that nothing hangs on. */
export const noParts: MessageParts = { reactions: [], submessages: [], edits: [] };

/** Kinds of conversation share one space of ids on the wire: channels are even, sets of people odd. */
function recipientId(channelId: number | null, conversationId: number): number {
  return channelId === null ? conversationId * 2 + 1 : channelId * 2;
}

/** A message's reactions as they are written to clients. */
function reactionFields(row: ReactionRow): Record<string, unknown> {
  return {
    emoji_name: row.emoji_name,
    emoji_code: row.emoji_code,
    reaction_type: row.reaction_type,
    user_id: row.account_id,
  };
}

/** A message's submessages as they are written to clients. */
function submessageFields(row: SubmessageRow): Record<string, unknown> {
  return {
    id: row.id,
    message_id: row.message_id,
    sender_id: row.sender_id,
    msg_type: row.msg_type,
    content: row.content,
  };
}

/** One entry of `edit_history`, with the keys that its kind of edit has. */
function editFields(row: MessageEditRow, knowsEmptyTopic: boolean): Record<string, unknown> {
  return {
    user_id: row.editor_id,
    timestamp: row.edited_at,
    ...(row.prev_content !== null && {
      prev_content: row.prev_content,
      prev_rendered_content: row.prev_rendered_content ?? '',
    }),
    ...(row.prev_topic !== null && {
      prev_topic: topicFor(row.prev_topic, knowsEmptyTopic),
      topic: topicFor(row.topic ?? '', knowsEmptyTopic),
    }),
    ...(row.prev_channel_id !== null && { prev_stream: row.prev_channel_id, stream: row.channel_id }),
  };
}

/** The content of a message in one of its two forms. */
export interface MessageContent {
  readonly text: string;
  readonly isHtml: boolean;
}

/** The content of a message's row, as HTML or as source. */
export function contentOf(row: MessageRow, isHtml: boolean): MessageContent {
  return { text: isHtml ? row.rendered_content : row.content, isHtml };
}

/** What every reader sees alike, in one of the two content forms; `parts` hold the edits that may be shown. */
export function stableFields(
  message: StableColumns,
  content: MessageContent,
  parts: MessageParts,
  knowsEmptyTopic: boolean,
): Record<string, unknown> {
  return {
    id: message.id,
    sender_id: message.sender_id,
    content: content.text,
    content_type: content.isHtml ? 'text/html' : 'text/x-markdown',
    recipient_id: recipientId(message.channel_id, message.conversation_id),
    timestamp: message.sent_at,
    client: message.client,
    is_me_message: message.is_me_message === 1,
    reactions: parts.reactions.map(reactionFields),
    submessages: parts.submessages.map(submessageFields),
    ...(parts.edits.length > 0 && {
      edit_history: parts.edits.map((edit) => editFields(edit, knowsEmptyTopic)),
    }),
    ...(message.last_edited_at !== null && { last_edit_timestamp: message.last_edited_at }),
    ...(message.last_moved_at !== null && { last_moved_timestamp: message.last_moved_at }),
  };
}

/** Who sent a message. An account that the reader may not see keeps its name to itself. */
export function senderFields(
  sender: Account | undefined,
  view: OrganizationView,
  shape: MessageShape,
  isVisible: boolean,
): Record<string, unknown> {
  const { organization } = view;
  if (!sender || !isVisible) {
    return {
      sender_full_name: 'Unknown user',
      sender_email: `user${sender?.id ?? 0}@parley.invalid`,
      sender_realm_str: organization.stringId,
      avatar_url: '/static/images/unknown-user-avatar.png',
    };
  }
  return {
    sender_full_name: sender.fullName,
    sender_email: apiEmail(sender, organization),
    sender_realm_str: organization.stringId,
    avatar_url: shape.clientGravatar
      ? avatarUrlOrNull(sender, organization)
      : avatarUrl(sender, organization),
  };
}

/** A person as `display_recipient` lists them; without an account, somebody whom the reader may not see. */
export function personFields(
  account: Account | undefined,
  id: number,
  view: OrganizationView,
): Record<string, unknown> {
  return {
    id,
    email: account ? apiEmail(account, view.organization) : `user${id}@parley.invalid`,
    full_name: account?.fullName ?? 'Unknown user',
    is_mirror_dummy: false,
  };
}

/** Where a message stands: its channel and topic, or the people it is between. */
export function placeFields(
  place: {
    readonly channel_id: number | null;
    readonly topic_name: string;
    readonly direct_key: string | null;
  },
  view: OrganizationView,
  shape: MessageShape,
  linkifiers: readonly CompiledLinkifier[],
): Record<string, unknown> {
  if (place.channel_id === null) {
    return {
      type: 'private',
      display_recipient: peopleOf(place.direct_key ?? '').map((id) =>
        personFields(view.account(id), id, view),
      ),
      subject: '',
      topic_links: [],
    };
  }
  return {
    type: 'stream',
    display_recipient: view.channel(place.channel_id)?.name ?? '',
    stream_id: place.channel_id,
    subject: topicFor(place.topic_name, shape.emptyTopicName),
    topic_links: linkifiers.length === 0 ? [] : linkifyTopic(place.topic_name, linkifiers),
  };
}
