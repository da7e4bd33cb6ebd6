// Personal settings of what a person is notified about, and how.

import { boolean, oneOf } from '../../api-contract/codec.ts';
import { onesOwn, ownOnly, setting, since, type UserSettingTable } from './setting.ts';
import { batchingPeriod, notificationSound } from './setting-codecs.ts';

export const notificationSettings = {
  enable_stream_desktop_notifications: setting(boolean, false, 'Channel messages: on the desktop.'),
  enable_stream_email_notifications: setting(boolean, false, 'Channel messages: by mail.'),
  enable_stream_push_notifications: setting(boolean, false, 'Channel messages: on the phone.'),
  enable_stream_audible_notifications: setting(boolean, false, 'Channel messages: by sound.'),
  notification_sound: setting(notificationSound, 'zulip', 'The sound.'),
  enable_desktop_notifications: setting(boolean, true, 'Direct messages and mentions: on the desktop.'),
  enable_sounds: setting(boolean, true, 'Direct messages and mentions: by sound.'),
  enable_offline_email_notifications: setting(
    boolean,
    true,
    'Direct messages and mentions while away: by mail.',
  ),
  enable_offline_push_notifications: setting(
    boolean,
    true,
    'Direct messages and mentions while away: on the phone.',
  ),
  enable_online_push_notifications: setting(
    boolean,
    true,
    'Direct messages and mentions while here: on the phone.',
  ),
  enable_followed_topic_desktop_notifications: setting(
    boolean,
    true,
    'Followed topics: on the desktop.',
    since(189),
  ),
  enable_followed_topic_email_notifications: setting(boolean, true, 'Followed topics: by mail.', since(189)),
  enable_followed_topic_push_notifications: setting(
    boolean,
    true,
    'Followed topics: on the phone.',
    since(189),
  ),
  enable_followed_topic_audible_notifications: setting(
    boolean,
    true,
    'Followed topics: by sound.',
    since(189),
  ),
  email_notifications_batching_period_seconds: setting(
    batchingPeriod,
    120,
    'Seconds for which mails are collected.',
    since(82),
  ),
  enable_digest_emails: setting(boolean, true, 'Digests by mail.'),
  enable_marketing_emails: setting(boolean, true, 'News of the service by mail.', ownOnly),
  enable_login_emails: setting(boolean, true, 'A mail on each new log-in.', onesOwn),
  message_content_in_email_notifications: setting(boolean, true, 'Mails hold the content of messages.'),
  pm_content_in_desktop_notifications: setting(
    boolean,
    true,
    'Desktop notifications hold the content of direct messages.',
  ),
  wildcard_mentions_notify: setting(boolean, true, 'Mentions of everybody notify like personal ones.'),
  enable_followed_topic_wildcard_mentions_notify: setting(
    boolean,
    true,
    'The same in followed topics.',
    since(189),
  ),
  desktop_icon_count_display: setting(
    oneOf(1, 2, 3, 4),
    1,
    'Badge counts: 1 all unread, 2 direct, mentions and followed, 3 direct and mentions, 4 none.',
    since(227),
  ),
  realm_name_in_email_notifications_policy: setting(
    oneOf(1, 2, 3),
    1,
    "The organization's name in mail subjects: 1 automatic, 2 always, 3 never.",
    since(168),
  ),
} as const satisfies UserSettingTable;
