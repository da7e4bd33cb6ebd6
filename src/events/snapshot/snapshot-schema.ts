// The response of POST /register, as data: the fields of every section. Each is optional, because clients
// choose sections. A new section adds its fields here.

import {
  anyJson,
  anyText,
  boolean,
  described,
  id,
  integer,
  list,
  mapOf,
  nullable,
  number,
  type OptionalFields,
  oneOf,
  optionalFields,
  record,
} from '../../api-contract/codec.ts';
import {
  defaultSettingsSchema,
  listedUserSchema,
  systemBotSchema,
  userSettingsSchema,
} from '../../model/accounts/account-schema.ts';
import { onboardingStepSchema } from '../../model/accounts/own-list-events.ts';
import { isUserSetting, userSettings } from '../../model/accounts/user-settings.ts';
import { botSchema } from '../../model/bots/bot-schema.ts';
import { folderSchema } from '../../model/channel-folders/channel-folder.ts';
import { channelSchema, unsubscribedChannelSchema } from '../../model/channels/channel-schema.ts';
import { defaultChannelGroupSchema } from '../../model/default-channel-groups/default-channel-group.ts';
import { doNotDisturbSchema } from '../../model/do-not-disturb/do-not-disturb.ts';
import { domainSchema } from '../../model/domains/allowed-domain.ts';
import { draftSchema } from '../../model/drafts/draft.ts';
import { emojiSchema } from '../../model/emoji/wire-emoji.ts';
import { groupSchema } from '../../model/groups/group-schema.ts';
import { laterConversationSchema } from '../../model/later-conversations/later-conversation.ts';
import { linkifierSchema } from '../../model/linkifiers/wire-linkifier.ts';
import { unreadMessagesSchema } from '../../model/messages/message-schema.ts';
import { mutedDirectConversationSchema } from '../../model/muted-direct-conversations/muted-direct-conversation.ts';
import { mutedUserSchema } from '../../model/muted-users/muted-user-events.ts';
import { callEngines, callSchema } from '../../model/native-calls/native-call.ts';
import { navigationViewSchema } from '../../model/navigation-views/navigation-view.ts';
import { realmSchemaFields } from '../../model/organizations/organization-schema.ts';
import { pinnedTopicsSchema } from '../../model/pins/pinned-topics.ts';
import { playgroundSchema } from '../../model/playgrounds/playground.ts';
import { presencesSchema } from '../../model/presence/presence-schema.ts';
import { profileFieldSchema } from '../../model/profile-fields/wire-profile-field.ts';
import { deviceSchema } from '../../model/push/push-device.ts';
import { reminderSchema } from '../../model/reminders/reminder.ts';
import { snippetSchema } from '../../model/saved-snippets/saved-snippet.ts';
import { scheduledMessageSchema } from '../../model/scheduled-messages/scheduled-message.ts';
import { sidebarSchema } from '../../model/sidebar/sidebar.ts';
import { statusSchema } from '../../model/statuses/status.ts';
import { subscriptionSchema } from '../../model/subscriptions/subscription-schema.ts';
import { mutedTopicsSchema, userTopicFields } from '../../model/user-topics/user-topic-events.ts';

const ownFields = {
  user_id: id,
  email: anyText,
  delivery_email: anyText,
  full_name: anyText,
  avatar_source: anyText,
  avatar_url: anyText,
  avatar_url_medium: anyText,
  is_admin: boolean,
  is_owner: boolean,
  is_moderator: boolean,
  is_guest: boolean,
  can_create_streams: boolean,
  can_create_public_streams: boolean,
  can_create_private_streams: boolean,
  can_create_web_public_streams: boolean,
  can_subscribe_other_users: boolean,
  can_invite_others_to_realm: boolean,
};

const peopleFields = {
  realm_users: list(listedUserSchema),
  realm_non_active_users: list(listedUserSchema),
  cross_realm_bots: list(systemBotSchema),
  realm_bots: list(botSchema),
  realm_user_groups: list(groupSchema),
  presences: presencesSchema,
  presence_last_update_id: integer(),
  server_timestamp: number,
  user_status: mapOf(statusSchema),
  do_not_disturb: mapOf(doNotDisturbSchema),
  muted_users: list(mutedUserSchema),
  muted_direct_conversations: list(mutedDirectConversationSchema),
  later_conversations: list(laterConversationSchema),
};

const channelFields = {
  subscriptions: list(subscriptionSchema),
  unsubscribed: list(subscriptionSchema),
  never_subscribed: list(unsubscribedChannelSchema),
  streams: list(channelSchema),
  realm_default_streams: list(id),
  realm_default_stream_groups: list(defaultChannelGroupSchema),
  channel_folders: list(folderSchema),
  user_topics: list(record(userTopicFields)),
  muted_topics: mutedTopicsSchema,
  pinned_topics: list(pinnedTopicsSchema),
  calls: list(callSchema),
  server_calls: record({
    engine: described(
      oneOf('off', ...callEngines),
      'How calls connect people: `livekit` for calls of more than two people. `off`: there are no calls.',
    ),
    max_participants: integer(),
    max_mesh_participants: integer(),
    max_mesh_cameras: integer(),
    has_relay: described(boolean, 'Whether the server has a TURN server.'),
  }),
};

const messageFields = {
  unread_msgs: unreadMessagesSchema,
  max_message_id: integer(),
  starred_messages: list(id),
  recent_private_conversations: list(record({ max_message_id: id, user_ids: list(id) })),
  drafts: list(draftSchema),
  scheduled_messages: list(scheduledMessageSchema),
  reminders: list(reminderSchema),
  saved_snippets: list(snippetSchema),
  navigation_views: list(navigationViewSchema),
  sidebar: sidebarSchema,
};

const organizationFields = {
  ...realmSchemaFields,
  realm_linkifiers: list(linkifierSchema),
  realm_filters: list(anyJson),
  realm_playgrounds: list(playgroundSchema),
  realm_domains: list(domainSchema),
  realm_emoji: mapOf(emojiSchema),
  has_sample_content: boolean,
  custom_profile_fields: list(profileFieldSchema),
  custom_profile_field_types: mapOf(record({ id, name: anyText })),
  realm_user_settings_defaults: defaultSettingsSchema,
  realm_billing: record({ has_pending_sponsorship_request: boolean }),
  realm_embedded_bots: list(anyJson),
  realm_incoming_webhook_bots: list(
    record({
      name: anyText,
      display_name: anyText,
      all_event_types: nullable(list(anyText)),
      config_options: list(anyJson),
      url_options: list(anyJson),
    }),
  ),
  stop_words: list(anyText),
  giphy_api_key: anyText,
  tenor_api_key: anyText,
  klipy_api_key: anyText,
};

const personalFields = {
  ...ownFields,
  user_settings: userSettingsSchema,
  receives_typing_notifications: boolean,
  alert_words: list(anyText),
  onboarding_steps: list(onboardingStepSchema),
  navigation_tour_video_url: nullable(anyText),
  has_zoom_token: boolean,
  has_webex_token: boolean,
  has_vendor_token: boolean,
  devices: mapOf(deviceSchema),
};

/** Older clients get personal settings at the top level. */
const settingFields = Object.fromEntries(
  Object.keys(userSettings)
    .filter(isUserSetting)
    .map((name) => [name, { optional: userSettings[name].codec }]),
);

/** The fields of all sections. */
export const snapshotSchema: OptionalFields<
  typeof peopleFields &
    typeof channelFields &
    typeof messageFields &
    typeof organizationFields &
    typeof personalFields
> = {
  ...settingFields,
  ...optionalFields(peopleFields),
  ...optionalFields(channelFields),
  ...optionalFields(messageFields),
  ...optionalFields(organizationFields),
  ...optionalFields(personalFields),
};
