// Schemas of messages as clients receive them. Their JSON is assembled from prepared fragments (`FragmentCache`).

import {
  anyOf,
  anyText,
  boolean,
  id,
  list,
  nonNegativeInteger,
  nullable,
  oneOf,
  optional,
  record,
} from '../../api-contract/codec.ts';

const reaction = record({ emoji_name: anyText, emoji_code: anyText, reaction_type: anyText, user_id: id });

const submessage = record({
  id,
  message_id: id,
  sender_id: id,
  msg_type: anyText,
  content: anyText,
});

const edit = record({
  user_id: nullable(id),
  timestamp: nonNegativeInteger,
  prev_content: optional(anyText),
  prev_rendered_content: optional(anyText),
  prev_topic: optional(anyText),
  topic: optional(anyText),
  prev_stream: optional(id),
  stream: optional(id),
});

const participant = record({ id, email: anyText, full_name: anyText, is_mirror_dummy: boolean });

export const topicLinksSchema = list(record({ text: anyText, url: anyText }));

const messageFields = {
  id,
  type: oneOf('stream', 'private'),
  /** The channel's name, or the people of a direct conversation. */
  display_recipient: anyOf('is neither a name nor a list of people', anyText, list(participant)),
  recipient_id: id,
  stream_id: optional(id),
  subject: anyText,
  topic_links: topicLinksSchema,
  sender_id: id,
  sender_full_name: anyText,
  sender_email: anyText,
  sender_realm_str: anyText,
  avatar_url: nullable(anyText),
  client: anyText,
  content: anyText,
  content_type: oneOf('text/html', 'text/x-markdown'),
  is_me_message: boolean,
  timestamp: nonNegativeInteger,
  reactions: list(reaction),
  submessages: list(submessage),
  edit_history: optional(list(edit)),
  last_edit_timestamp: optional(nonNegativeInteger),
  last_moved_timestamp: optional(nonNegativeInteger),
};

/** A message without the viewer's own fields, as in events. */
export const bareMessageSchema = record(messageFields);

const match = { match_content: anyText, match_subject: anyText };

/** A message with the viewer's flags. Search results also have the matches marked. */
export const messageSchema = record({
  ...messageFields,
  flags: list(anyText),
  match_content: optional(match.match_content),
  match_subject: optional(match.match_subject),
});

/** Content and topic with the search matches marked. */
export const searchMatchSchema = record(match);

/** The state of a message after one edit. */
export const messageVersionSchema = record({
  topic: anyText,
  content: anyText,
  rendered_content: anyText,
  timestamp: nonNegativeInteger,
  user_id: nullable(id),
  prev_topic: optional(anyText),
  prev_stream: optional(id),
  stream: optional(id),
  prev_content: optional(anyText),
  prev_rendered_content: optional(anyText),
  content_html_diff: optional(anyText),
});

const unreadIds = { unread_message_ids: list(id) };

/** The unread messages of an account, by conversation. */
export const unreadMessagesSchema = record({
  pms: list(record({ other_user_id: id, sender_id: id, ...unreadIds })),
  streams: list(record({ topic: anyText, stream_id: id, ...unreadIds })),
  huddles: list(record({ user_ids_string: anyText, ...unreadIds })),
  mentions: list(id),
  count: nonNegativeInteger,
  old_unreads_missing: boolean,
});
