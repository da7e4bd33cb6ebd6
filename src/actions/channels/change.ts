// Changes a channel inside a unit of work. Checks everything first, in the reference server's order, then stores it
// at once, and emits the changes to everyone who could see the channel before or can see it now.

import { badRequest } from '../../api-contract/error.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import type { ActorContext } from '../../stores/actor-context.ts';
import type { FoundChannel } from '../../stores/channel-access/lookup.ts';
import { requireActiveFolder } from '../../stores/channel-folders/channel-folder-rules.ts';
import { checkMayAdminister } from '../../stores/channels/channel-change-rules.ts';
import { channelById, updateChannel } from '../../stores/channels/channel-store.ts';
import { requireOrganizationQuota } from '../../stores/quotas/take-quota.ts';
import { removeFromDefaultGroups } from '../default-channel-groups/remove-channel.ts';
import { emitGuestVisibility, guestVisibilityBefore } from '../guests/visibility-events.ts';
import { removeLostPins } from '../pins/pin-topic.ts';
import { auditChannelChanges } from './audit-changes.ts';
import {
  type ChannelChangeScope,
  newGroupSettings,
  newName,
  newPrivacy,
  newSwitches,
  newTopicsPolicy,
  type RequestedChannelChange,
} from './change-checks.ts';
import { emitChannelChanges } from './change-events.ts';

export interface ChannelChange {
  readonly before: Channel;
  readonly after: Channel;
}

/** Changes a channel that the account can see; returns it before and after. */
export async function changeChannel(
  acting: ActorContext,
  found: FoundChannel,
  requested: RequestedChannelChange,
): Promise<ChannelChange> {
  const { writer, organization } = acting;
  const scope: ChannelChangeScope = { ...acting, found };
  const { channel, membership } = found;
  checkMayAdminister(channel, membership);
  const privacy = await newPrivacy(scope, requested);
  if (requested.isDefault === true && privacy.isPrivate)
    throw badRequest('A default channel cannot be private.');
  const switches = newSwitches(scope, requested);
  const name = await newName(scope, requested.name);
  const topicsPolicy = await newTopicsPolicy(scope, requested.topicsPolicy);
  if (requested.folderId != null) await requireActiveFolder(writer, requested.folderId);
  const groupSettings = await newGroupSettings(scope, requested, privacy);
  // Guests see the people of channels that are not archived.
  const reopened = requested.isArchived === false && channel.isArchived ? [channel.id] : [];
  if (reopened.length > 0) await requireOrganizationQuota(acting, 'channels');
  const visibility = await guestVisibilityBefore(writer, organization, {
    accountIds: [],
    channelIds: reopened,
  });
  await updateChannel(writer, channel.id, {
    ...switches,
    ...name,
    ...topicsPolicy,
    ...(requested.description && {
      description: requested.description.source,
      rendered_description: requested.description.rendered,
    }),
    ...(requested.folderId !== undefined && { folder_id: requested.folderId }),
    is_private: privacy.isPrivate ? 1 : 0,
    is_web_public: privacy.isWebPublic ? 1 : 0,
    is_history_public: privacy.isHistoryPublic ? 1 : 0,
    group_settings: JSON.stringify(groupSettings),
  });
  const after = await channelById(writer, channel.id);
  if (!after) throw new Error('a channel was not found');
  await auditChannelChanges(writer, channel, after);
  await removeLostPins(writer, after);
  await emitChannelChanges(writer, organization, channel, after);
  if (after.isPrivate) await removeFromDefaultGroups(writer, channel.id);
  await emitGuestVisibility(writer, visibility);
  return { before: channel, after };
}

/** Archives a channel that the account can see, and removes it from the default channels. */
export async function archiveChannel(
  writer: Writer,
  organization: Organization,
  { channel, membership }: FoundChannel,
): Promise<ChannelChange> {
  checkMayAdminister(channel, membership);
  if (channel.isArchived) return { before: channel, after: channel };
  const after = await storeArchived(writer, organization, channel, true);
  return { before: channel, after };
}

/** Opens an archived channel again, as a default channel. The caller has checked that it may be one. */
export function reopenAsDefault(
  writer: Writer,
  organization: Organization,
  channel: Channel,
): Promise<Channel> {
  return storeArchived(writer, organization, channel, false);
}

/**
 * Archives a channel, which is then no longer a default channel, or reopens one and makes it a default channel. Emits
 * whom guests see after that.
 */
async function storeArchived(
  writer: Writer,
  organization: Organization,
  channel: Channel,
  isArchived: boolean,
): Promise<Channel> {
  const visibility = await guestVisibilityBefore(writer, organization, {
    accountIds: [],
    channelIds: [channel.id],
  });
  await updateChannel(writer, channel.id, {
    is_archived: isArchived ? 1 : 0,
    is_default: isArchived ? 0 : 1,
  });
  const after = { ...channel, isArchived, isDefault: !isArchived };
  await auditChannelChanges(writer, channel, after);
  await removeLostPins(writer, after);
  await emitChannelChanges(writer, organization, channel, after);
  if (isArchived) await removeFromDefaultGroups(writer, channel.id);
  await emitGuestVisibility(writer, visibility);
  return after;
}
