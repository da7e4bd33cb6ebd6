// The organization's permissions in groups. A test compares them with the server's.

import { forOwners, group, type SettingGroup } from './setting.ts';

export const permissionGroups: readonly SettingGroup[] = [
  {
    title: 'permissionGroup.joining',
    settings: forOwners(group('can_invite_users_group'), group('create_multiuse_invite_group')),
  },
  {
    title: 'permissionGroup.channels',
    settings: [
      group('can_create_public_channel_group'),
      group('can_create_private_channel_group'),
      group('can_create_web_public_channel_group'),
      group('can_add_subscribers_group'),
      group('can_set_topics_policy_group'),
      group('can_set_delete_message_policy_group'),
    ],
  },
  {
    title: 'permissionGroup.messages',
    settings: [
      group('can_mention_many_users_group'),
      group('can_move_messages_between_topics_group'),
      group('can_move_messages_between_channels_group'),
      group('can_resolve_topics_group'),
      group('can_delete_any_message_group'),
      group('can_delete_own_message_group'),
      group('can_summarize_topics_group'),
    ],
  },
  {
    title: 'permissionGroup.direct',
    settings: [group('direct_message_initiator_group'), group('direct_message_permission_group')],
  },
  {
    title: 'settingGroup.calls',
    settings: [group('can_start_calls_group'), group('can_share_screen_group')],
  },
  {
    title: 'permissionGroup.people',
    settings: [
      group('can_access_all_users_group'),
      ...forOwners(group('can_create_groups'), group('can_manage_all_groups')),
    ],
  },
  {
    title: 'permissionGroup.bots',
    settings: [
      group('can_create_bots_group'),
      group('can_create_write_only_bots_group'),
      group('can_add_custom_emoji_group'),
    ],
  },
  {
    title: 'permissionGroup.otherApps',
    settings: [...forOwners(group('can_manage_billing_group')), group('workplace_users_group')],
  },
];
