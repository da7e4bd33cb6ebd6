// Every setting of an organization, declared once, under the name it has in PATCH /realm and in its events.
// Register's `realm` section has them as `realm_{name}`. The organization's name and short name are columns of
// their own and not in this table.

import { boolean, integer, nullable, oneOf, text } from '../../contract/codec.ts';
import type { GroupSettingValue } from '../../contract/group-setting.ts';
import { limits } from '../../contract/limits.ts';
import { isSystemGroupName, type SystemGroupIds } from '../groups/system-groups.ts';
import {
  type ChannelSetting,
  channelSetting,
  type GroupSetting,
  groupSetting,
  type OrganizationSetting,
  setting,
  type ValueSetting,
} from './setting.ts';
import {
  authenticationMethods,
  jitsiServerUrl,
  languageCode,
  numbered,
  retentionDays,
  timeLimit,
} from './setting-codecs.ts';

const owner = { changedBy: 'owner' } as const;
const command = { changedBy: 'command' } as const;
const computed = { changedBy: 'command', snapshot: 'computed' } as const;
const count = integer({ minimum: 0 });
const organizationTypes = [0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000] as const;

const TEN_MINUTES = 600;
const A_WEEK = 604_800;

export const organizationSettings = {
  // What the organization is.
  description: setting(
    text({ maximum: limits.organizationDescriptionCodePoints }),
    '',
    'Shown on the log-in and sign-up pages; Markdown.',
  ),
  default_language: setting(languageCode, 'en', 'Language of automated messages and invitations.'),
  default_code_block_language: setting(
    text({ maximum: 50 }),
    '',
    'Language of code blocks that name none; empty: none.',
  ),
  default_avatar_source: setting(
    oneOf('G', 'J'),
    'J',
    'Picture of new accounts: `G` Gravatar, `J` Jdenticon.',
  ),
  org_type: setting(oneOf(...organizationTypes), 0, 'What kind of organization it is.'),
  welcome_message_custom_text: setting(text({ maximum: 8000 }), '', 'Sent to new accounts; Markdown.'),
  want_advertise_in_communities_directory: setting(boolean, false, 'May be listed publicly.'),
  media_preview_size: setting(oneOf(100, 150, 200), 100, 'Height of previews, in percent.'),
  plan_type: setting(integer(), 1, 'The plan; 1: self-hosted.', command),
  upload_quota_mib: setting(nullable(count), null, 'Room for uploads in MiB; null: no bound.', command),
  owner_full_content_access: setting(boolean, false, 'Owners may reach all private content.', command),
  icon_source: setting(oneOf('G', 'U'), 'G', 'The icon: `G` generated, `U` uploaded.', command),
  icon_version: setting(count, 1, 'Rises with each new icon.', computed),
  logo_source: setting(oneOf('D', 'U'), 'D', 'The wide logo: `D` default, `U` uploaded.', command),
  logo_version: setting(count, 1, 'Rises with each new logo.', computed),
  night_logo_source: setting(oneOf('D', 'U'), 'D', 'The wide logo of dark themes.', command),
  night_logo_version: setting(count, 1, 'Rises with each new dark logo.', computed),

  // Who may join, and how accounts look.
  invite_required: setting(boolean, true, 'Joining needs an invitation.', owner),
  emails_restricted_to_domains: setting(
    boolean,
    false,
    'New accounts need an address in an allowed domain.',
    owner,
  ),
  disallow_disposable_email_addresses: setting(boolean, true, 'Disposable addresses are refused.', owner),
  authentication_methods: setting(authenticationMethods, { Email: true }, 'Ways to log in.', {
    changedBy: 'owner',
    snapshot: 'computed',
  }),
  waiting_period_threshold: setting(count, 0, 'Age in days at which a member is a full member.', owner),
  name_changes_disabled: setting(boolean, false, 'People cannot change their own names.'),
  email_changes_disabled: setting(boolean, false, 'People cannot change their own addresses.'),
  avatar_changes_disabled: setting(boolean, false, 'People cannot change their own pictures.'),
  require_unique_names: setting(boolean, false, 'No two accounts have the same name.'),
  enable_spectator_access: setting(boolean, false, 'Anyone may read web-public channels.'),
  enable_guest_user_indicator: setting(boolean, true, 'Clients mark guests by their names.'),
  enable_guest_user_dm_warning: setting(boolean, true, 'Clients warn before a direct message to a guest.'),
  presence_disabled: setting(boolean, false, 'Nobody sees who is online.', command),

  // Messages.
  allow_message_editing: setting(boolean, true, 'Messages can be edited.'),
  message_content_edit_limit_seconds: setting(
    timeLimit,
    TEN_MINUTES,
    'Age after which content cannot be edited.',
  ),
  message_content_delete_limit_seconds: setting(
    timeLimit,
    TEN_MINUTES,
    'Age after which authors cannot delete.',
  ),
  move_messages_within_stream_limit_seconds: setting(
    timeLimit,
    A_WEEK,
    'Age after which members cannot change the topic.',
  ),
  move_messages_between_streams_limit_seconds: setting(
    timeLimit,
    A_WEEK,
    'Age after which members cannot change the channel.',
  ),
  message_edit_history_visibility_policy: setting(
    oneOf('all', 'moves', 'none'),
    'all',
    'What of the edit history is shown.',
  ),
  message_retention_days: setting(
    retentionDays,
    -1,
    'Days after which messages are deleted; -1: never.',
    owner,
  ),
  topics_policy: setting(
    oneOf('allow_empty_topic', 'disable_empty_topic'),
    'allow_empty_topic',
    'Whether channel messages may have the empty topic.',
  ),
  inline_image_preview: setting(boolean, true, 'Linked images are previewed.'),
  inline_url_embed_preview: setting(boolean, false, 'Linked sites are previewed.'),
  enable_read_receipts: setting(boolean, true, 'People can see who has read a message.'),
  gif_rating_policy: setting(
    numbered(0, 1, 2, 3, 4),
    1,
    'Highest rating of GIFs: 0 off, 1 G, 2 PG, 3 PG-13, 4 R.',
  ),
  video_chat_provider: setting(integer({ minimum: 0 }), 1, 'Where calls are made.'),
  jitsi_server_url: setting(jitsiServerUrl, null, "The organization's Jitsi server; null: the server's."),

  // Notices, mail and push.
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

  // Permissions.
  can_access_all_users_group: groupSetting('can_access_all_users_group'),
  can_add_custom_emoji_group: groupSetting('can_add_custom_emoji_group'),
  can_add_subscribers_group: groupSetting('can_add_subscribers_group'),
  can_create_bots_group: groupSetting('can_create_bots_group'),
  can_create_groups: groupSetting('can_create_groups', 'owner'),
  can_create_private_channel_group: groupSetting('can_create_private_channel_group'),
  can_create_public_channel_group: groupSetting('can_create_public_channel_group'),
  can_create_web_public_channel_group: groupSetting('can_create_web_public_channel_group'),
  can_create_write_only_bots_group: groupSetting('can_create_write_only_bots_group'),
  can_delete_any_message_group: groupSetting('can_delete_any_message_group'),
  can_delete_own_message_group: groupSetting('can_delete_own_message_group'),
  can_invite_users_group: groupSetting('can_invite_users_group', 'owner'),
  can_manage_all_groups: groupSetting('can_manage_all_groups', 'owner'),
  can_manage_billing_group: groupSetting('can_manage_billing_group', 'owner'),
  can_mention_many_users_group: groupSetting('can_mention_many_users_group'),
  can_move_messages_between_channels_group: groupSetting('can_move_messages_between_channels_group'),
  can_move_messages_between_topics_group: groupSetting('can_move_messages_between_topics_group'),
  can_resolve_topics_group: groupSetting('can_resolve_topics_group'),
  can_set_delete_message_policy_group: groupSetting('can_set_delete_message_policy_group'),
  can_set_topics_policy_group: groupSetting('can_set_topics_policy_group'),
  can_summarize_topics_group: groupSetting('can_summarize_topics_group'),
  create_multiuse_invite_group: groupSetting('create_multiuse_invite_group', 'owner'),
  direct_message_initiator_group: groupSetting('direct_message_initiator_group'),
  direct_message_permission_group: groupSetting('direct_message_permission_group'),
  workplace_users_group: groupSetting('workplace_users_group'),
} as const satisfies Readonly<Record<string, OrganizationSetting>>;

type Table = typeof organizationSettings;
export type OrganizationSettingName = keyof Table;

type ValueOf<S> = S extends GroupSetting
  ? GroupSettingValue
  : S extends ChannelSetting
    ? number
    : S extends ValueSetting<infer T>
      ? T
      : never;

/** The settings of one organization, each with its own type. */
export type OrganizationSettings = { readonly [K in OrganizationSettingName]: ValueOf<Table[K]> };

const declarations: readonly (readonly [string, OrganizationSetting])[] =
  Object.entries(organizationSettings);

export function isOrganizationSetting(name: string): name is OrganizationSettingName {
  return Object.hasOwn(organizationSettings, name);
}

function initialValue(declaration: OrganizationSetting, systemGroupIds: SystemGroupIds): unknown {
  if (declaration.kind !== 'group') return declaration.initial;
  const { defaultGroup } = declaration.permission;
  if (!isSystemGroupName(defaultGroup)) throw new Error(`An organization has no ${defaultGroup}.`);
  return systemGroupIds[defaultGroup];
}

/** All settings of an organization, from the stored JSON of those that differ from the initial values. */
export function decodeOrganizationSettings(
  json: string,
  systemGroupIds: SystemGroupIds,
): OrganizationSettings {
  const settings: Record<string, unknown> = {};
  for (const [name, declaration] of declarations) settings[name] = initialValue(declaration, systemGroupIds);
  return { ...settings, ...JSON.parse(json) } as OrganizationSettings;
}
