// Every event that the mobile client reads, by type and operation. It ignores unknown types; a malformed event of a known
// type makes it discard everything and register again.

import {
  boolean,
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
  real,
  tableById,
  text,
} from '../decoder.ts';
import {
  channel,
  channelProperties,
  folder,
  folderChange,
  subscription,
  subscriptionProperties,
  userTopic,
} from './channels.ts';
import { listsByOperation, listsByType } from './lists.ts';
import { bareMessage, flag, knownFlag, messageType, unreadDetail } from './messages.ts';
import { customEmoji, customEmojiTable, profileField, savedSnippet, userSettings } from './organization.ts';
import {
  presenceByClient,
  reactionType,
  status,
  user,
  userChange,
  userGroup,
  userGroupChange,
} from './people.ts';

type AnyEvent = Decoder<Readonly<Record<string, unknown>>>;

/** An event that names a property: its value has the property's type, if the client knows the property. */
function propertyEvent(properties: Readonly<Record<string, Decoder<unknown>>>, more: AnyEvent): AnyEvent {
  return (value, at) => {
    const { property } = object({ property: text })(value, at);
    const raw = members(value, at).value;
    const decode = properties[property];
    return { ...more(value, at), property, value: decode ? decode(raw, `${at}.value of ${property}`) : raw };
  };
}

/** A change of a message: its content, conversation or both. A move has its origin and mode. */
const updateMessage: AnyEvent = (value, at) => {
  const found = object({
    user_id: nullable(int),
    rendering_only: boolean,
    message_id: int,
    message_ids: list(int),
    flags: list(knownFlag),
    edit_timestamp: int,
    stream_id: optional(int),
    new_stream_id: optional(int),
    orig_subject: optional(text),
    subject: optional(text),
    propagate_mode: optional(oneOf('change_one', 'change_later', 'change_all')),
    orig_content: optional(text),
    orig_rendered_content: optional(text),
    content: optional(text),
    rendered_content: optional(text),
    is_me_message: optional(boolean),
  })(value, at);
  if (!found.message_ids.includes(found.message_id))
    throw new Malformed(`${at}.message_ids`, 'message_id among them', found.message_ids);
  const isMoved =
    (found.new_stream_id ?? found.stream_id) !== found.stream_id ||
    (found.subject ?? found.orig_subject) !== found.orig_subject;
  if (isMoved) {
    int(found.stream_id, `${at}.stream_id of a move`);
    text(found.orig_subject, `${at}.orig_subject of a move`);
    text(found.propagate_mode, `${at}.propagate_mode of a move`);
  } else if (found.propagate_mode !== undefined) {
    throw new Malformed(`${at}.propagate_mode`, 'nothing, as nothing is moved', found.propagate_mode);
  }
  return found;
};

const deleteMessage: AnyEvent = (value, at) => {
  const found = object({
    message_ids: list(int),
    message_type: messageType,
    stream_id: optional(int),
    topic: optional(text),
  })(value, at);
  if (found.message_type !== 'stream') return found;
  return {
    ...found,
    stream_id: int(found.stream_id, `${at}.stream_id`),
    topic: text(found.topic, `${at}.topic`),
  };
};

const addFlags = object({ flag, messages: list(int), all: boolean });

const removeFlags: AnyEvent = (value, at) => {
  const found = object({ flag, messages: list(int), message_details: optional(tableById(unreadDetail)) })(
    value,
    at,
  );
  if (found.flag !== 'read') return found;
  const details = found.message_details;
  if (!details || found.messages.some((id) => !details.has(id)))
    throw new Malformed(`${at}.message_details`, 'all messages', found.messages);
  return found;
};

const typing: AnyEvent = (value, at) => {
  const found = object({
    op: oneOf('start', 'stop'),
    message_type: messageType,
    sender: object({ user_id: int }),
    recipients: optional(list(object({ user_id: int }))),
    stream_id: optional(int),
    topic: optional(text),
  })(value, at);
  if (found.message_type === 'stream') {
    int(found.stream_id, `${at}.stream_id`);
    text(found.topic, `${at}.topic`);
  } else if (!found.recipients) {
    throw new Malformed(`${at}.recipients`, 'recipients of a direct message', undefined);
  }
  return found;
};

const message: AnyEvent = (value, at) => {
  const { flags, local_message_id, ...event } = object({
    message: bareMessage,
    flags: list(flag),
    local_message_id: optional(text),
  })(value, at);
  return { ...event, flags, local_message_id };
};

const groupMembers = object({ group_id: int, user_ids: list(int) });
const subgroups = object({ group_id: int, direct_subgroup_ids: list(int) });
const peers = object({ stream_ids: list(int), user_ids: list(int) });

/** Events without operations. */
const byType: Readonly<Record<string, AnyEvent>> = {
  ...listsByType,
  alert_words: object({ alert_words: list(text) }),
  custom_profile_fields: object({ fields: list(profileField) }),
  user_status: (value, at) => ({ ...object({ user_id: int })(value, at), ...status(value, at) }),
  user_topic: userTopic,
  muted_users: object({ muted_users: list(object({ id: int, timestamp: int })) }),
  message,
  update_message: updateMessage,
  delete_message: deleteMessage,
  submessage: object({
    msg_type: oneOf('widget'),
    content: text,
    message_id: int,
    sender_id: int,
    submessage_id: int,
  }),
  typing,
  presence: object({ user_id: int, server_timestamp: real, presence: presenceByClient }),
  reaction: object({
    op: oneOf('add', 'remove'),
    emoji_name: text,
    emoji_code: text,
    reaction_type: reactionType,
    user_id: int,
    // The previous client read the sender of a reaction there.
    user: object({ user_id: int, email: text, full_name: text, is_mirror_dummy: boolean }),
    message_id: int,
  }),
  heartbeat: object({}),
};

/** Events with operations. */
const byOperation: Readonly<Record<string, Readonly<Record<string, AnyEvent>>>> = {
  ...listsByOperation,
  realm_emoji: {
    update: object({ realm_emoji: customEmojiTable }),
    add: object({ emoji: customEmoji }),
    update_one: object({ emoji_id: text, data: object({ deactivated: optional(boolean) }) }),
  },
  user_settings: { update: propertyEvent(userSettings, object({})) },
  user_group: {
    add: object({ group: userGroup }),
    update: object({ group_id: int, data: userGroupChange }),
    add_members: groupMembers,
    remove_members: groupMembers,
    add_subgroups: subgroups,
    remove_subgroups: subgroups,
    remove: object({ group_id: int }),
  },
  realm_user: {
    add: object({ person: user }),
    remove: object({ person: object({ user_id: int }) }),
    update: object({ person: userChange }),
  },
  saved_snippets: {
    add: object({ saved_snippet: savedSnippet }),
    update: object({ saved_snippet: savedSnippet }),
    remove: object({ saved_snippet_id: int }),
  },
  stream: {
    create: object({ streams: list(channel) }),
    delete: object({ stream_ids: list(int), streams: list(object({ stream_id: int })) }),
    update: propertyEvent(
      channelProperties,
      object({
        stream_id: int,
        name: text,
        rendered_description: optional(text),
        history_public_to_subscribers: optional(boolean),
        is_web_public: optional(boolean),
      }),
    ),
  },
  subscription: {
    add: object({ subscriptions: list(subscription) }),
    remove: object({ subscriptions: list(object({ stream_id: int, name: text })) }),
    update: propertyEvent(subscriptionProperties, object({ stream_id: int })),
    peer_add: peers,
    peer_remove: peers,
  },
  channel_folder: {
    add: object({ channel_folder: folder }),
    update: object({ channel_folder_id: int, data: folderChange }),
    reorder: object({ order: list(int) }),
  },
  update_message_flags: { add: addFlags, remove: removeFlags },
  device: {
    add: object({ device_id: int }),
    remove: object({ device_id: int }),
    update: object({
      device_id: int,
      push_key_id: maybe(int),
      push_token_id: maybe(text),
      pending_push_token_id: maybe(text),
      push_token_last_updated_timestamp: maybe(int),
      push_registration_error_code: maybe(text),
    }),
  },
};

/** Types that the phone ignores and the server may send. */
const ignoredTypes = new Set([
  'realm_bot',
  'realm_export',
  'realm_export_consent',
  'default_streams',
  'default_stream_groups',
  'muted_topics',
  'onboarding_steps',
  'typing_edit_message',
  'invites_changed',
  'has_zoom_token',
  'has_webex_token',
  'restart',
  'web_reload_client',
]);

export interface PhoneEvent {
  readonly id: number;
  readonly type: string;
  readonly op: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: tests read events freely
  readonly [field: string]: any;
}

/** One event. Undocumented types and operations are refused, although the client would ignore them. */
export const event: Decoder<PhoneEvent> = (value, at) => {
  const { id, type, op } = object({ id: int, type: text, op: optional(text) })(value, at);
  const name = op === undefined ? type : `${type}/${op}`;
  const operations = byOperation[type];
  const decode = operations && op !== undefined ? operations[op] : byType[type];
  if (decode) return { ...decode(value, `${at} ${name}`), id, type, op };
  if (!ignoredTypes.has(type)) throw new Malformed(at, 'a documented event', name);
  return { ...members(value, at), id, type, op };
};

export const events = object({ events: list(event), queue_id: text });
