// The organization's settings except permissions, by page and group. A test compares them with the server's.

import {
  channel,
  check,
  choice,
  forOwners,
  limit,
  option,
  type Setting,
  type SettingGroup,
} from './setting.ts';

const profile: readonly SettingGroup[] = [
  {
    title: 'settingGroup.about',
    settings: [
      { kind: 'text', name: 'name', length: 40, lines: 1, isNeeded: true },
      { kind: 'text', name: 'description', length: 1000, lines: 4 },
      choice(
        'org_type',
        option(0, 'type.unspecified'),
        option(10, 'type.business'),
        option(20, 'type.openSource'),
        option(30, 'type.education'),
        option(35, 'type.educationForProfit'),
        option(40, 'type.research'),
        option(50, 'type.event'),
        option(60, 'type.nonprofit'),
        option(70, 'type.government'),
        option(80, 'type.political'),
        option(90, 'type.community'),
        option(100, 'type.personal'),
        option(1000, 'type.other'),
      ),
      { kind: 'language', name: 'default_language' },
    ],
  },
];

const joining: readonly SettingGroup[] = [
  {
    title: 'settingGroup.whoJoins',
    settings: forOwners(
      check('invite_required'),
      check('emails_restricted_to_domains'),
      check('disallow_disposable_email_addresses'),
      { kind: 'number', name: 'waiting_period_threshold', unit: 'unit.days' },
    ),
  },
  {
    title: 'settingGroup.logIn',
    settings: forOwners(
      { kind: 'methods', name: 'authentication_methods' },
      choice(
        'second_factor_required_for',
        option('nobody', 'required.nobody'),
        option('administrators', 'required.administrators'),
        option('moderators', 'required.moderators'),
        option('members', 'required.members'),
        option('everyone', 'required.everyone'),
      ),
    ),
  },
  {
    title: 'settingGroup.welcome',
    settings: [
      check('send_welcome_emails'),
      { kind: 'text', name: 'welcome_message_custom_text', length: 8000, lines: 4 },
      channel('signup_announcements_stream_id'),
    ],
  },
  {
    title: 'settingGroup.namesAndPictures',
    settings: [
      check('name_changes_disabled'),
      check('require_unique_names'),
      check('email_changes_disabled'),
      check('avatar_changes_disabled'),
      choice('default_avatar_source', option('J', 'picture.drawn'), option('G', { text: 'Gravatar' })),
    ],
  },
  { title: 'settingGroup.withoutAccount', settings: [check('enable_spectator_access')] },
];

const retention: Setting = { kind: 'days', name: 'message_retention_days' };

const messages: readonly SettingGroup[] = [
  {
    title: 'settingGroup.editing',
    settings: [
      check('allow_message_editing'),
      limit('message_content_edit_limit_seconds'),
      choice(
        'message_edit_history_visibility_policy',
        option('all', 'editHistory.all'),
        option('moves', 'editHistory.moves'),
        option('none', 'editHistory.none'),
      ),
    ],
  },
  {
    title: 'settingGroup.moving',
    settings: [
      limit('move_messages_within_stream_limit_seconds'),
      limit('move_messages_between_streams_limit_seconds'),
    ],
  },
  { title: 'settingGroup.deleting', settings: [limit('message_content_delete_limit_seconds')] },
  {
    title: 'settingGroup.topics',
    settings: [
      choice(
        'topics_policy',
        option('allow_empty_topic', 'topics.allowed'),
        option('disable_empty_topic', 'topics.notAllowed'),
      ),
    ],
  },
  {
    title: 'settingGroup.shown',
    settings: [
      check('enable_read_receipts'),
      check('inline_image_preview'),
      check('inline_url_embed_preview'),
      { kind: 'text', name: 'default_code_block_language', length: 50, lines: 1 },
    ],
  },
  {
    title: 'settingGroup.reports',
    settings: [{ kind: 'channel', name: 'moderation_request_channel_id', isPrivate: true }],
  },
];

const notices: readonly SettingGroup[] = [
  {
    title: 'settingGroup.announcements',
    settings: [channel('new_stream_announcements_stream_id'), check('send_channel_events_messages')],
  },
  {
    title: 'settingGroup.mailAndMobile',
    settings: [
      check('message_content_allowed_in_email_notifications'),
      check('require_e2ee_push_notifications'),
      check('digest_emails_enabled'),
      choice(
        'digest_weekday',
        option(0, 'weekday.monday'),
        option(1, 'weekday.tuesday'),
        option(2, 'weekday.wednesday'),
        option(3, 'weekday.thursday'),
        option(4, 'weekday.friday'),
        option(5, 'weekday.saturday'),
        option(6, 'weekday.sunday'),
      ),
    ],
  },
];

const programs: readonly SettingGroup[] = [
  {
    title: 'settingGroup.calls',
    settings: [
      { kind: 'provider', name: 'video_chat_provider' },
      check('calls_always_relay'),
      { kind: 'text', name: 'jitsi_server_url', length: 200, lines: 1, empty: 'default' },
    ],
  },
  // The form of the provider, which saves its key too, is above this setting.
  {
    title: 'settingGroup.gifs',
    settings: [
      choice(
        'gif_rating_policy',
        option(0, 'gif.none'),
        option(1, { text: 'G' }),
        option(2, { text: 'PG' }),
        option(3, { text: 'PG-13' }),
        option(4, { text: 'R' }),
      ),
    ],
  },
  {
    title: 'settingGroup.otherClients',
    settings: [
      check('enable_guest_user_indicator'),
      check('enable_guest_user_dm_warning'),
      choice(
        'media_preview_size',
        ...[100, 150, 200].map((percent) => option(percent, { text: `${percent} %` })),
      ),
      channel('zulip_update_announcements_stream_id'),
      check('want_advertise_in_communities_directory'),
    ],
  },
];

/** The settings of each page. */
export const settingPages = {
  profile,
  joining,
  messages,
  retention: [{ title: 'settingGroup.retention', settings: forOwners(retention) }],
  notices,
  programs,
} as const satisfies Readonly<Record<string, readonly SettingGroup[]>>;
