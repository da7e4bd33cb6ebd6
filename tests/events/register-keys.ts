// Every key that POST /register documents, with the name it is fetched by and its kind.

import {
  anything,
  boolean,
  type Decoder,
  int,
  list,
  maybe,
  nullable,
  object,
  oneOf,
  optional,
  real,
  table,
  tableById,
  text,
} from '../clients/mobile/decoder.ts';
import { channel, folder, subscription, userTopic } from '../clients/mobile/decoders/channels.ts';
import {
  accountKind,
  customEmojiTable,
  device,
  permissionKinds,
  profileField,
  savedSnippet,
} from '../clients/mobile/decoders/organization.ts';
import { listedUser, permission, presence, status, userGroup } from '../clients/mobile/decoders/people.ts';

type Kinds = Readonly<Record<string, Decoder<unknown>>>;

/** The same type for several keys. */
function each(kind: Decoder<unknown>, names: string): Kinds {
  return Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, kind]),
  );
}

const switches = each(
  boolean,
  `realm_allow_edit_history realm_allow_message_editing realm_avatar_changes_disabled realm_calls_always_relay
  realm_digest_emails_enabled
  realm_disallow_disposable_email_addresses realm_email_auth_enabled realm_email_changes_disabled
  realm_emails_restricted_to_domains realm_enable_guest_user_dm_warning realm_enable_guest_user_indicator
  realm_enable_read_receipts realm_enable_spectator_access realm_inline_image_preview realm_inline_url_embed_preview
  realm_invite_required realm_mandatory_topics realm_message_content_allowed_in_email_notifications
  realm_name_changes_disabled realm_owner_full_content_access realm_password_auth_enabled realm_presence_disabled
  realm_push_notifications_enabled realm_require_e2ee_push_notifications realm_require_unique_names
  realm_send_channel_events_messages realm_send_welcome_emails realm_want_advertise_in_communities_directory
  development_environment server_avatar_changes_disabled server_can_summarize_topics server_inline_image_preview
  server_inline_url_embed_preview server_name_changes_disabled server_needs_upgrade server_sends_email
  server_web_public_streams_enabled settings_send_digest_emails zulip_plan_is_not_limited`,
);

const numbers = each(
  int,
  `realm_date_created realm_org_type realm_plan_type realm_message_retention_days realm_waiting_period_threshold
  realm_digest_weekday realm_gif_rating_policy realm_video_chat_provider realm_new_stream_announcements_stream_id
  realm_signup_announcements_stream_id realm_zulip_update_announcements_stream_id realm_moderation_request_channel_id
  max_stream_name_length max_stream_description_length max_channel_folder_name_length
  max_channel_folder_description_length max_topic_length max_message_length max_bulk_new_subscription_messages
  max_reminder_note_length max_file_upload_size_mib max_avatar_file_size_mib max_icon_file_size_mib
  max_logo_file_size_mib password_min_length password_max_length password_min_guesses server_generation
  server_presence_ping_interval_seconds server_presence_offline_threshold_seconds
  server_typing_started_expiry_period_milliseconds server_typing_stopped_wait_period_milliseconds
  server_typing_started_wait_period_milliseconds event_queue_longpoll_timeout_seconds`,
);

const limitsOrNone = each(
  nullable(int),
  `realm_message_content_edit_limit_seconds realm_message_content_delete_limit_seconds
  realm_move_messages_within_stream_limit_seconds realm_move_messages_between_streams_limit_seconds
  realm_push_notifications_enabled_end_timestamp realm_upload_quota_mib
  server_min_deactivated_realm_deletion_days server_max_deactivated_realm_deletion_days`,
);

const texts = each(
  text,
  `realm_name realm_description realm_url realm_uri realm_uuid realm_icon_url realm_logo_url realm_night_logo_url
  upgrade_text_for_wide_organization_logo realm_bot_domain realm_default_language realm_default_code_block_language
  realm_empty_topic_display_name realm_gif_provider realm_welcome_message_custom_text jitsi_server_url server_emoji_data_url`,
);

const permissions = each(
  permission,
  `realm_can_access_all_users_group realm_can_add_custom_emoji_group realm_can_add_subscribers_group
  realm_can_create_bots_group realm_can_create_write_only_bots_group realm_can_create_groups
  realm_can_create_private_channel_group realm_can_create_public_channel_group
  realm_can_create_web_public_channel_group realm_can_delete_any_message_group realm_can_delete_own_message_group
  realm_can_invite_users_group realm_can_manage_all_groups realm_can_manage_billing_group
  realm_can_mention_many_users_group realm_can_move_messages_between_channels_group
  realm_can_move_messages_between_topics_group realm_can_resolve_topics_group
  realm_can_set_delete_message_policy_group realm_can_set_topics_policy_group realm_can_share_screen_group
  realm_can_start_calls_group realm_can_summarize_topics_group
  realm_create_multiuse_invite_group realm_direct_message_initiator_group realm_direct_message_permission_group
  realm_workplace_users_group`,
);

const realm: Kinds = {
  ...switches,
  ...numbers,
  ...limitsOrNone,
  ...texts,
  ...permissions,
  realm_icon_source: oneOf('G', 'U'),
  realm_logo_source: oneOf('D', 'U'),
  realm_night_logo_source: oneOf('D', 'U'),
  realm_default_avatar_source: oneOf('G', 'J'),
  realm_media_preview_size: oneOf(100, 150, 200),
  realm_second_factor_required_for: oneOf('nobody', 'administrators', 'moderators', 'members', 'everyone'),
  realm_topics_policy: oneOf('allow_empty_topic', 'disable_empty_topic'),
  realm_message_edit_history_visibility_policy: oneOf('all', 'moves', 'none'),
  realm_create_public_stream_policy: oneOf(1, 2, 3, 4),
  realm_create_private_stream_policy: oneOf(1, 2, 3, 4),
  realm_create_web_public_stream_policy: oneOf(2, 4, 6, 7),
  realm_wildcard_mention_policy: oneOf(1, 2, 3, 5, 6, 7),
  realm_jitsi_server_url: nullable(text),
  server_jitsi_server_url: nullable(text),
  realm_default_external_accounts: table(accountKind),
  realm_authentication_methods: table(
    object({ enabled: boolean, available: boolean, unavailable_reason: optional(text) }),
  ),
  realm_available_video_chat_providers: table(object({ name: text, id: int })),
  gif_rating_policy_options: table(object({ name: text, id: int })),
  server_report_message_types: list(object({ key: text, name: text })),
  server_thumbnail_formats: list(
    object({ name: text, max_width: int, max_height: int, format: text, animated: boolean }),
  ),
  server_supported_permission_settings: permissionKinds,
};

/** What differs for an anonymous viewer, who has no id and no picture. */
const own: Kinds = {
  ...each(
    boolean,
    `can_create_streams can_create_public_streams can_create_private_streams can_create_web_public_streams
    can_subscribe_other_users can_invite_others_to_realm is_admin is_owner is_moderator is_guest`,
  ),
  ...each(text, 'email delivery_email full_name avatar_source'),
  avatar_url: maybe(text),
  avatar_url_medium: maybe(text),
  user_id: maybe(int),
  realm_users: list(listedUser),
  realm_non_active_users: list(listedUser),
  cross_realm_bots: list(listedUser),
};

const setting: Decoder<unknown> = table(anything);

/** The keys by the name that fetches them. */
export const registerKeys: Readonly<Record<string, Kinds>> = {
  alert_words: { alert_words: list(text) },
  custom_profile_fields: {
    custom_profile_fields: list(profileField),
    custom_profile_field_types: table(object({ id: int, name: text })),
  },
  drafts: { drafts: list(anything) },
  onboarding_steps: {
    onboarding_steps: list(object({ type: oneOf('one_time_notice', 'one_time_action'), name: text })),
    navigation_tour_video_url: nullable(text),
  },
  message: { max_message_id: int },
  scheduled_messages: { scheduled_messages: list(anything) },
  reminders: { reminders: list(anything) },
  muted_topics: { muted_topics: list(list(anything)) },
  muted_users: { muted_users: list(object({ id: int, timestamp: int })) },
  presence: { presences: tableById(presence), presence_last_update_id: int, server_timestamp: real },
  realm_domains: { realm_domains: list(object({ domain: text, allow_subdomains: boolean })) },
  realm_emoji: { realm_emoji: customEmojiTable },
  realm_linkifiers: {
    realm_linkifiers: list(
      object({
        id: int,
        pattern: text,
        url_template: text,
        example_input: nullable(text),
        reverse_template: nullable(text),
        alternative_url_templates: list(text),
      }),
    ),
  },
  realm_filters: { realm_filters: list(anything) },
  realm_playgrounds: {
    realm_playgrounds: list(object({ id: int, name: text, pygments_language: text, url_template: text })),
  },
  realm_user_groups: { realm_user_groups: list(userGroup) },
  realm_bot: {
    realm_bots: list(
      object({
        user_id: int,
        default_sending_stream: nullable(text),
        default_events_register_stream: nullable(text),
        default_all_public_streams: boolean,
        services: list(anything),
      }),
    ),
  },
  realm_embedded_bots: { realm_embedded_bots: list(anything) },
  realm_incoming_webhook_bots: { realm_incoming_webhook_bots: list(anything) },
  recent_private_conversations: {
    recent_private_conversations: list(object({ max_message_id: int, user_ids: list(int) })),
  },
  navigation_views: { navigation_views: list(anything) },
  sidebar: { sidebar: anything },
  saved_snippets: { saved_snippets: list(savedSnippet) },
  subscription: {
    subscriptions: list(subscription),
    unsubscribed: list(subscription),
    never_subscribed: list(channel),
  },
  channel_folders: { channel_folders: list(folder) },
  starred_messages: { starred_messages: list(int) },
  stream: { streams: list(channel) },
  default_streams: { realm_default_streams: list(int) },
  default_stream_groups: { realm_default_stream_groups: list(anything) },
  sample_content: { has_sample_content: boolean },
  stop_words: { stop_words: list(text) },
  user_status: { user_status: tableById(status) },
  later_conversations: { later_conversations: list(anything) },
  muted_direct_conversations: { muted_direct_conversations: list(anything) },
  pinned_topics: { pinned_topics: list(anything) },
  calls: {
    calls: list(anything),
    server_calls: object({
      engine: oneOf('off', 'mesh', 'livekit'),
      max_participants: int,
      max_mesh_participants: int,
      max_mesh_cameras: int,
      has_relay: boolean,
    }),
  },
  do_not_disturb: { do_not_disturb: tableById(anything) },
  user_settings: { user_settings: setting },
  realm_user_settings_defaults: { realm_user_settings_defaults: setting },
  user_topic: { user_topics: list(userTopic) },
  video_calls: { has_zoom_token: boolean, has_webex_token: boolean, has_vendor_token: boolean },
  giphy: { giphy_api_key: text },
  tenor: { tenor_api_key: text },
  klipy: { klipy_api_key: text },
  device: { devices: tableById(device) },
  realm_billing: { realm_billing: object({ has_pending_sponsorship_request: boolean }) },
  realm_user: own,
  realm,
};

/** Sent regardless of what is fetched; the last only with a queue. */
export const alwaysThere = {
  queue_id: nullable(text),
  last_event_id: int,
  zulip_feature_level: int,
  zulip_version: text,
  zulip_merge_base: text,
  receives_typing_notifications: boolean,
  result: oneOf('success'),
  msg: text,
};
