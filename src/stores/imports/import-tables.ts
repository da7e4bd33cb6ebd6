// The tables that an import fills, and the generated columns that it sets.

import { bulkTable } from '../../storage/bulk.ts';

export const importTables = {
  account: bulkTable('account', 'id'),
  account_period: bulkTable('account_period'),
  role_period: bulkTable('role_period'),
  user_group: bulkTable('user_group', 'id'),
  user_group_member: bulkTable('user_group_member'),
  user_group_subgroup: bulkTable('user_group_subgroup'),
  channel_folder: bulkTable('channel_folder', 'id'),
  channel: bulkTable('channel', 'id'),
  subscription: bulkTable('subscription'),
  subscription_period: bulkTable('subscription_period', 'after_message_id'),
  conversation: bulkTable('conversation', 'id'),
  conversation_participant: bulkTable('conversation_participant'),
  linkifier: bulkTable('linkifier', 'id'),
  playground: bulkTable('playground'),
  allowed_domain: bulkTable('allowed_domain'),
  profile_field: bulkTable('profile_field', 'id'),
  profile_value: bulkTable('profile_value'),
  alert_word: bulkTable('alert_word'),
  muted_user: bulkTable('muted_user'),
  user_topic: bulkTable('user_topic'),
  user_status: bulkTable('user_status'),
  onboarding_step: bulkTable('onboarding_step'),
  saved_snippet: bulkTable('saved_snippet'),
  draft: bulkTable('draft'),
  scheduled_message: bulkTable('scheduled_message'),
  custom_emoji: bulkTable('custom_emoji', 'id'),
  reaction: bulkTable('reaction'),
} as const;
