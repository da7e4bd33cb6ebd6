// Creates channels: permission checks, validation of the request, and events to everyone who can see the new
// channel. (The order of the errors is that of the reference server.)

import {
  badRequest,
  incompatibleParameters,
  insufficientPermission,
  ownerRequired,
} from '../../api-contract/error.ts';
import { type GroupSettingValue, sameGroupSetting } from '../../api-contract/group-setting.ts';
import { entriesOf } from '../../api-contract/typed-records.ts';
import { Role } from '../../model/accounts/roles.ts';
import type { Channel, TopicsPolicy } from '../../model/channels/channel.ts';
import { channelCreated } from '../../model/channels/channel-events.ts';
import {
  type ChannelPrivacy,
  privacyName,
  privacyOfNew,
  type RequestedPrivacy,
} from '../../model/channels/channel-privacy.ts';
import { countGrantedAccounts } from '../../model/groups/permission-rules.ts';
import { type ChannelGroupSetting, channelPermissions } from '../../model/groups/permission-settings.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import type { ActorContext } from '../../stores/actor-context.ts';
import { requireActiveFolder } from '../../stores/channel-folders/channel-folder-rules.ts';
import { channelAudience } from '../../stores/channels/channel-audience.ts';
import {
  requireDeletePolicyPermission,
  requireTopicsPolicyPermission,
} from '../../stores/channels/channel-change-rules.ts';
import { channelById } from '../../stores/channels/channel-store.ts';
import {
  defaultChannelGroupSettings,
  insertChannel,
  type NewChannel,
} from '../../stores/channels/insert-channel.ts';
import { wireChannelsNow } from '../../stores/channels/wire-channels.ts';
import { requirePermission } from '../../stores/groups/organization-permissions.ts';
import { validateSetting } from '../../stores/groups/validate-setting.ts';
import { takeQuota } from '../../stores/quotas/take-quota.ts';
import { audit } from '../audit/audit.ts';
import { emitDefaultChannels } from './default-channels.ts';

/** The requested settings of the new channels. */
export interface RequestedChannel extends RequestedPrivacy {
  readonly isDefault: boolean;
  /** Undefined and null: the organization's default. */
  readonly messageRetentionDays: number | null | undefined;
  readonly topicsPolicy: TopicsPolicy;
  readonly folderId: number | null;
  readonly defaultPushNotifications: boolean;
  readonly groupSettings: Readonly<Partial<Record<ChannelGroupSetting, GroupSettingValue>>>;
}

/** The settings, once checked against what the account may do. */
export type AcceptedChannel = Omit<NewChannel, 'name' | 'description' | 'renderedDescription' | 'creatorId'>;

async function checkPrivacy(acting: ActorContext, privacy: ChannelPrivacy): Promise<void> {
  const name = privacy.isPrivate ? 'can_create_private_channel_group' : 'can_create_public_channel_group';
  await requirePermission(acting, name);
}

/** @throws unless the account may make a channel web-public */
export async function requireWebPublicPermission(acting: ActorContext): Promise<void> {
  if (!acting.organization.settings.enable_spectator_access)
    throw badRequest('Web-public channels are not enabled.');
  await requirePermission(acting, 'can_create_web_public_channel_group');
}

async function acceptGroupSettings(
  acting: ActorContext,
  requested: RequestedChannel,
): Promise<Partial<Record<ChannelGroupSetting, GroupSettingValue>>> {
  const { writer, organization, account } = acting;
  const defaults = defaultChannelGroupSettings(organization, account.id);
  const acceptedSettings: Partial<Record<ChannelGroupSetting, GroupSettingValue>> = {};
  for (const [name, value] of entriesOf(requested.groupSettings)) {
    if (value === undefined) continue;
    const canonical = await validateSetting(
      writer,
      organization,
      { name, setting: channelPermissions[name] },
      value,
    );
    if (!sameGroupSetting(canonical, defaults[name])) await requireDeletePolicyPermission(acting, name);
    acceptedSettings[name] = canonical;
  }
  return acceptedSettings;
}

/** @throws if only members of `can_create_topic_group` could start topics but the history is protected */
export function checkTopicCreators(
  privacy: ChannelPrivacy,
  creators: GroupSettingValue,
  organization: Organization,
): void {
  const isProtected = privacy.isPrivate && !privacy.isHistoryPublic;
  if (isProtected && creators !== organization.systemGroupIds['role:everyone']) {
    throw incompatibleParameters(['history_public_to_subscribers', 'can_create_topic_group']);
  }
}

/** Returns the values to store. @throws if the account may not create such a channel */
export async function acceptChannel(
  acting: ActorContext,
  requested: RequestedChannel,
): Promise<AcceptedChannel> {
  const { writer, organization, account } = acting;
  if (account.role === Role.guest) throw badRequest('Not allowed for guest users');
  const privacy = privacyOfNew(requested);
  await checkPrivacy(acting, privacy);
  const isAdministrator = account.role <= Role.administrator;
  if (requested.isDefault && !isAdministrator) throw insufficientPermission();
  if (requested.isDefault && privacy.isPrivate) throw badRequest('A default channel cannot be private.');
  if (privacy.isWebPublic) await requireWebPublicPermission(acting);
  const retention = requested.messageRetentionDays ?? null;
  if (retention !== null && account.role !== Role.owner) throw ownerRequired();
  if (requested.topicsPolicy !== 'inherit') await requireTopicsPolicyPermission(acting);
  if (requested.defaultPushNotifications && !isAdministrator) throw insufficientPermission();
  if (requested.folderId !== null) await requireActiveFolder(writer, requested.folderId);
  const groupSettings = await acceptGroupSettings(acting, requested);
  const creators = groupSettings.can_create_topic_group ?? organization.systemGroupIds['role:everyone'];
  checkTopicCreators(privacy, creators, organization);
  return {
    ...privacy,
    isDefault: requested.isDefault,
    messageRetentionDays: retention,
    topicsPolicy: requested.topicsPolicy,
    folderId: requested.folderId,
    defaultPushNotifications: requested.defaultPushNotifications,
    groupSettings,
  };
}

/** Takes the quotas for creating that many channels. @throws `QUOTA_EXCEEDED` */
export async function takeChannelQuotas(
  acting: ActorContext,
  { groupSettings }: Pick<AcceptedChannel, 'groupSettings'>,
  count: number,
): Promise<void> {
  await takeQuota(acting, 'channels', count);
  await takeQuota(
    acting,
    'permission_members',
    count * countGrantedAccounts(Object.values(groupSettings ?? {})),
  );
}

export interface ChannelText {
  readonly name: string;
  readonly description: string;
  readonly renderedDescription: string;
}

/**
 * Creates a channel and emits it to everyone who can see it without being subscribed. Subscribers are added
 * afterwards.
 */
export async function createChannel(
  writer: Writer,
  organization: Organization,
  newChannel: AcceptedChannel & ChannelText & Pick<NewChannel, 'creatorId'>,
): Promise<Channel> {
  const id = await insertChannel(writer, organization, newChannel);
  const channel = await channelById(writer, id);
  const fields = channel && (await wireChannelsNow(writer, organization, [channel])).get(id);
  if (!channel || !fields) throw new Error('a channel was not inserted');
  const details = { name: channel.name, privacy: privacyName(channel) };
  await audit(writer, { kind: 'channel_created', channelId: id, details });
  const audience = await channelAudience(writer, organization, channel, writer.now);
  writer.emit(channelCreated(audience, channel, fields));
  if (channel.isDefault) await emitDefaultChannels(writer, id);
  return channel;
}
