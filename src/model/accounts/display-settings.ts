// Personal settings of how clients look and behave.

import { boolean, integer, nullable, oneOf } from '../../api-contract/codec.ts';
import { skinTones } from '../../markdown/skin-tones.ts';
import {
  defineUserSetting,
  sinceLevel,
  type UserSettingTable,
  withoutOrganizationDefault,
} from './user-setting.ts';
import { emojiSet, language } from './user-setting-codecs.ts';

const pixels = integer({ minimum: 1, maximum: 200 });
const percent = integer({ minimum: 1, maximum: 1000 });

export const displaySettings = {
  twenty_four_hour_time: defineUserSetting(
    nullable(boolean),
    null,
    "24-hour clock; null: the default of the device's locale.",
    sinceLevel(99),
  ),
  web_mark_read_on_scroll_policy: defineUserSetting(
    oneOf(1, 2, 3),
    1,
    'Mark messages as read on scroll: 1 always, 2 in conversations, 3 never.',
    sinceLevel(175),
  ),
  web_channel_default_view: defineUserSetting(
    oneOf(1, 2, 3, 4),
    1,
    'What channel links open: 1 top topic, 2 feed, 3 topics, 4 top unread topic.',
    sinceLevel(269),
  ),
  starred_message_counts: defineUserSetting(boolean, true, 'Show the count of starred messages.'),
  receives_typing_notifications: defineUserSetting(
    boolean,
    true,
    'Show when others are typing.',
    sinceLevel(253),
  ),
  web_suggest_update_timezone: defineUserSetting(
    boolean,
    true,
    'Offer to update the time zone when that of the device differs.',
    sinceLevel(329),
  ),
  fluid_layout_width: defineUserSetting(boolean, false, 'Use the full width of the window.'),
  high_contrast_mode: defineUserSetting(boolean, false, 'Reserved for visual impairments.'),
  web_font_size_px: defineUserSetting(pixels, 16, 'Font size in pixels.', sinceLevel(245)),
  web_line_height_percent: defineUserSetting(percent, 140, 'Line height in percent.', sinceLevel(245)),
  color_scheme: defineUserSetting(oneOf(1, 2, 3), 1, '1 automatic, 2 dark, 3 light.'),
  translate_emoticons: defineUserSetting(boolean, false, 'Convert emoticons to emoji.'),
  emoji_skin_tone: defineUserSetting(
    oneOf(...skinTones),
    'none',
    'Skin tone of the emoji that the person writes.',
    withoutOrganizationDefault,
  ),
  display_emoji_reaction_users: defineUserSetting(
    boolean,
    true,
    'Show who reacted if there are few reactions.',
    sinceLevel(125),
  ),
  default_language: defineUserSetting(
    language,
    'en',
    'Language of the clients and of emails.',
    withoutOrganizationDefault,
  ),
  web_home_view: defineUserSetting(
    oneOf('recent', 'inbox', 'all_messages'),
    'inbox',
    'Home view of the client.',
    sinceLevel(219),
  ),
  web_escape_navigates_to_home_view: defineUserSetting(
    boolean,
    true,
    'Escape opens the home view.',
    sinceLevel(219),
  ),
  left_side_userlist: defineUserSetting(
    boolean,
    false,
    'Show the user list in the left sidebar in narrow windows.',
  ),
  emojiset: defineUserSetting(emojiSet, 'google', 'Emoji style.'),
  demote_inactive_streams: defineUserSetting(
    oneOf(1, 2, 3),
    1,
    'Hide inactive channels: 1 automatic, 2 always, 3 never.',
  ),
  user_list_style: defineUserSetting(
    oneOf(1, 2, 3),
    2,
    'Style of the user list: 1 compact, 2 with status, 3 with picture and status.',
    sinceLevel(141),
  ),
  web_animate_image_previews: defineUserSetting(
    oneOf('always', 'on_hover', 'never'),
    'on_hover',
    'When animated previews play.',
    sinceLevel(275),
  ),
  web_stream_unreads_count_display_policy: defineUserSetting(
    oneOf(1, 2, 3),
    2,
    'Count unread messages of: 1 all channels, 2 unmuted channels, 3 none.',
    sinceLevel(210),
  ),
  hide_ai_features: defineUserSetting(boolean, false, 'Hide AI features.', sinceLevel(350)),
  web_inbox_show_channel_folders: defineUserSetting(
    boolean,
    true,
    'Show channel folders in the inbox.',
    sinceLevel(431),
  ),
  web_left_sidebar_show_channel_folders: defineUserSetting(
    boolean,
    true,
    'Show channel folders in the left sidebar.',
    sinceLevel(411),
  ),
  web_left_sidebar_unreads_count_summary: defineUserSetting(
    boolean,
    true,
    'Show the total of unread messages in the left sidebar.',
    sinceLevel(398),
  ),
  enter_sends: defineUserSetting(boolean, false, 'Enter sends the message.', sinceLevel(81)),
  enable_drafts_synchronization: defineUserSetting(
    boolean,
    true,
    'Store drafts on the server. Turning this off deletes them.',
    sinceLevel(87),
  ),
  call_push_to_talk: defineUserSetting(
    boolean,
    false,
    'Send the sound of the microphone in calls only while a key is held.',
  ),
  web_navigate_to_sent_message: defineUserSetting(
    boolean,
    true,
    'Open the conversation of a message after sending it.',
    sinceLevel(268),
  ),
} as const satisfies UserSettingTable;
