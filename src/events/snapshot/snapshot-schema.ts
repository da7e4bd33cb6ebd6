// The response of POST /register, as data: the fields of every section. Each is optional, because clients
// choose sections. A new section adds its fields here.

import {
  anyJson,
  anyOf,
  anyText,
  boolean,
  type Codec,
  id,
  integer,
  list,
  mapOf,
  nullable,
  number,
  oneOf,
  record,
} from '../../api-contract/codec.ts';
import {
  defaultSettingsShape,
  listedUserShape,
  systemBotShape,
  userSettingsShape,
} from '../../model/accounts/account-schema.ts';
import { isUserSetting, userSettings } from '../../model/accounts/settings.ts';
import { folderShape } from '../../model/channel-folders/folder.ts';
import { channelShape, unsubscribedChannelShape } from '../../model/channels/channel-schema.ts';
import { domainShape } from '../../model/domains/domain.ts';
import { draftShape } from '../../model/drafts/draft.ts';
import { emojiShape } from '../../model/emoji/wire-emoji.ts';
import { groupShape } from '../../model/groups/group-schema.ts';
import { linkifierShape } from '../../model/linkifiers/wire-linkifier.ts';
import { unreadShape } from '../../model/messages/message-schema.ts';
import { navigationViewShape } from '../../model/navigation-views/navigation-view.ts';
import { realmShapeFields } from '../../model/organizations/organization-schema.ts';
import { playgroundShape } from '../../model/playgrounds/playground.ts';
import { presencesShape } from '../../model/presence/presence-schema.ts';
import { profileFieldShape } from '../../model/profile-fields/wire-profile-field.ts';
import { reminderShape } from '../../model/reminders/reminder.ts';
import { snippetShape } from '../../model/saved-snippets/snippet.ts';
import { scheduledMessageShape } from '../../model/scheduled-messages/scheduled-message.ts';
import { statusShape } from '../../model/statuses/status.ts';
import { subscriptionShape } from '../../model/subscriptions/subscription-schema.ts';
import { botShape } from '../../stores/bots/wire-bot.ts';

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
  realm_users: list(listedUserShape),
  realm_non_active_users: list(listedUserShape),
  cross_realm_bots: list(systemBotShape),
  realm_bots: list(botShape),
  realm_user_groups: list(groupShape),
  presences: presencesShape,
  presence_last_update_id: integer(),
  server_timestamp: number,
  user_status: mapOf(statusShape),
  muted_users: list(record({ id, timestamp: id })),
};

const channelFields = {
  subscriptions: list(subscriptionShape),
  unsubscribed: list(subscriptionShape),
  never_subscribed: list(unsubscribedChannelShape),
  streams: list(channelShape),
  realm_default_streams: list(id),
  realm_default_stream_groups: list(record({ id, name: anyText, description: anyText, streams: list(id) })),
  channel_folders: list(folderShape),
  user_topics: list(record({ stream_id: id, topic_name: anyText, last_updated: id, visibility_policy: id })),
  /** Channel, topic and time of each. */
  muted_topics: list(list(anyOf('is neither a text nor a time', anyText, id))),
};

const messageFields = {
  unread_msgs: unreadShape,
  max_message_id: integer(),
  starred_messages: list(id),
  recent_private_conversations: list(record({ max_message_id: id, user_ids: list(id) })),
  drafts: list(draftShape),
  scheduled_messages: list(scheduledMessageShape),
  reminders: list(reminderShape),
  saved_snippets: list(snippetShape),
  navigation_views: list(navigationViewShape),
};

const organizationFields = {
  ...realmShapeFields,
  realm_linkifiers: list(linkifierShape),
  realm_filters: list(anyJson),
  realm_playgrounds: list(playgroundShape),
  realm_domains: list(domainShape),
  realm_emoji: mapOf(emojiShape),
  custom_profile_fields: list(profileFieldShape),
  custom_profile_field_types: mapOf(record({ id, name: anyText })),
  realm_user_settings_defaults: defaultSettingsShape,
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
  user_settings: userSettingsShape,
  receives_typing_notifications: boolean,
  alert_words: list(anyText),
  onboarding_steps: list(record({ type: oneOf('one_time_notice', 'one_time_action'), name: anyText })),
  navigation_tour_video_url: nullable(anyText),
  has_zoom_token: boolean,
  has_webex_token: boolean,
  has_vendor_token: boolean,
  devices: mapOf(
    record({
      push_key_id: nullable(id),
      push_token_id: nullable(anyText),
      pending_push_token_id: nullable(anyText),
      push_token_last_updated_timestamp: nullable(id),
      push_registration_error_code: nullable(anyText),
    }),
  ),
};

/** Older clients get personal settings at the top level. */
const settingFields = Object.fromEntries(
  Object.keys(userSettings)
    .filter(isUserSetting)
    .map((name) => [name, { optional: userSettings[name].codec }]),
);

type Optionals<F extends Readonly<Record<string, Codec<unknown>>>> = {
  readonly [K in keyof F]: { readonly optional: F[K] };
};

function optionals<F extends Readonly<Record<string, Codec<unknown>>>>(fields: F): Optionals<F> {
  const entries = Object.entries(fields).map(([name, codec]) => [name, { optional: codec }]);
  return Object.fromEntries(entries) as Optionals<F>;
}

/** The fields of all sections. */
export const snapshotShape: Optionals<
  typeof peopleFields &
    typeof channelFields &
    typeof messageFields &
    typeof organizationFields &
    typeof personalFields
> = {
  ...settingFields,
  ...optionals(peopleFields),
  ...optionals(channelFields),
  ...optionals(messageFields),
  ...optionals(organizationFields),
  ...optionals(personalFields),
};
