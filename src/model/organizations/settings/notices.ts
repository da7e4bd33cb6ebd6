// Settings for what an organization sends automatically: notices in channels, mail and push notifications.

import { boolean, integer, nullable } from '../../../api-contract/codec.ts';
import { channelSetting, setting } from '../setting.ts';

const command = { changedBy: 'command' } as const;
const computed = { changedBy: 'command', snapshot: 'computed' } as const;
const count = integer({ minimum: 0 });

export const noticeSettings = {
  moderation_request_channel_id: channelSetting(
    'Private channel that gets reported messages; -1: reporting is off.',
  ),
  new_stream_announcements_stream_id: channelSetting('Channel where new channels are announced; -1: none.'),
  signup_announcements_stream_id: channelSetting('Channel where new accounts are announced; -1: none.'),
  zulip_update_announcements_stream_id: channelSetting(
    'Channel where updates of the software are announced; -1: none.',
  ),
  send_channel_events_messages: setting(boolean, false, 'Changes of a channel are told by messages in it.'),
  send_welcome_emails: setting(boolean, true, 'New accounts get welcome mails.'),
  message_content_allowed_in_email_notifications: setting(
    boolean,
    true,
    'Mails may hold the content of messages.',
  ),
  digest_emails_enabled: setting(boolean, false, 'Digests are mailed weekly.'),
  digest_weekday: setting(integer({ minimum: 0, maximum: 6 }), 1, 'Day of digests: 0 Monday to 6 Sunday.'),
  require_e2ee_push_notifications: setting(boolean, false, 'Only end-to-end encrypted pushes are sent.'),
  push_notifications_enabled: setting(boolean, false, 'Mobile push works.', computed),
  push_notifications_enabled_end_timestamp: setting(
    nullable(count),
    null,
    'When push will end, if known.',
    command,
  ),
} as const;
