// Schemas of channels as clients receive them; answers and the typed client are derived from these.

import {
  anyText,
  boolean,
  id,
  integer,
  list,
  nonNegativeInteger,
  nullable,
  oneOf,
  optional,
  record,
} from '../../api-contract/codec.ts';
import { groupSettingValue } from '../../api-contract/group-setting.ts';
import { keysOf, recordOf } from '../../api-contract/typed-records.ts';
import { channelPermissions } from '../groups/permission-settings.ts';

export const channelPermissionFields = recordOf(keysOf(channelPermissions), () => groupSettingValue);

/** The fields that every list of channels contains. */
export const channelSchemaFields = {
  stream_id: id,
  name: anyText,
  is_archived: boolean,
  description: anyText,
  rendered_description: anyText,
  date_created: nonNegativeInteger,
  creator_id: nullable(id),
  invite_only: boolean,
  is_web_public: boolean,
  stream_post_policy: oneOf(1, 2, 3, 4),
  is_announcement_only: boolean,
  message_retention_days: nullable(integer()),
  history_public_to_subscribers: boolean,
  topics_policy: oneOf('inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'),
  first_message_id: nullable(id),
  folder_id: nullable(id),
  is_recently_active: boolean,
  subscriber_count: nonNegativeInteger,
  default_push_notifications: boolean,
  stream_weekly_traffic: nullable(nonNegativeInteger),
  ...channelPermissionFields,
};

export const channelSchema = record(channelSchemaFields);

/** With `is_default`, for callers that requested it. */
export const listedChannelSchema = record({ ...channelSchemaFields, is_default: optional(boolean) });

/** The subscribers of a channel, or some of those of a large channel, for callers that requested them. */
export const subscriberListFields = {
  subscribers: optional(list(id)),
  partial_subscribers: optional(list(id)),
};

/** A channel that the caller could subscribe to. */
export const unsubscribedChannelSchema = record({ ...channelSchemaFields, ...subscriberListFields });
