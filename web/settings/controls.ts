// The personal settings by section and group, with their labels and values. The code that displays and saves
// them is generic.

import { skinTones } from '../../src/markdown/skin-tones.ts';
import { skinToneLabels } from '../i18n/skin-tone-labels.ts';
import { type Key, languageNames } from '../i18n/texts.ts';
import { check, choice, type Group, option, type SettingName } from './control.ts';

/** The languages with texts, by their own names. */
function languageOptions() {
  return Object.entries(languageNames)
    .sort(([, a], [, b]) => a.localeCompare(b))
    .map(([code, text]) => option(code, { text }));
}

const topicPolicies = [
  option(1, 'moreSettings.takenPartIn'),
  option(2, 'moreSettings.sentTo'),
  option(3, 'moreSettings.started'),
  option(4, 'settings.never'),
];

const display: readonly Group[] = [
  {
    title: 'settings.appearance',
    controls: [
      choice('default_language', 'settings.language', languageOptions()),
      choice('color_scheme', 'settings.theme', [
        option(1, 'settings.themeAuto'),
        option(3, 'settings.themeLight'),
        option(2, 'settings.themeDark'),
      ]),
      choice(
        'web_font_size_px',
        'settings.fontSize',
        [14, 15, 16, 17, 18, 20, 24].map((pixels) => option(pixels, { pixels })),
      ),
      choice(
        'web_line_height_percent',
        'settings.lineHeight',
        [122, 130, 140, 150, 160].map((percent) => option(percent, { percent })),
      ),
      choice('twenty_four_hour_time', 'settings.clock', [
        option(null, 'settings.clockAuto'),
        option(true, 'settings.clock24'),
        option(false, 'settings.clock12'),
      ]),
      check('high_contrast_mode', 'settings.highContrast'),
      choice('web_animate_image_previews', 'settings.animatedImages', [
        option('always', 'settings.always'),
        option('on_hover', 'settings.onHover'),
        option('never', 'settings.never'),
      ]),
    ],
  },
  {
    title: 'settings.writing',
    controls: [
      choice('web_home_view', 'settings.homeView', [
        option('inbox', 'frame.inbox'),
        option('recent', 'frame.recent'),
        option('all_messages', 'frame.combined'),
      ]),
      choice('web_mark_read_on_scroll_policy', 'settings.markRead', [
        option(1, 'settings.always'),
        option(2, 'settings.conversations'),
        option(3, 'settings.never'),
      ]),
      check('web_escape_navigates_to_home_view', 'moreSettings.escapeHome'),
      check('enter_sends', 'settings.enterSends'),
      check('enable_drafts_synchronization', 'settings.drafts'),
      check('translate_emoticons', 'settings.emoticons'),
      choice(
        'emoji_skin_tone',
        'moreSettings.skinTone',
        skinTones.map((tone) => option(tone, skinToneLabels[tone])),
      ),
      check('starred_message_counts', 'settings.starredCounts'),
      check('display_emoji_reaction_users', 'settings.displayEmojiReactionUsers'),
    ],
  },
  {
    title: 'moreSettings.topics',
    controls: [
      choice('automatically_follow_topics_policy', 'moreSettings.followTopics', topicPolicies),
      choice(
        'automatically_unmute_topics_in_muted_streams_policy',
        'moreSettings.unmuteTopics',
        topicPolicies,
      ),
      check('automatically_follow_topics_where_mentioned', 'moreSettings.followMentioned'),
      choice('resolved_topic_notice_auto_read_policy', 'moreSettings.resolvedRead', [
        option('always', 'settings.always'),
        option('except_followed', 'moreSettings.exceptFollowed'),
        option('never', 'settings.never'),
      ]),
    ],
  },
  {
    title: 'settings.privacy',
    controls: [
      choice('email_address_visibility', 'moreSettings.emailSeenBy', [
        option(1, 'moreSettings.seenByAll'),
        option(2, 'moreSettings.seenByMembers'),
        option(5, 'moreSettings.seenByModerators'),
        option(3, 'moreSettings.seenByAdministrators'),
        option(4, 'moreSettings.seenByNobody'),
      ]),
      check('presence_enabled', 'settings.presence'),
      check('send_private_typing_notifications', 'settings.typingDirect'),
      check('send_stream_typing_notifications', 'settings.typingChannels'),
      check('send_read_receipts', 'settings.receiptsSent'),
      check('receives_typing_notifications', 'moreSettings.typingSeen'),
      check('allow_private_data_export', 'moreSettings.privateExport'),
    ],
  },
];

const notifications: readonly Group[] = [
  {
    title: 'settings.directAndMentions',
    controls: [
      check('enable_desktop_notifications', 'settings.showDesktop'),
      check('enable_sounds', 'settings.playSound'),
      check('enable_offline_push_notifications', 'moreSettings.onPhone'),
      check('wildcard_mentions_notify', 'settings.wildcards'),
      check('pm_content_in_desktop_notifications', 'settings.content'),
    ],
  },
  {
    title: 'settings.followedTopics',
    controls: [
      check('enable_followed_topic_desktop_notifications', 'settings.showDesktop'),
      check('enable_followed_topic_audible_notifications', 'settings.playSound'),
      check('enable_followed_topic_push_notifications', 'moreSettings.onPhone'),
      check('enable_followed_topic_email_notifications', 'moreSettings.byEmail'),
      check('enable_followed_topic_wildcard_mentions_notify', 'moreSettings.wildcardsFollowed'),
    ],
  },
  {
    title: 'settings.channelMessages',
    controls: [
      check('enable_stream_desktop_notifications', 'settings.showDesktop'),
      check('enable_stream_audible_notifications', 'settings.playSound'),
      check('enable_stream_push_notifications', 'moreSettings.onPhone'),
      check('enable_stream_email_notifications', 'moreSettings.byEmail'),
    ],
  },
  {
    title: 'settings.sounds',
    controls: [
      choice('notification_sound', 'settings.sound', [
        option('zulip', { sound: 1 }),
        option('chime', { sound: 2 }),
        option('ding', { sound: 3 }),
        option('none', 'settings.soundNone'),
      ]),
      choice('desktop_icon_count_display', 'settings.iconCount', [
        option(1, 'settings.allUnread'),
        option(2, 'settings.mentionsFollowed'),
        option(3, 'settings.mentionsOnly'),
        option(4, 'settings.nothing'),
      ]),
    ],
  },
  {
    title: 'moreSettings.callsGroup',
    controls: [
      check('call_ringing', 'moreSettings.callRinging'),
      check('call_push_to_talk', 'moreSettings.callPushToTalk'),
    ],
  },
  {
    title: 'moreSettings.phone',
    controls: [check('enable_online_push_notifications', 'moreSettings.phoneWhileHere')],
  },
  {
    title: 'settings.emailGroup',
    controls: [
      check('enable_offline_email_notifications', 'settings.emailNotify'),
      choice('email_notifications_batching_period_seconds', 'moreSettings.emailCollected', [
        ...[1, 2, 5, 15, 30].map((minutes) => option(minutes * 60, { minutes })),
        ...[1, 6].map((hours) => option(hours * 3600, { hours })),
        ...[1, 7].map((days) => option(days * 86_400, { days })),
      ]),
      check('message_content_in_email_notifications', 'moreSettings.emailContent'),
      choice('realm_name_in_email_notifications_policy', 'moreSettings.emailOrganization', [
        option(1, 'moreSettings.whereSeveral'),
        option(2, 'settings.always'),
        option(3, 'settings.never'),
      ]),
      check('enable_digest_emails', 'moreSettings.emailDigest'),
      check('enable_login_emails', 'moreSettings.emailLogin'),
    ],
  },
];

/** The ways in which a person is notified: the columns of the table of notifications. */
export const notificationWays = ['desktop', 'sound', 'phone', 'email'] as const;

export interface NotificationKind {
  /** The part of the address that names it. */
  readonly name: string;
  readonly title: Key;
  /** The setting of each way. */
  readonly settings: readonly SettingName[];
}

/** The kinds of notifications, which are the rows of the table. Their settings are among those of the section. */
export const notificationKinds: readonly NotificationKind[] = [
  {
    name: 'direct',
    title: 'settings.directAndMentions',
    settings: [
      'enable_desktop_notifications',
      'enable_sounds',
      'enable_offline_push_notifications',
      'enable_offline_email_notifications',
    ],
  },
  {
    name: 'followed',
    title: 'settings.followedTopics',
    settings: [
      'enable_followed_topic_desktop_notifications',
      'enable_followed_topic_audible_notifications',
      'enable_followed_topic_push_notifications',
      'enable_followed_topic_email_notifications',
    ],
  },
  {
    name: 'channels',
    title: 'settings.channelMessages',
    settings: [
      'enable_stream_desktop_notifications',
      'enable_stream_audible_notifications',
      'enable_stream_push_notifications',
      'enable_stream_email_notifications',
    ],
  },
];

export const sections = { display, notifications } as const;
export type SectionName = keyof typeof sections;

/** Names of the sections in other clients and old links. */
const aliases = {
  'your-account': 'profile',
  'account-and-privacy': 'security',
  preferences: 'display',
  'display-settings': 'display',
  topics: 'muting',
  'muted-topics': 'muting',
  'muted-users': 'muting',
  'alert-words': 'notifications',
  'your-bots': 'bots',
  'uploaded-files': 'files',
  'attachments-settings': 'files',
} as const;

/** The section for one of its aliases; any other name unchanged. */
export function sectionByName(name: string): string {
  return Object.hasOwn(aliases, name) ? aliases[name as keyof typeof aliases] : name;
}

/** The section in an address; the first one by default. */
export function sectionOf(name: string): SectionName {
  return Object.hasOwn(sections, name) ? (name as SectionName) : 'display';
}
