// The capabilities of a client that understands the newest form of everything the server sends.

import type { InputOf } from './api-types.ts';

export const newestCapabilities = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: false,
  stream_typing_notifications: true,
  user_settings_object: true,
  linkifier_url_template: true,
  user_list_incomplete: true,
  include_deactivated_groups: true,
  archived_channels: true,
  empty_topic_name: true,
  simplified_presence_events: true,
  individual_emoji_changes: true,
  calls: true,
} as const satisfies InputOf<'register-queue'>['client_capabilities'];
