// Messages, as the mobile client reads them: from GET /messages, GET /messages/{id} and events.

import {
  boolean,
  type Decoded,
  type Decoder,
  int,
  list,
  Malformed,
  maybe,
  members,
  nullable,
  object,
  oneOf,
  optional,
  parseJson,
  risingIds,
  text,
} from '../decoder.ts';
import { reactionType } from './people.ts';

const flags = [
  'read',
  'starred',
  'collapsed',
  'mentioned',
  'wildcard_mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
  'has_alert_word',
  'historical',
] as const;

/** The flags that the client knows: in events of edits it refuses any other. */
export const knownFlag = oneOf(...flags);

/** Outside of these events, the client ignores the flags that newer servers add. */
export const flag = oneOf(...flags, 'hide_link_previews');

const reaction = object({
  emoji_name: text,
  emoji_code: text,
  reaction_type: reactionType,
  user_id: int,
});

const submessage = object({
  id: int,
  message_id: int,
  sender_id: int,
  msg_type: oneOf('widget'),
  content: text,
});

const poll = object({ question: optional(text), options: optional(list(text)) });

/** The first submessage has the type of the widget; a poll's must be decodable. */
const submessages: Decoder<readonly Decoded<typeof submessage>[]> = (value, at) => {
  const found = list(submessage)(value, at);
  const [first] = found;
  if (!first) return found;
  const widget = object({ widget_type: text, extra_data: maybe(members) })(
    parseJson(first.content),
    `${at}[0].content`,
  );
  if (widget.widget_type === 'poll') poll(widget.extra_data, `${at}[0].content.extra_data`);
  return found;
};

/** What the client derives from a message's history: whether it was edited or moved. */
const editHistory: Decoder<unknown> = (value, at) => {
  const edits = list(
    object({
      user_id: nullable(int),
      timestamp: int,
      prev_content: optional(text),
      prev_rendered_content: optional(text),
      prev_stream: optional(int),
      stream: optional(int),
      prev_topic: optional(text),
      topic: optional(text),
    }),
  )(value, at);
  if (edits.length === 0) throw new Malformed(at, 'at least one edit', value);
  for (const edit of edits) {
    if (edit.prev_topic !== undefined) text(edit.topic, `${at}.topic`);
    if (edit.prev_stream !== undefined) int(edit.stream, `${at}.stream`);
  }
  return edits;
};

const common = {
  id: int,
  client: text,
  content: text,
  content_type: oneOf('text/html', 'text/x-markdown'),
  avatar_url: nullable(text),
  is_me_message: boolean,
  last_edit_timestamp: optional(int),
  last_moved_timestamp: optional(int),
  edit_history: optional(editHistory),
  reactions: list(reaction),
  submessages,
  recipient_id: int,
  sender_id: int,
  sender_email: text,
  sender_full_name: text,
  sender_realm_str: text,
  timestamp: int,
  topic_links: list(object({ text, url: text })),
  subject: text,
  match_content: optional(text),
  match_subject: optional(text),
};

const channelMessage = object({ ...common, type: oneOf('stream'), stream_id: int, display_recipient: text });

const participant = object({ id: int, email: text, full_name: text, is_mirror_dummy: boolean });

const directMessage = object({ ...common, type: oneOf('private'), display_recipient: list(participant) });

export type Message = Decoded<typeof channelMessage> | Decoded<typeof directMessage>;

/** A message as in events: without flags. */
export const bareMessage: Decoder<Message> = (value, at) => {
  const type = text(members(value, at).type, `${at}.type`);
  if (type === 'stream') return channelMessage(value, at);
  if (type !== 'private') throw new Malformed(`${at}.type`, 'stream or private', type);
  const found = directMessage(value, at);
  const ids = found.display_recipient.map(({ id }) => id);
  risingIds(
    ids.toSorted((a, b) => a - b),
    `${at}.display_recipient`,
  );
  return found;
};

/** A message as in answers: with the viewer's flags. */
export const message: Decoder<Message & { readonly flags: readonly string[] }> = (value, at) => {
  const flags = list(flag)(members(value, at).flags, `${at}.flags`);
  return { ...bareMessage(value, at), flags };
};

/** The type of a message in events that call direct messages by either name. */
export const messageType = oneOf('stream', 'private', 'direct');

/** The conversation of an unread message, in the event that marks it unread. */
export const unreadDetail: Decoder<unknown> = (value, at) => {
  const found = object({
    type: messageType,
    mentioned: optional(boolean),
    user_ids: optional(list(int)),
    stream_id: optional(int),
    topic: optional(text),
  })(value, at);
  if (found.type !== 'stream') return { ...found, user_ids: list(int)(found.user_ids, `${at}.user_ids`) };
  return {
    ...found,
    stream_id: int(found.stream_id, `${at}.stream_id`),
    topic: text(found.topic, `${at}.topic`),
  };
};
