// Channels, subscriptions, folders and topic policies, as the mobile client reads them.

import {
  boolean,
  type Decoder,
  int,
  list,
  Malformed,
  maybe,
  nullable,
  object,
  oneOf,
  optional,
  text,
} from '../decoder.ts';
import { permission } from './people.ts';

const channelFields = {
  stream_id: int,
  name: text,
  is_archived: boolean,
  description: text,
  rendered_description: text,
  date_created: int,
  creator_id: nullable(int),
  first_message_id: nullable(int),
  folder_id: nullable(int),
  invite_only: boolean,
  is_web_public: boolean,
  history_public_to_subscribers: boolean,
  message_retention_days: nullable(int),
  stream_post_policy: oneOf(1, 2, 3, 4),
  topics_policy: oneOf('inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'),
  is_announcement_only: boolean,
  is_recently_active: boolean,
  stream_weekly_traffic: nullable(int),
  subscriber_count: int,
  can_add_subscribers_group: permission,
  can_administer_channel_group: permission,
  can_create_topic_group: permission,
  can_delete_any_message_group: permission,
  can_delete_own_message_group: permission,
  can_move_messages_out_of_channel_group: permission,
  can_move_messages_within_channel_group: permission,
  can_remove_subscribers_group: permission,
  can_resolve_topics_group: permission,
  can_send_message_group: permission,
  can_subscribe_group: permission,
};

export const channel = object(channelFields);

const color: Decoder<string> = (value, at) => {
  const found = text(value, at);
  if (!/^#[0-9a-f]{6}$/.test(found)) throw new Malformed(at, 'a color in lowercase hexadecimal', value);
  return found;
};

export const subscription = object({
  ...channelFields,
  desktop_notifications: nullable(boolean),
  email_notifications: nullable(boolean),
  wildcard_mentions_notify: nullable(boolean),
  push_notifications: nullable(boolean),
  audible_notifications: nullable(boolean),
  pin_to_top: boolean,
  is_muted: boolean,
  color,
});

/** Properties of a subscription that the client follows, with their types. */
export const subscriptionProperties: Readonly<Record<string, Decoder<unknown>>> = {
  color,
  is_muted: boolean,
  pin_to_top: boolean,
  desktop_notifications: boolean,
  audible_notifications: boolean,
  push_notifications: boolean,
  email_notifications: boolean,
  wildcard_mentions_notify: boolean,
};

/** Properties of a channel that the client follows, with their types. */
export const channelProperties: Readonly<Record<string, Decoder<unknown>>> = {
  name: text,
  is_archived: boolean,
  description: text,
  first_message_id: maybe(int),
  invite_only: boolean,
  message_retention_days: maybe(int),
  stream_post_policy: oneOf(1, 2, 3, 4),
  folder_id: maybe(int),
  can_add_subscribers_group: permission,
  can_delete_any_message_group: permission,
  can_delete_own_message_group: permission,
  can_send_message_group: permission,
  can_subscribe_group: permission,
  is_recently_active: boolean,
  stream_weekly_traffic: maybe(int),
};

export const folder = object({
  id: int,
  name: text,
  order: int,
  date_created: nullable(int),
  creator_id: nullable(int),
  description: text,
  rendered_description: text,
  is_archived: boolean,
});

export const folderChange = object({
  name: optional(text),
  description: optional(text),
  rendered_description: optional(text),
  is_archived: optional(boolean),
});

const visibilityPolicy = oneOf(0, 1, 2, 3);

export const userTopic = object({
  stream_id: int,
  topic_name: text,
  last_updated: int,
  visibility_policy: visibilityPolicy,
});

export const channelTopics = object({ topics: list(object({ max_id: int, name: text })) });
