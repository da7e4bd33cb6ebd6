// All permissions, with the values they accept. Validation and `server_supported_permission_settings` of `POST
// /register` are derived from these tables.

import { definePermission, type PermissionSetting } from './permission-setting.ts';

/** The permissions of an organization, by their names in `PATCH /realm`. */
export const organizationPermissions = {
  can_access_all_users_group: definePermission('Who may see all users.', 'role:everyone', ['everyone'], {
    systemGroupOnly: true,
    allowedSystemGroups: ['role:everyone', 'role:members'],
  }),
  can_add_custom_emoji_group: definePermission('Who may add custom emoji.', 'role:members', ['nobody']),
  can_add_subscribers_group: definePermission('Who may subscribe others to channels.', 'role:members', [
    'nobody',
  ]),
  can_create_bots_group: definePermission('Who may create bots of any type.', 'role:members', ['nobody']),
  can_create_groups: definePermission('Who may create user groups.', 'role:members', ['nobody']),
  can_create_private_channel_group: definePermission('Who may create private channels.', 'role:members', [
    'nobody',
  ]),
  can_create_public_channel_group: definePermission('Who may create public channels.', 'role:members', [
    'nobody',
  ]),
  can_create_web_public_channel_group: definePermission(
    'Who may create web-public channels.',
    'role:owners',
    ['nobody'],
    {
      systemGroupOnly: true,
      allowedSystemGroups: ['role:moderators', 'role:administrators', 'role:owners', 'role:nobody'],
    },
  ),
  can_create_write_only_bots_group: definePermission(
    'Who may create bots that only send, in addition to those who may create any bot.',
    'role:members',
    ['nobody'],
  ),
  can_delete_any_message_group: definePermission(
    'Who may delete any message that they can read.',
    'role:administrators',
    ['nobody'],
  ),
  can_delete_own_message_group: definePermission('Who may delete messages they sent.', 'role:everyone', [
    'nobody',
    'everyone',
  ]),
  can_invite_users_group: definePermission('Who may send invitations by email.', 'role:members', ['nobody']),
  can_manage_all_groups: definePermission('Who may administer every user group.', 'role:owners', []),
  can_manage_billing_group: definePermission('Who may manage plans and billing.', 'role:administrators', []),
  can_mention_many_users_group: definePermission(
    'Who may use wildcard mentions in large channels and topics.',
    'role:administrators',
    ['nobody', 'everyone'],
  ),
  can_move_messages_between_channels_group: definePermission(
    'Who may move messages to another channel.',
    'role:members',
    ['nobody'],
  ),
  can_move_messages_between_topics_group: definePermission(
    'Who may move messages to another topic of their channel.',
    'role:everyone',
    ['nobody', 'everyone'],
  ),
  can_resolve_topics_group: definePermission('Who may resolve topics.', 'role:everyone', [
    'nobody',
    'everyone',
  ]),
  can_set_delete_message_policy_group: definePermission(
    'Which channel administrators may change who can delete messages in their channel.',
    'role:moderators',
    ['nobody'],
  ),
  can_set_topics_policy_group: definePermission(
    'Which channel administrators may change the topics policy of their channel.',
    'role:members',
    ['nobody', 'everyone'],
  ),
  can_share_screen_group: definePermission('Who may share their screen in calls.', 'role:everyone', [
    'nobody',
    'everyone',
  ]),
  can_start_calls_group: definePermission('Who may start calls.', 'role:members', ['nobody', 'everyone']),
  can_summarize_topics_group: definePermission('Who may request topic summaries.', 'role:everyone', [
    'nobody',
    'everyone',
  ]),
  create_multiuse_invite_group: definePermission(
    'Who may create reusable invitation links.',
    'role:administrators',
    ['nobody'],
  ),
  direct_message_initiator_group: definePermission(
    'Who may start direct message conversations.',
    'role:everyone',
    ['nobody', 'everyone'],
  ),
  direct_message_permission_group: definePermission(
    'Who may send direct messages to anyone. Others may only write to people in this group, bots and themselves.',
    'role:everyone',
    ['nobody', 'everyone'],
  ),
  workplace_users_group: definePermission('Who counts as a workplace user for billing.', 'role:everyone', [
    'nobody',
    'everyone',
  ]),
} as const satisfies Readonly<Record<string, PermissionSetting>>;

export const channelPermissions = {
  can_add_subscribers_group: definePermission('Who may subscribe others to the channel.', 'role:nobody', [
    'nobody',
  ]),
  can_administer_channel_group: definePermission('Who may administer the channel.', 'channel_creator', [
    'nobody',
  ]),
  can_create_topic_group: definePermission('Who may start topics in the channel.', 'role:everyone', [
    'nobody',
    'everyone',
  ]),
  can_delete_any_message_group: definePermission(
    'Who may delete any message of the channel.',
    'role:nobody',
    ['nobody', 'everyone'],
  ),
  can_delete_own_message_group: definePermission(
    'Who may delete messages they sent to the channel.',
    'role:nobody',
    ['nobody', 'everyone'],
  ),
  can_move_messages_out_of_channel_group: definePermission(
    'Who may move messages from the channel to another.',
    'role:nobody',
    ['nobody', 'everyone'],
  ),
  can_move_messages_within_channel_group: definePermission(
    'Who may move messages between topics of the channel.',
    'role:nobody',
    ['nobody', 'everyone'],
  ),
  can_pin_messages_group: definePermission(
    'Who may pin messages and topics of the channel for everyone.',
    'role:everyone',
    ['nobody', 'everyone'],
  ),
  can_remove_subscribers_group: definePermission(
    'Who may unsubscribe others from the channel.',
    'role:administrators',
    ['nobody', 'everyone'],
  ),
  can_resolve_topics_group: definePermission('Who may resolve topics of the channel.', 'role:nobody', [
    'nobody',
    'everyone',
  ]),
  can_send_message_group: definePermission('Who may post in the channel.', 'role:everyone', [
    'nobody',
    'everyone',
  ]),
  can_subscribe_group: definePermission('Who may subscribe themselves to the channel.', 'role:nobody', [
    'nobody',
  ]),
} as const satisfies Readonly<Record<string, PermissionSetting>>;

const nobodyForSystemGroups = { defaultForSystemGroups: 'role:nobody' } as const;

export const userGroupPermissions = {
  can_add_members_group: definePermission(
    'Who may add people to the group.',
    'group_creator',
    ['nobody'],
    nobodyForSystemGroups,
  ),
  can_join_group: definePermission(
    'Who may join the group.',
    'role:nobody',
    ['nobody'],
    nobodyForSystemGroups,
  ),
  can_leave_group: definePermission(
    'Who may leave the group.',
    'role:everyone',
    ['nobody', 'everyone'],
    nobodyForSystemGroups,
  ),
  can_manage_group: definePermission(
    'Who may administer the group.',
    'group_creator',
    ['nobody'],
    nobodyForSystemGroups,
  ),
  can_mention_group: definePermission(
    'Who may mention the group.',
    'role:everyone',
    ['nobody', 'everyone'],
    nobodyForSystemGroups,
  ),
  can_remove_members_group: definePermission(
    'Who may remove people from the group.',
    'role:nobody',
    ['nobody'],
    nobodyForSystemGroups,
  ),
} as const satisfies Readonly<Record<string, PermissionSetting>>;

export type OrganizationGroupSetting = keyof typeof organizationPermissions;
export type ChannelGroupSetting = keyof typeof channelPermissions;
export type UserGroupSetting = keyof typeof userGroupPermissions;
