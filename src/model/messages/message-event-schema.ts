// Declares the events about messages: sent, changed, deleted, and the reactions, widgets and flags of messages.

import {
  anyOf,
  anyText,
  boolean,
  type Decoded,
  described,
  id,
  list,
  mapOf,
  nonNegativeInteger,
  nullable,
  oneOf,
  optional,
  record,
} from '../../api-contract/codec.ts';
import type { DeepReadonly } from '../../api-contract/deep-readonly.ts';
import { eventType, eventTypeWithOps } from '../../api-contract/event-declaration.ts';
import { propagateModes } from './edit-rules.ts';
import { bareMessageSchema, topicLinksSchema } from './message-schema.ts';

export const messageEventType = eventType('message', 'A message was sent. Contains your flags for it.', {
  message: bareMessageSchema,
  flags: list(anyText),
  local_message_id: optional(
    described(anyText, 'Only for the queue whose client sent it with a `local_id`.'),
  ),
});

export const updateMessageEventType = eventType(
  'update_message',
  'Messages were edited or moved, or link previews were added.',
  {
    user_id: described(nullable(id), 'Null if the server rendered the message again.'),
    rendering_only: boolean,
    edit_timestamp: nonNegativeInteger,
    message_id: id,
    message_ids: list(id),
    flags: described(list(anyText), 'Your flags for the message `message_id`.'),
    stream_id: optional(described(id, 'Where the messages of a channel were before.')),
    stream_name: optional(anyText),
    content: optional(described(anyText, 'With a new text or a new rendering.')),
    rendered_content: optional(described(anyText, 'With a new text or a new rendering.')),
    orig_content: optional(described(anyText, 'With a new text.')),
    orig_rendered_content: optional(described(anyText, 'With a new text.')),
    is_me_message: optional(described(boolean, 'With a new text.')),
    propagate_mode: optional(described(oneOf(...propagateModes), 'With a move.')),
    orig_subject: optional(described(anyText, 'With a move.')),
    subject: optional(described(anyText, 'With a move to another topic.')),
    topic_links: optional(described(topicLinksSchema, 'With a move to another topic.')),
    new_stream_id: optional(described(id, 'With a move to another channel.')),
  },
);

export const deleteMessageEventType = eventType(
  'delete_message',
  'Messages were deleted, or are no longer visible to you.',
  {
    message_type: oneOf('stream', 'private'),
    stream_id: optional(described(id, 'Where messages of a channel were.')),
    topic: optional(anyText),
    message_ids: optional(list(id)),
    message_id: optional(
      described(
        id,
        'Sent in place of `message_ids` to clients without the capability `bulk_message_deletion`.',
      ),
    ),
  },
);

/** The conversation of a message that became unread. */
const unreadDetail = anyOf(
  'is not the conversation of a message',
  record({ type: oneOf('private'), user_ids: list(id), mentioned: optional(boolean) }),
  record({
    type: oneOf('stream'),
    stream_id: id,
    topic: anyText,
    unmuted_stream_msg: boolean,
    mentioned: optional(boolean),
  }),
);

export type UnreadDetail = DeepReadonly<Decoded<typeof unreadDetail>>;

const flagFields = {
  operation: described(oneOf('add', 'remove'), 'An older name of `op`.'),
  flag: anyText,
  messages: list(id),
  all: described(boolean, 'Whether all messages are meant. If so, `messages` is empty.'),
};

export const flagsEventType = eventTypeWithOps(
  'update_message_flags',
  'Your flags for messages changed, such as read, starred or collapsed.',
  {
    add: flagFields,
    remove: {
      ...flagFields,
      message_details: optional(
        described(mapOf(unreadDetail), 'The conversations of messages that became unread, by message ID.'),
      ),
    },
  },
);

const reactionFields = {
  message_id: id,
  emoji_name: anyText,
  emoji_code: anyText,
  reaction_type: anyText,
  user_id: id,
  user: record({ user_id: id, email: anyText, full_name: anyText, is_mirror_dummy: boolean }),
};

export const reactionEventType = eventTypeWithOps(
  'reaction',
  'A reaction was added to a message or removed.',
  { add: reactionFields, remove: reactionFields },
);

export const submessageEventType = eventType(
  'submessage',
  'A user changed the poll or to-do list of a message.',
  { message_id: id, submessage_id: id, sender_id: id, msg_type: anyText, content: anyText },
);
