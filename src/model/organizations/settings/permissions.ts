// Settings for the groups that have the organization's permissions, and who may change each.

import { groupSetting } from '../organization-setting.ts';

export const permissionGrants = {
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
  can_share_screen_group: groupSetting('can_share_screen_group'),
  can_start_calls_group: groupSetting('can_start_calls_group'),
  can_summarize_topics_group: groupSetting('can_summarize_topics_group'),
  create_multiuse_invite_group: groupSetting('create_multiuse_invite_group', 'owner'),
  direct_message_initiator_group: groupSetting('direct_message_initiator_group'),
  direct_message_permission_group: groupSetting('direct_message_permission_group'),
  workplace_users_group: groupSetting('workplace_users_group'),
} as const;
