// Personal settings of how clients look and behave.

import { boolean, integer, nullable, oneOf } from '../../api-contract/codec.ts';
import { ownOnly, setting, since, type UserSettingTable } from './setting.ts';
import { emojiSet, language } from './setting-codecs.ts';

const pixels = integer({ minimum: 1, maximum: 200 });
const percent = integer({ minimum: 1, maximum: 1000 });

export const displaySettings = {
  twenty_four_hour_time: setting(
    nullable(boolean),
    null,
    "24-hour clock; null: as the device's locale has it.",
    since(99),
  ),
  web_mark_read_on_scroll_policy: setting(
    oneOf(1, 2, 3),
    1,
    'Scrolling marks as read: 1 always, 2 in conversations, 3 never.',
    since(175),
  ),
  web_channel_default_view: setting(
    oneOf(1, 2, 3, 4),
    1,
    'A channel link opens: 1 top topic, 2 feed, 3 topics, 4 top unread topic.',
    since(269),
  ),
  starred_message_counts: setting(boolean, true, 'Show the number of starred messages.'),
  receives_typing_notifications: setting(boolean, true, 'Be told when others type.', since(253)),
  web_suggest_update_timezone: setting(
    boolean,
    true,
    'Offer to update the time zone when the device is in another.',
    since(329),
  ),
  fluid_layout_width: setting(boolean, false, 'Use the full width.'),
  high_contrast_mode: setting(boolean, false, 'Reserved for visual impairments.'),
  web_font_size_px: setting(pixels, 16, 'Font size in pixels.', since(245)),
  web_line_height_percent: setting(percent, 140, 'Line height in percent.', since(245)),
  color_scheme: setting(oneOf(1, 2, 3), 1, '1 automatic, 2 dark, 3 light.'),
  translate_emoticons: setting(boolean, false, 'Turn emoticons into emoji.'),
  display_emoji_reaction_users: setting(boolean, true, 'Name who reacted, where they are few.', since(125)),
  default_language: setting(language, 'en', 'Language of the clients and of mails.', ownOnly),
  web_home_view: setting(
    oneOf('recent', 'inbox', 'all_messages'),
    'inbox',
    'What a client opens with.',
    since(219),
  ),
  web_escape_navigates_to_home_view: setting(boolean, true, 'Escape leads to the home view.', since(219)),
  left_side_userlist: setting(boolean, false, 'People stand in the left sidebar of narrow windows.'),
  emojiset: setting(emojiSet, 'google', 'Design of emoji.'),
  demote_inactive_streams: setting(
    oneOf(1, 2, 3),
    1,
    'Hide inactive channels: 1 automatic, 2 always, 3 never.',
  ),
  user_list_style: setting(
    oneOf(1, 2, 3),
    2,
    '1 compact, 2 with status, 3 with picture and status.',
    since(141),
  ),
  web_animate_image_previews: setting(
    oneOf('always', 'on_hover', 'never'),
    'on_hover',
    'When previews move.',
    since(275),
  ),
  web_stream_unreads_count_display_policy: setting(
    oneOf(1, 2, 3),
    2,
    'Count unread messages of: 1 all channels, 2 unmuted ones, 3 none.',
    since(210),
  ),
  hide_ai_features: setting(boolean, false, 'Hide what works by language models.', since(350)),
  web_inbox_show_channel_folders: setting(boolean, true, 'The inbox shows channel folders.', since(431)),
  web_left_sidebar_show_channel_folders: setting(
    boolean,
    true,
    'The left sidebar shows channel folders.',
    since(411),
  ),
  web_left_sidebar_unreads_count_summary: setting(
    boolean,
    true,
    'The left sidebar sums up unread messages.',
    since(398),
  ),
  enter_sends: setting(boolean, false, 'Enter sends.', since(81)),
  enable_drafts_synchronization: setting(
    boolean,
    true,
    'Drafts are kept by the server; turning it off deletes them.',
    since(87),
  ),
  web_navigate_to_sent_message: setting(
    boolean,
    true,
    'Go to the conversation of a sent message.',
    since(268),
  ),
} as const satisfies UserSettingTable;
