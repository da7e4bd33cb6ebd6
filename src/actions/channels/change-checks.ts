// Validates a change of a channel part by part, and returns the new values that the actor may set.

import {
  badRequest,
  incompatibleParameters,
  insufficientPermission,
  ownerRequired,
} from '../../api-contract/error.ts';
import type { GroupSettingValue } from '../../api-contract/group-setting.ts';
import { entriesOf } from '../../api-contract/typed-records.ts';
import { Role } from '../../model/accounts/roles.ts';
import type { ChannelGroupSettings, ChannelRow, TopicsPolicy } from '../../model/channels/channel.ts';
import { channelNameTaken } from '../../model/channels/channel-names.ts';
import {
  type ChannelPrivacy,
  changedPrivacy,
  type RequestedPrivacy,
} from '../../model/channels/channel-privacy.ts';
import { checkMayChangeDefaultChannels } from '../../model/channels/default-channel-rules.ts';
import type { PermissionUpdate } from '../../model/groups/permission-rules.ts';
import { countGrantedAccounts } from '../../model/groups/permission-rules.ts';
import { type ChannelGroupSetting, channelPermissions } from '../../model/groups/permission-settings.ts';
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../model/messages/topic.ts';
import { textKey } from '../../model/text-key.ts';
import type { ActorContext } from '../../stores/actor-context.ts';
import type { FoundChannel } from '../../stores/channel-access/lookup.ts';
import {
  checkContentAccess,
  contentAccessSettings,
  hasNamedTopics,
  requireDeletePolicyPermission,
  requireTopicsPolicyPermission,
} from '../../stores/channels/channel-change-rules.ts';
import { channelByName } from '../../stores/channels/channel-store.ts';
import { requirePermission } from '../../stores/groups/organization-permissions.ts';
import { validateSettingChange } from '../../stores/groups/validate-setting.ts';
import { takeQuota } from '../../stores/quotas/take-quota.ts';
import { checkTopicCreators, requireWebPublicPermission } from './creation.ts';

/** The requested change; undefined properties do not change. */
export interface RequestedChannelChange extends RequestedPrivacy {
  readonly name: string | undefined;
  readonly description: { readonly source: string; readonly rendered: string } | undefined;
  readonly isDefault: boolean | undefined;
  /** Only `false` is accepted: archiving has its own operation. */
  readonly isArchived: boolean | undefined;
  /** Null: the organization's default. */
  readonly messageRetentionDays: number | null | undefined;
  readonly topicsPolicy: TopicsPolicy | undefined;
  readonly folderId: number | null | undefined;
  readonly defaultPushNotifications: boolean | undefined;
  readonly groupSettings: Readonly<Partial<Record<ChannelGroupSetting, PermissionUpdate>>>;
}

export interface ChannelChangeScope extends ActorContext {
  readonly found: FoundChannel;
}

/**
 * The new privacy of the channel. Refuses kinds that the actor may not create, and kinds that other uses of
 * the channel rule out.
 */
export async function newPrivacy(
  scope: ChannelChangeScope,
  requested: RequestedChannelChange,
): Promise<ChannelPrivacy> {
  const { organization, found } = scope;
  const { channel, membership } = found;
  const requestedFlags = [requested.isPrivate, requested.isWebPublic, requested.isHistoryPublic];
  if (requestedFlags.every((flag) => flag === undefined)) return channel;
  const isPrivate = requested.isPrivate ?? channel.isPrivate;
  if (!isPrivate && organization.settings.moderation_request_channel_id === channel.id) {
    throw badRequest('A moderation request channel cannot be public.');
  }
  if (isPrivate && (requested.isDefault ?? channel.isDefault))
    throw badRequest('A default channel cannot be private.');
  if (requested.isPrivate !== undefined) checkContentAccess(channel, membership);
  const privacy = changedPrivacy(channel, requested);
  if (privacy.isPrivate !== channel.isPrivate) {
    const permission = privacy.isPrivate
      ? 'can_create_private_channel_group'
      : 'can_create_public_channel_group';
    await requirePermission(scope, permission);
  }
  if (!channel.isPrivate !== !privacy.isPrivate || requested.isHistoryPublic !== undefined) {
    checkContentAccess(channel, membership);
  }
  if (requested.isWebPublic === true) await requireWebPublicPermission(scope);
  return privacy;
}

/**
 * The new permissions of the channel. Refuses changes that the actor may not make, and values that name no
 * group.
 */
export async function newGroupSettings(
  scope: ChannelChangeScope,
  requested: RequestedChannelChange,
  privacy: ChannelPrivacy,
): Promise<ChannelGroupSettings> {
  const { writer, organization, found } = scope;
  const { channel, membership } = found;
  const settings: Record<ChannelGroupSetting, GroupSettingValue> = { ...channel.groupSettings };
  for (const [name, update] of entriesOf(requested.groupSettings)) {
    if (contentAccessSettings.includes(name)) checkContentAccess(channel, membership);
    await requireDeletePolicyPermission(scope, name);
    const oldValue = channel.groupSettings[name];
    const value = await validateSettingChange(
      writer,
      organization,
      { name, setting: channelPermissions[name], oldValue },
      update,
    );
    if (value === undefined) continue;
    await takeQuota(scope, 'permission_members', countGrantedAccounts([value]));
    settings[name] = value;
  }
  checkTopicCreators(privacy, settings.can_create_topic_group, organization);
  return settings;
}

/** The columns of a new name; empty without one. Refuses the current name and that of another channel. */
export async function newName(
  { writer, found }: ChannelChangeScope,
  name: string | undefined,
): Promise<Partial<ChannelRow>> {
  const { channel } = found;
  if (name === undefined) return {};
  if (name === channel.name) throw badRequest('Channel already has that name.');
  const other = await channelByName(writer, name);
  if (other && other.id !== channel.id) throw channelNameTaken(name);
  return { name, name_key: textKey(name) };
}

/** The columns of a new topics policy; empty if unchanged. Refuses actors who may not choose it. */
export async function newTopicsPolicy(
  scope: ChannelChangeScope,
  policy: TopicsPolicy | undefined,
): Promise<Partial<ChannelRow>> {
  const { writer, found } = scope;
  if (policy === undefined || policy === found.channel.topicsPolicy) return {};
  if (policy !== 'inherit') await requireTopicsPolicyPermission(scope);
  if (policy === 'empty_topic_only' && (await hasNamedTopics(writer, found.channel.id))) {
    throw badRequest(
      `To enable this configuration, all messages in this channel must be in the ${EMPTY_TOPIC_DISPLAY_NAME} topic. ` +
        'Consider renaming or deleting other topics.',
      { empty_topic_display_name: EMPTY_TOPIC_DISPLAY_NAME },
    );
  }
  return { topics_policy: policy };
}

/** The columns of switches and of the retention. Refuses changes that require an administrator or an owner. */
export function newSwitches(
  { account: actor, found }: ChannelChangeScope,
  requested: RequestedChannelChange,
): Partial<ChannelRow> {
  const isAdministrator = actor.role <= Role.administrator;
  if (requested.isDefault !== undefined) checkMayChangeDefaultChannels(actor);
  if (requested.messageRetentionDays !== undefined && actor.role !== Role.owner) throw ownerRequired();
  if (requested.defaultPushNotifications !== undefined && !isAdministrator) throw insufficientPermission();
  if (requested.isArchived === true && !found.channel.isArchived)
    throw incompatibleParameters(['is_archived']);
  return {
    ...(requested.isDefault !== undefined && { is_default: requested.isDefault ? 1 : 0 }),
    ...(requested.messageRetentionDays !== undefined && {
      message_retention_days: requested.messageRetentionDays,
    }),
    ...(requested.defaultPushNotifications !== undefined && {
      default_push_notifications: requested.defaultPushNotifications ? 1 : 0,
    }),
    ...(requested.isArchived === false && { is_archived: 0 }),
  };
}
