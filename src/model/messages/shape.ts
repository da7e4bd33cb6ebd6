// What clients read of a message, as data. Its JSON is put together from prepared pieces (`wire.ts`).

import { anyOf, boolean, id, list, nullable, oneOf, optional, record, text } from '../../contract/codec.ts';

const reaction = record({ emoji_name: text(), emoji_code: text(), reaction_type: text(), user_id: id });

const submessage = record({
  id,
  message_id: id,
  sender_id: id,
  msg_type: text(),
  content: text(),
});

const edit = record({
  user_id: nullable(id),
  timestamp: id,
  prev_content: optional(text()),
  prev_rendered_content: optional(text()),
  prev_topic: optional(text()),
  topic: optional(text()),
  prev_stream: optional(id),
  stream: optional(id),
});

const participant = record({ id, email: text(), full_name: text(), is_mirror_dummy: boolean });

const messageFields = {
  id,
  type: oneOf('stream', 'private'),
  /** The channel's name, or the people of a direct conversation. */
  display_recipient: anyOf('is no name and no list of people', text(), list(participant)),
  recipient_id: id,
  stream_id: optional(id),
  subject: text(),
  topic_links: list(record({ text: text(), url: text() })),
  sender_id: id,
  sender_full_name: text(),
  sender_email: text(),
  sender_realm_str: text(),
  avatar_url: nullable(text()),
  client: text(),
  content: text(),
  content_type: oneOf('text/html', 'text/x-markdown'),
  is_me_message: boolean,
  timestamp: id,
  reactions: list(reaction),
  submessages: list(submessage),
  edit_history: optional(list(edit)),
  last_edit_timestamp: optional(id),
  last_moved_timestamp: optional(id),
};

/** A message without what is the reader's own, as events bring it. */
export const bareMessageShape = record(messageFields);

const match = { match_content: text(), match_subject: text() };

/** A message with the reader's own flags; what a search found comes with the words marked. */
export const messageShape = record({
  ...messageFields,
  flags: list(text()),
  match_content: optional(match.match_content),
  match_subject: optional(match.match_subject),
});

/** Content and topic with the searched words marked. */
export const matchShape = record(match);

/** A message as one edit left it. */
export const versionShape = record({
  topic: text(),
  content: text(),
  rendered_content: text(),
  timestamp: id,
  user_id: nullable(id),
  prev_topic: optional(text()),
  prev_stream: optional(id),
  stream: optional(id),
  prev_content: optional(text()),
  prev_rendered_content: optional(text()),
  content_html_diff: optional(text()),
});

const unreadIds = { unread_message_ids: list(id) };

/** Where the unread messages of a person are. */
export const unreadShape = record({
  pms: list(record({ other_user_id: id, sender_id: id, ...unreadIds })),
  streams: list(record({ topic: text(), stream_id: id, ...unreadIds })),
  huddles: list(record({ user_ids_string: text(), ...unreadIds })),
  mentions: list(id),
  count: id,
  old_unreads_missing: boolean,
});
