// The personal settings that are shown, by section and group: what each is called and which values it has. What saves
// and shows them knows nothing of any of them.

import type { InputOf } from '../../client/api-types.ts';
import type { Key } from '../words/words.ts';

/** A setting by the name that it has for the server. */
export type SettingName = keyof InputOf<'update-settings'>;
export type SettingValue = string | number | boolean | null;

export interface Option {
  readonly value: SettingValue;
  /** A key, or a word that needs no translation. */
  readonly label:
    | Key
    | { readonly text: string }
    | { readonly pixels: number }
    | { readonly percent: number };
}

export type Control =
  | { readonly kind: 'check'; readonly name: SettingName; readonly label: Key }
  | {
      readonly kind: 'choice';
      readonly name: SettingName;
      readonly label: Key;
      readonly options: readonly Option[];
    };

export interface Group {
  readonly title: Key;
  readonly controls: readonly Control[];
}

const check = (name: SettingName, label: Key): Control => ({ kind: 'check', name, label });
const choice = (name: SettingName, label: Key, options: readonly Option[]): Control => ({
  kind: 'choice',
  name,
  label,
  options,
});
const option = (value: SettingValue, label: Option['label']): Option => ({ value, label });

const display: readonly Group[] = [
  {
    title: 'settings.appearance',
    controls: [
      choice('default_language', 'settings.language', [
        option('en', { text: 'English' }),
        option('de', { text: 'Deutsch' }),
      ]),
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
        option('inbox', 'shell.inbox'),
        option('recent', 'shell.recent'),
        option('all_messages', 'shell.combined'),
      ]),
      choice('web_mark_read_on_scroll_policy', 'settings.markRead', [
        option(1, 'settings.always'),
        option(2, 'settings.conversations'),
        option(3, 'settings.never'),
      ]),
      check('enter_sends', 'settings.enterSends'),
      check('translate_emoticons', 'settings.emoticons'),
      check('starred_message_counts', 'settings.starredCounts'),
      check('display_emoji_reaction_users', 'settings.displayEmojiReactionUsers'),
    ],
  },
  {
    title: 'settings.privacy',
    controls: [
      check('presence_enabled', 'settings.presence'),
      check('send_private_typing_notifications', 'settings.typingDirect'),
      check('send_stream_typing_notifications', 'settings.typingChannels'),
      check('send_read_receipts', 'settings.receiptsSent'),
    ],
  },
];

const notifications: readonly Group[] = [
  {
    title: 'settings.directAndMentions',
    controls: [
      check('enable_desktop_notifications', 'settings.showDesktop'),
      check('enable_sounds', 'settings.playSound'),
      check('wildcard_mentions_notify', 'settings.wildcards'),
      check('pm_content_in_desktop_notifications', 'settings.content'),
    ],
  },
  {
    title: 'settings.followedTopics',
    controls: [
      check('enable_followed_topic_desktop_notifications', 'settings.showDesktop'),
      check('enable_followed_topic_audible_notifications', 'settings.playSound'),
      check('enable_followed_topic_wildcard_mentions_notify', 'settings.wildcards'),
    ],
  },
  {
    title: 'settings.channelMessages',
    controls: [
      check('enable_stream_desktop_notifications', 'settings.showDesktop'),
      check('enable_stream_audible_notifications', 'settings.playSound'),
    ],
  },
  {
    title: 'settings.sounds',
    controls: [
      choice('notification_sound', 'settings.sound', [
        option('zulip', { text: '1' }),
        option('chime', { text: '2' }),
        option('ding', { text: '3' }),
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
    title: 'settings.emailGroup',
    controls: [check('enable_offline_email_notifications', 'settings.emailNotify')],
  },
];

export const sections = { display, notifications } as const;
export type SectionName = keyof typeof sections;

/** The section that an address names; the first for any other. */
export function sectionOf(name: string): SectionName {
  return Object.hasOwn(sections, name) ? (name as SectionName) : 'display';
}
