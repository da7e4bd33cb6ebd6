// The answer of POST /register, as the mobile client reads it: everything that it shows after login.

import {
  absoluteUrl,
  boolean,
  type Decoded,
  type Decoder,
  int,
  list,
  Malformed,
  merged,
  nullable,
  object,
  oneOf,
  optional,
  risingIds,
  table,
  tableById,
  text,
} from '../decoder.ts';
import { channel, folder, subscription, userTopic } from './channels.ts';
import {
  accountKind,
  customEmojiTable,
  device,
  permissionKinds,
  profileField,
  savedSnippet,
  userSettings,
} from './organization.ts';
import { listedUser, permission, presence, status, userGroup } from './people.ts';

const unread = object({
  count: int,
  pms: list(object({ other_user_id: int, sender_id: int, unread_message_ids: risingIds })),
  streams: list(object({ topic: text, stream_id: int, unread_message_ids: risingIds })),
  huddles: list(object({ user_ids_string: text, unread_message_ids: risingIds })),
  mentions: list(int),
  old_unreads_missing: boolean,
});

const server = object({
  queue_id: text,
  last_event_id: int,
  zulip_feature_level: int,
  zulip_version: text,
  zulip_merge_base: text,
  idle_queue_timeout_secs: int,
  max_stream_name_length: int,
  max_topic_length: int,
  max_message_length: int,
  max_file_upload_size_mib: int,
  server_presence_ping_interval_seconds: int,
  server_presence_offline_threshold_seconds: int,
  server_typing_started_expiry_period_milliseconds: int,
  server_typing_stopped_wait_period_milliseconds: int,
  server_typing_started_wait_period_milliseconds: int,
  server_emoji_data_url: absoluteUrl,
  server_thumbnail_formats: list(
    object({ name: text, max_width: int, max_height: int, format: text, animated: boolean }),
  ),
  server_report_message_types: list(object({ key: text, name: text })),
  server_supported_permission_settings: permissionKinds,
  event_queue_longpoll_timeout_seconds: int,
});

const organization = object({
  realm_name: text,
  realm_url: absoluteUrl,
  realm_uri: absoluteUrl,
  realm_icon_url: text,
  realm_mandatory_topics: boolean,
  realm_waiting_period_threshold: int,
  realm_allow_message_editing: boolean,
  realm_message_content_edit_limit_seconds: nullable(int),
  realm_message_content_delete_limit_seconds: nullable(int),
  realm_enable_read_receipts: boolean,
  realm_enable_guest_user_indicator: boolean,
  realm_presence_disabled: boolean,
  realm_empty_topic_display_name: text,
  realm_topics_policy: oneOf('allow_empty_topic', 'disable_empty_topic'),
  realm_wildcard_mention_policy: oneOf(1, 2, 3, 5, 6, 7),
  realm_moderation_request_channel_id: int,
  realm_video_chat_provider: int,
  realm_jitsi_server_url: nullable(text),
  realm_available_video_chat_providers: table(object({ name: text, id: int })),
  realm_default_external_accounts: table(accountKind),
  realm_can_access_all_users_group: permission,
  realm_can_delete_any_message_group: permission,
  realm_can_delete_own_message_group: permission,
  realm_can_mention_many_users_group: permission,
  realm_can_move_messages_between_channels_group: permission,
  realm_can_move_messages_between_topics_group: permission,
  realm_can_resolve_topics_group: permission,
  realm_direct_message_initiator_group: permission,
  realm_direct_message_permission_group: permission,
  realm_emoji: customEmojiTable,
  realm_user_groups: list(userGroup),
  channel_folders: list(folder),
  custom_profile_fields: list(profileField),
});

const personal = object({
  user_id: int,
  email: text,
  delivery_email: text,
  full_name: text,
  alert_words: list(text),
  muted_users: list(object({ id: int, timestamp: int })),
  presences: tableById(presence),
  presence_last_update_id: int,
  recent_private_conversations: list(object({ max_message_id: int, user_ids: list(int) })),
  saved_snippets: list(savedSnippet),
  devices: tableById(device),
  starred_messages: list(int),
  subscriptions: list(subscription),
  streams: list(channel),
  unread_msgs: unread,
  user_settings: object(userSettings),
  user_status: tableById(status),
  user_topics: list(userTopic),
  realm_users: list(listedUser),
  realm_non_active_users: list(listedUser),
  cross_realm_bots: list(listedUser),
  giphy_api_key: optional(text),
});

export type PhoneSnapshot = Decoded<typeof server> & Decoded<typeof organization> & Decoded<typeof personal>;

/** The oldest server that the client works with. */
const OLDEST_FEATURE_LEVEL = 277;

/** The whole answer, and the client's assumptions across its fields. */
export const snapshot: Decoder<PhoneSnapshot> = (value, at) => {
  const found = merged(merged(server, organization), personal)(value, at);
  if (found.zulip_feature_level < OLDEST_FEATURE_LEVEL)
    throw new Malformed(at, 'a newer server', found.zulip_feature_level);
  const people = [...found.realm_users, ...found.realm_non_active_users, ...found.cross_realm_bots];
  const ids = people.map((person) => person.user_id);
  if (!ids.includes(found.user_id))
    throw new Malformed(at, "the viewer's own account among the people", found.user_id);
  if (new Set(ids).size !== ids.length) throw new Malformed(at, 'each account in only one list', ids);
  const channels = new Set(found.streams.map((one) => one.stream_id));
  const unknownSubscriptions = found.subscriptions.filter((one) => !channels.has(one.stream_id));
  if (unknownSubscriptions.length > 0)
    throw new Malformed(at, 'subscriptions to known channels', unknownSubscriptions);
  return found;
};
