// Personal settings of what others can see, and of which topics are followed.

import { boolean, oneOf } from '../../api-contract/codec.ts';
import { defineUserSetting, selfOnly, sinceLevel, type UserSettingTable } from './user-setting.ts';

const topicPolicy = oneOf(1, 2, 3, 4);

export const privacySettings = {
  automatically_follow_topics_policy: defineUserSetting(
    topicPolicy,
    3,
    'Follow topics automatically: 1 on participation, 2 on sending, 3 on starting, 4 never.',
    sinceLevel(214),
  ),
  automatically_unmute_topics_in_muted_streams_policy: defineUserSetting(
    topicPolicy,
    2,
    'Unmute topics in muted channels automatically: 1 on participation, 2 on sending, 3 on starting, 4 never.',
    sinceLevel(214),
  ),
  automatically_follow_topics_where_mentioned: defineUserSetting(
    boolean,
    true,
    'Follow topics automatically on a mention.',
    sinceLevel(235),
  ),
  resolved_topic_notice_auto_read_policy: defineUserSetting(
    oneOf('always', 'except_followed', 'never'),
    'except_followed',
    'When notices of resolved topics count as read.',
    sinceLevel(385),
  ),
  presence_enabled: defineUserSetting(boolean, true, 'Show others when this person is online.'),
  send_private_typing_notifications: defineUserSetting(
    boolean,
    true,
    'Show others when this person is typing in direct messages.',
    sinceLevel(105),
  ),
  send_stream_typing_notifications: defineUserSetting(
    boolean,
    true,
    'Show others when this person is typing in channels.',
    sinceLevel(105),
  ),
  send_read_receipts: defineUserSetting(
    boolean,
    true,
    'Show others what this person has read.',
    sinceLevel(105),
  ),
  allow_private_data_export: defineUserSetting(
    boolean,
    false,
    'Allow administrators to export private data.',
    {
      since: 293,
      ...selfOnly,
    },
  ),
  email_address_visibility: defineUserSetting(
    oneOf(1, 2, 3, 4, 5),
    3,
    'Who sees the real email address: 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators.',
    sinceLevel(163),
  ),
} as const satisfies UserSettingTable;
