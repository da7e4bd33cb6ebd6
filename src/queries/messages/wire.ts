// Converts stored messages to the wire form. A message's JSON has three parts: the fields that are the same for every
// viewer (`stableFields`), its sender (`senderFields`), and its conversation (`conversationFields`). The last two
// depend on the viewer or change without the message: names, addresses, avatars, the name of the empty topic. They are
// added to the stable part, whose JSON is cached (`fragments.ts`).

import type { CompiledLinkifier } from '../../markdown/linkifiers.ts';
import { linkifyTopic } from '../../markdown/linkifiers.ts';
import type { Account } from '../../model/accounts/account.ts';
import type {
  MessageEditRow,
  MessageRow,
  ReactionRow,
  SubmessageRow,
} from '../../model/messages/message-row.ts';
import { displayTopic } from '../../model/messages/topic.ts';
import { apiEmail } from '../../model/people/account-email.ts';
import { avatarUrl, avatarUrlOrNull } from '../../model/people/avatar-url.ts';
import { peopleOf } from '../../stores/conversations/conversation-store.ts';
import type { StableColumns } from '../../stores/messages/content-rows.ts';
import type { OrganizationView } from '../state/organization-view.ts';

/** The format in which a client wants messages. */
export interface MessageFormat {
  /** HTML, or the Markdown source. */
  readonly applyMarkdown: boolean;
  /** Null instead of avatar addresses that the client computes itself. */
  readonly clientGravatar: boolean;
  /** The empty topic as `''`. */
  readonly emptyTopicName: boolean;
}

/** The rows attached to a message. */
export interface MessageParts {
  readonly reactions: readonly ReactionRow[];
  readonly submessages: readonly SubmessageRow[];
  readonly edits: readonly MessageEditRow[];
}

export const noParts: MessageParts = { reactions: [], submessages: [], edits: [] };

/** Channels and sets of people share one range of ids on the wire: channels are even, sets of people odd. */
function recipientId(channelId: number | null, conversationId: number): number {
  return channelId === null ? conversationId * 2 + 1 : channelId * 2;
}

/** A message's reactions on the wire. */
function reactionFields(row: ReactionRow): Record<string, unknown> {
  return {
    emoji_name: row.emoji_name,
    emoji_code: row.emoji_code,
    reaction_type: row.reaction_type,
    user_id: row.account_id,
  };
}

/** A message's submessages on the wire. */
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
      prev_topic: displayTopic(row.prev_topic, knowsEmptyTopic),
      topic: displayTopic(row.topic ?? '', knowsEmptyTopic),
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

/** The fields that are the same for every viewer, in one of the two content forms; `parts` contains the edits that may
 * be shown.
 */
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

/** The sender of a message; without the name if the viewer may not see the account. */
export function senderFields(
  sender: Account | undefined,
  view: OrganizationView,
  format: MessageFormat,
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
    avatar_url: format.clientGravatar
      ? avatarUrlOrNull(sender, organization)
      : avatarUrl(sender, organization),
  };
}

/** A person in `display_recipient`; without an account, one that the viewer may not see. */
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

/** The conversation of a message: its channel and topic, or the people of a direct message. */
export function conversationFields(
  conversation: {
    readonly channel_id: number | null;
    readonly topic_name: string;
    readonly direct_key: string | null;
  },
  view: OrganizationView,
  format: MessageFormat,
  linkifiers: readonly CompiledLinkifier[],
): Record<string, unknown> {
  if (conversation.channel_id === null) {
    return {
      type: 'private',
      display_recipient: peopleOf(conversation.direct_key ?? '').map((id) =>
        personFields(view.account(id), id, view),
      ),
      subject: '',
      topic_links: [],
    };
  }
  return {
    type: 'stream',
    display_recipient: view.channel(conversation.channel_id)?.name ?? '',
    stream_id: conversation.channel_id,
    subject: displayTopic(conversation.topic_name, format.emptyTopicName),
    topic_links: linkifiers.length === 0 ? [] : linkifyTopic(conversation.topic_name, linkifiers),
  };
}
