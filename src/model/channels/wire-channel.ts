// A channel in its wire form.

import type { Decoded } from '../../api-contract/codec.ts';
import type { DeepReadonly } from '../../api-contract/deep-readonly.ts';
import type { GroupSettingValue } from '../../api-contract/group-setting.ts';
import { keysOf, recordOf } from '../../api-contract/typed-records.ts';
import type { SystemGroupName } from '../groups/system-groups.ts';
import { wirePermission } from '../groups/wire-permission.ts';
import type { Organization } from '../organizations/organization.ts';
import type { Channel } from './channel.ts';
import type { channelSchema } from './channel-schema.ts';

/** The fields of a channel on the wire, except its weekly traffic, which the queries add. */
export type WireChannel = DeepReadonly<Omit<Decoded<typeof channelSchema>, 'stream_weekly_traffic'>>;

/** The values of the older `stream_post_policy`. */
const PostPolicy = { everyone: 1, administrators: 2, fullMembers: 3, moderators: 4 } as const;
type PostPolicy = (typeof PostPolicy)[keyof typeof PostPolicy];

const policyOfGroup: Readonly<Record<SystemGroupName, PostPolicy>> = {
  'role:nobody': PostPolicy.administrators,
  'role:owners': PostPolicy.administrators,
  'role:administrators': PostPolicy.administrators,
  'role:moderators': PostPolicy.moderators,
  'role:fullmembers': PostPolicy.fullMembers,
  'role:members': PostPolicy.everyone,
  'role:everyone': PostPolicy.everyone,
  'role:internet': PostPolicy.everyone,
};

/** An older policy that admits everyone whom a value of `can_send_message_group` admits, and maybe more. */
export function postPolicyOf(value: GroupSettingValue, organization: Organization): PostPolicy {
  for (const [name, id] of Object.entries(organization.systemGroupIds)) {
    if (id === value) return policyOfGroup[name as SystemGroupName];
  }
  return PostPolicy.everyone;
}

/** Whether a post policy means the even older "announcements only". */
export function isAnnouncementOnly(policy: number): boolean {
  return policy === PostPolicy.administrators;
}

/** @param isActive whether an account is active; inactive accounts are left out of permissions */
export function wireChannel(
  channel: Channel,
  organization: Organization,
  isActive: (accountId: number) => boolean,
): WireChannel {
  const nobody = organization.systemGroupIds['role:nobody'];
  const permissions = recordOf(keysOf(channel.groupSettings), (name) =>
    wirePermission(channel.groupSettings[name], isActive, nobody),
  );
  const policy = postPolicyOf(channel.groupSettings.can_send_message_group, organization);
  return {
    stream_id: channel.id,
    name: channel.name,
    is_archived: channel.isArchived,
    description: channel.description,
    rendered_description: channel.renderedDescription,
    date_created: channel.createdAt,
    creator_id: channel.creatorId,
    invite_only: channel.isPrivate,
    is_web_public: channel.isWebPublic,
    stream_post_policy: policy,
    is_announcement_only: isAnnouncementOnly(policy),
    message_retention_days: channel.messageRetentionDays,
    history_public_to_subscribers: channel.isHistoryPublic,
    topics_policy: channel.topicsPolicy,
    first_message_id: channel.firstMessageId,
    folder_id: channel.folderId,
    is_recently_active: channel.isRecentlyActive,
    subscriber_count: channel.subscriberCount,
    default_push_notifications: channel.defaultPushNotifications,
    ...permissions,
  };
}
