// Parameters for new channels, the same for every operation that creates channels.

import type { RequestedChannel } from '../../actions/channels/creation.ts';
import { boolean, id, oneOf } from '../../api-contract/codec.ts';
import { groupSettingValue } from '../../api-contract/group-setting.ts';
import { optionally, type ParameterValues, withDefault } from '../../api-contract/parameter.ts';
import { keysOf, recordOf } from '../../api-contract/typed-records.ts';
import { channelRetention } from '../../model/channels/channel-retention.ts';
import { type ChannelGroupSetting, channelPermissions } from '../../model/groups/permission-settings.ts';

export const topicsPolicy = oneOf('inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only');

/** The names of the group settings of channels. */
export const channelSettingNames: readonly ChannelGroupSetting[] = keysOf(channelPermissions);

const groupParameters = recordOf(channelSettingNames, (name) =>
  optionally(groupSettingValue, channelPermissions[name].description),
);

export const newChannelParameters = {
  announce: withDefault(boolean, false, 'Whether to announce new channels in the channel for announcements.'),
  invite_only: withDefault(boolean, false, 'Whether the channel is private.'),
  is_web_public: withDefault(boolean, false, 'Whether the channel is readable without an account.', {
    since: 98,
  }),
  is_default_stream: withDefault(
    boolean,
    false,
    'Whether the channel is a default channel for new accounts.',
    { since: 200 },
  ),
  history_public_to_subscribers: optionally(
    boolean,
    'Whether subscribers of a private channel can read messages from before they subscribed.',
  ),
  message_retention_days: optionally(
    channelRetention,
    'Number of days after which messages are deleted, `realm_default` or `unlimited`.',
    { encoding: 'either' },
  ),
  topics_policy: withDefault(topicsPolicy, 'inherit', 'Whether messages can or must have the empty topic.', {
    since: 392,
  }),
  folder_id: optionally(id, "The ID of the channel's folder.", { since: 389 }),
  default_push_notifications: withDefault(
    boolean,
    false,
    'Whether mobile notifications are on for people who subscribe for the first time.',
    { since: 507 },
  ),
  ...groupParameters,
};

/** The requested properties of a new channel. */
export function requestedChannel(values: ParameterValues<typeof newChannelParameters>): RequestedChannel {
  const givenSettings = channelSettingNames.flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    isPrivate: values.invite_only,
    isWebPublic: values.is_web_public,
    isHistoryPublic: values.history_public_to_subscribers,
    isDefault: values.is_default_stream,
    messageRetentionDays: values.message_retention_days,
    topicsPolicy: values.topics_policy,
    folderId: values.folder_id ?? null,
    defaultPushNotifications: values.default_push_notifications,
    groupSettings: Object.fromEntries(givenSettings),
  };
}

/** The properties of channels created by requests that cannot specify any. */
export const defaultChannelProperties: RequestedChannel = {
  isPrivate: false,
  isWebPublic: false,
  isHistoryPublic: undefined,
  isDefault: false,
  messageRetentionDays: undefined,
  topicsPolicy: 'inherit',
  folderId: null,
  defaultPushNotifications: false,
  groupSettings: {},
};
