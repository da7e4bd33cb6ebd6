// What this client asks for when it registers: everything, in the newest shapes, and a queue that outlives a holiday,
// so that opening the client again goes on where it stopped.

import type { InputOf } from '../../client/api-types.ts';

const A_WEEK_SECONDS = 7 * 24 * 3600;

export const registration: InputOf<'register-queue'> = {
  apply_markdown: true,
  // The page asks no other host for anything; pictures of people come from this server.
  client_gravatar: false,
  slim_presence: true,
  include_subscribers: 'false',
  idle_queue_timeout: A_WEEK_SECONDS,
  client_capabilities: {
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
  },
};
