// The part of the `realm` section of `POST /register` that describes the server: limits, intervals and choices.

import { limits } from '../../api-contract/limits.ts';
import { supportedPermissionSettings } from '../groups/wire-permission-settings.ts';
import { passwordBounds } from '../passwords/passwords.ts';
import { externalAccounts } from '../profile-fields/external-accounts.ts';
import { thumbnailFormats } from '../uploads/upload-thumbnails.ts';

/** The reasons for reporting a message. Reports contain their names. */
export const reportTypes = [
  { key: 'spam', name: 'Spam' },
  { key: 'harassment', name: 'Harassment' },
  { key: 'inappropriate', name: 'Inappropriate content' },
  { key: 'norms', name: 'Violates community norms' },
  { key: 'other', name: 'Other reason' },
] as const;

const gifRatings = {
  disabled: { name: 'GIFs integration disabled', id: 0 },
  g: { name: 'Allow GIFs rated G (General audience)', id: 1 },
  pg: { name: 'Allow GIFs rated PG (Parental guidance)', id: 2 },
  'pg-13': { name: 'Allow GIFs rated PG-13 (Parental guidance - under 13)', id: 3 },
  r: { name: 'Allow GIFs rated R (Restricted)', id: 4 },
} as const;

/** Keys that are the same for all organizations and accounts. */
export const serverConstants = {
  max_stream_name_length: limits.channelNameCodePoints,
  max_stream_description_length: limits.channelDescriptionCodePoints,
  max_channel_folder_name_length: limits.channelFolderNameCodePoints,
  max_channel_folder_description_length: limits.channelFolderDescriptionCodePoints,
  max_topic_length: limits.topicCodePoints,
  max_message_length: limits.messageCodePoints,
  max_bulk_new_subscription_messages: 100,
  max_reminder_note_length: limits.reminderNoteCodePoints,
  max_avatar_file_size_mib: limits.avatarMegabytes,
  max_icon_file_size_mib: limits.iconMegabytes,
  max_logo_file_size_mib: limits.iconMegabytes,
  password_min_length: passwordBounds.minimumLength,
  password_max_length: limits.passwordCharacters,
  password_min_guesses: passwordBounds.minimumGuesses,
  event_queue_longpoll_timeout_seconds: limits.longPollTimeoutSeconds,
  server_presence_ping_interval_seconds: 60,
  server_presence_offline_threshold_seconds: limits.presenceSeconds,
  server_typing_started_expiry_period_milliseconds: 45_000,
  server_typing_stopped_wait_period_milliseconds: 12_000,
  server_typing_started_wait_period_milliseconds: 30_000,
  server_min_deactivated_realm_deletion_days: null,
  server_max_deactivated_realm_deletion_days: null,
  server_web_public_streams_enabled: true,
  server_can_summarize_topics: false,
  server_inline_image_preview: true,
  server_inline_url_embed_preview: true,
  server_thumbnail_formats: thumbnailFormats,
  server_name_changes_disabled: false,
  server_avatar_changes_disabled: false,
  server_needs_upgrade: false,
  server_report_message_types: reportTypes,
  server_supported_permission_settings: supportedPermissionSettings,
  settings_send_digest_emails: true,
  zulip_plan_is_not_limited: true,
  upgrade_text_for_wide_organization_logo: '',
  gif_rating_policy_options: gifRatings,
  realm_default_external_accounts: externalAccounts,
} as const;
