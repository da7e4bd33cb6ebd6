// Personal settings of what a person is notified about, and how.

import { boolean, oneOf } from '../../api-contract/codec.ts';
import {
  defineUserSetting,
  selfOnly,
  sinceLevel,
  type UserSettingTable,
  withoutOrganizationDefault,
} from './user-setting.ts';
import { batchingPeriod, notificationSound } from './user-setting-codecs.ts';

export const notificationSettings = {
  enable_stream_desktop_notifications: defineUserSetting(
    boolean,
    false,
    'Desktop notifications for channel messages.',
  ),
  enable_stream_email_notifications: defineUserSetting(
    boolean,
    false,
    'Email notifications for channel messages.',
  ),
  enable_stream_push_notifications: defineUserSetting(
    boolean,
    false,
    'Mobile notifications for channel messages.',
  ),
  enable_stream_audible_notifications: defineUserSetting(boolean, false, 'Sound for channel messages.'),
  notification_sound: defineUserSetting(notificationSound, 'zulip', 'Sound of notifications.'),
  enable_desktop_notifications: defineUserSetting(
    boolean,
    true,
    'Desktop notifications for direct messages and mentions.',
  ),
  enable_sounds: defineUserSetting(boolean, true, 'Sound for direct messages and mentions.'),
  enable_offline_email_notifications: defineUserSetting(
    boolean,
    true,
    'Email notifications for direct messages and mentions while away.',
  ),
  enable_offline_push_notifications: defineUserSetting(
    boolean,
    true,
    'Mobile notifications for direct messages and mentions while away.',
  ),
  enable_online_push_notifications: defineUserSetting(
    boolean,
    true,
    'Mobile notifications for direct messages and mentions while online.',
  ),
  enable_followed_topic_desktop_notifications: defineUserSetting(
    boolean,
    true,
    'Desktop notifications for followed topics.',
    sinceLevel(189),
  ),
  enable_followed_topic_email_notifications: defineUserSetting(
    boolean,
    true,
    'Email notifications for followed topics.',
    sinceLevel(189),
  ),
  enable_followed_topic_push_notifications: defineUserSetting(
    boolean,
    true,
    'Mobile notifications for followed topics.',
    sinceLevel(189),
  ),
  enable_followed_topic_audible_notifications: defineUserSetting(
    boolean,
    true,
    'Sound for followed topics.',
    sinceLevel(189),
  ),
  email_notifications_batching_period_seconds: defineUserSetting(
    batchingPeriod,
    120,
    'Seconds to collect messages before an email is sent.',
    sinceLevel(82),
  ),
  call_ringing: defineUserSetting(boolean, true, 'Ring for calls.'),
  enable_digest_emails: defineUserSetting(boolean, true, 'Digest emails.'),
  enable_marketing_emails: defineUserSetting(
    boolean,
    true,
    'Emails with news about the service.',
    withoutOrganizationDefault,
  ),
  enable_login_emails: defineUserSetting(boolean, true, 'Email for each login from a new device.', selfOnly),
  message_content_in_email_notifications: defineUserSetting(
    boolean,
    true,
    'Include message content in emails.',
  ),
  pm_content_in_desktop_notifications: defineUserSetting(
    boolean,
    true,
    'Include the content of direct messages in desktop notifications.',
  ),
  wildcard_mentions_notify: defineUserSetting(
    boolean,
    true,
    'Wildcard mentions notify like personal mentions.',
  ),
  enable_followed_topic_wildcard_mentions_notify: defineUserSetting(
    boolean,
    true,
    'Wildcard mentions in followed topics notify like personal mentions.',
    sinceLevel(189),
  ),
  desktop_icon_count_display: defineUserSetting(
    oneOf(1, 2, 3, 4),
    1,
    'Badge counts: 1 all unread messages, 2 direct messages, mentions and followed topics, 3 direct messages and mentions, 4 none.',
    sinceLevel(227),
  ),
  realm_name_in_email_notifications_policy: defineUserSetting(
    oneOf(1, 2, 3),
    1,
    'Organization name in email subjects: 1 automatic, 2 always, 3 never.',
    sinceLevel(168),
  ),
} as const satisfies UserSettingTable;
