// Names of the kinds and scopes of quotas. The compiler reports a kind or scope that the server has and a table here lacks.

import type { AnswerOf } from '../../../client/api-types.ts';
import { type Key, t } from '../../i18n/texts.ts';

export type Quota = AnswerOf<'get-quotas'>['quotas'][number];

const kinds: Readonly<Record<Quota['kind'], Key>> = {
  channels: 'quota.channels',
  user_groups: 'quota.user_groups',
  group_memberships: 'quota.group_memberships',
  subscriptions: 'quota.subscriptions',
  permission_members: 'quota.permission_members',
  bots: 'quota.bots',
  custom_emoji: 'quota.custom_emoji',
  channel_folders: 'quota.channel_folders',
  default_channel_groups: 'quota.default_channel_groups',
  linkifiers: 'quota.linkifiers',
  playgrounds: 'quota.playgrounds',
  profile_fields: 'quota.profile_fields',
  domains: 'quota.domains',
  uploads: 'quota.uploads',
  invitations: 'quota.invitations',
  invitation_links: 'quota.invitation_links',
  event_subscriptions: 'quota.event_subscriptions',
  drafts: 'quota.drafts',
  saved_snippets: 'quota.saved_snippets',
  scheduled_messages: 'quota.scheduled_messages',
  reminders: 'quota.reminders',
  topic_settings: 'quota.topic_settings',
  muted_users: 'quota.muted_users',
  alert_words: 'quota.alert_words',
  navigation_views: 'quota.navigation_views',
  push_devices: 'quota.push_devices',
  push_tokens: 'quota.push_tokens',
  web_push_subscriptions: 'quota.web_push_subscriptions',
  passkeys: 'quota.passkeys',
};

const scopes: Readonly<Record<Quota['scope'], Key>> = {
  per_day: 'quotaScope.per_day',
  per_account: 'quotaScope.per_account',
  per_organization: 'quotaScope.per_organization',
  per_organization_and_day: 'quotaScope.per_organization_and_day',
};

export function kindName(kind: Quota['kind']): string {
  return t(kinds[kind] as 'quota.channels');
}

export function scopeName(scope: Quota['scope']): string {
  return t(scopes[scope] as 'quotaScope.per_day');
}

/** The title of a quota such as `channels_per_day`; its name if it is unknown. */
export function quotaTitle(name: string): string {
  const [, kind = '', scope = ''] = /^(.+?)_(per_.+)$/.exec(name) ?? [];
  if (!Object.hasOwn(kinds, kind) || !Object.hasOwn(scopes, scope)) return name;
  return titleOf(kind as Quota['kind'], scope as Quota['scope']);
}

export function titleOf(kind: Quota['kind'], scope: Quota['scope']): string {
  return t('quotas.nameOf', { kind: kindName(kind), scope: scopeName(scope) });
}
