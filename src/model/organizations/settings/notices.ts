// Settings for what an organization sends automatically: notices in channels, mail and push notifications.

import { boolean, integer, nullable } from '../../../api-contract/codec.ts';
import { channelSetting, valueSetting } from '../organization-setting.ts';

const command = { changedBy: 'command' } as const;
const computed = { changedBy: 'command', snapshot: 'computed' } as const;
const count = integer({ minimum: 0 });

export const noticeSettings = {
  moderation_request_channel_id: channelSetting(
    'Private channel for reported messages; -1: reporting is off.',
  ),
  new_stream_announcements_stream_id: channelSetting('Channel where new channels are announced; -1: none.'),
  signup_announcements_stream_id: channelSetting('Channel where new accounts are announced; -1: none.'),
  zulip_update_announcements_stream_id: channelSetting(
    'Channel where software updates are announced; -1: none.',
  ),
  send_channel_events_messages: valueSetting(boolean, false, 'Announce channel changes in the channel.'),
  send_welcome_emails: valueSetting(boolean, true, 'Send welcome emails to new accounts.'),
  message_content_allowed_in_email_notifications: valueSetting(
    boolean,
    true,
    'Allow message content in emails.',
  ),
  digest_emails_enabled: valueSetting(boolean, false, 'Send weekly digest emails.'),
  digest_weekday: valueSetting(
    integer({ minimum: 0, maximum: 6 }),
    1,
    'Day of digests: 0 Monday to 6 Sunday.',
  ),
  require_e2ee_push_notifications: valueSetting(
    boolean,
    false,
    'Require end-to-end encryption of push notifications.',
  ),
  push_notifications_enabled: valueSetting(
    boolean,
    false,
    'Whether mobile push notifications work.',
    computed,
  ),
  push_notifications_enabled_end_timestamp: valueSetting(
    nullable(count),
    null,
    'When push notifications will stop working, if known.',
    command,
  ),
} as const;
