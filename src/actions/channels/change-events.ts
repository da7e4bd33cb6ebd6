// The events of a changed channel: one for each property; the channel itself to accounts that can see it now, and
// its removal to those that can no longer see it.

import type { Audience } from '../../api-contract/event.ts';
import { sameGroupSetting } from '../../api-contract/group-setting.ts';
import { entriesOf } from '../../api-contract/typed-records.ts';
import type { Channel } from '../../model/channels/channel.ts';
import {
  type ChannelChange,
  channelArchived,
  channelChanged,
  channelCreated,
  channelHidden,
  channelUnarchived,
} from '../../model/channels/channel-events.ts';
import { isSamePrivacy } from '../../model/channels/channel-privacy.ts';
import { isAnnouncementOnly, postPolicyOf, type WireChannel } from '../../model/channels/wire-channel.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { peersChanged } from '../../model/subscriptions/subscription-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { channelAudience, grantingSettings } from '../../stores/channels/channel-audience.ts';
import { wireChannelsNow } from '../../stores/channels/wire-channels.ts';
import { subscriberIds } from '../../stores/subscriptions/subscription-store.ts';
import { removeLostConversations } from '../later-conversations/remove-lost.ts';
import { emitSubscriptionsAgain } from '../subscriptions/unarchive-events.ts';
import { emitDefaultChannels } from './default-channels.ts';

/** The properties that differ, under their wire names. */
function changedProperties(
  organization: Organization,
  before: Channel,
  after: Channel,
  wire: WireChannel,
): ChannelChange[] {
  const changes: ChannelChange[] = [];
  if (!isSamePrivacy(before, after)) {
    changes.push({
      property: 'invite_only',
      value: after.isPrivate,
      history_public_to_subscribers: after.isHistoryPublic,
      is_web_public: after.isWebPublic,
    });
  }
  for (const [name, value] of entriesOf(after.groupSettings)) {
    if (!sameGroupSetting(before.groupSettings[name], value))
      changes.push({ property: name, value: wire[name] });
  }
  const policy = postPolicyOf(after.groupSettings.can_send_message_group, organization);
  if (postPolicyOf(before.groupSettings.can_send_message_group, organization) !== policy) {
    changes.push(
      { property: 'stream_post_policy', value: policy },
      { property: 'is_announcement_only', value: isAnnouncementOnly(policy) },
    );
  }
  if (before.description !== after.description) {
    changes.push({
      property: 'description',
      value: after.description,
      rendered_description: after.renderedDescription,
    });
  }
  const plainChanges = [
    ['message_retention_days', before.messageRetentionDays, after.messageRetentionDays],
    ['topics_policy', before.topicsPolicy, after.topicsPolicy],
    ['folder_id', before.folderId, after.folderId],
    ['default_push_notifications', before.defaultPushNotifications, after.defaultPushNotifications],
    ['name', before.name, after.name],
  ] as const;
  for (const [property, old, value] of plainChanges) if (old !== value) changes.push({ property, value });
  return changes;
}

/** Emits the channel to accounts that can see it now, with its subscribers for clients that list them. */
export async function emitChannelGained(
  writer: Writer,
  audience: Audience,
  channel: Channel,
  wire: WireChannel,
): Promise<void> {
  writer.emit(channelCreated(audience, channel, wire));
  const subscribers = await subscriberIds(writer, channel.id);
  if (subscribers.length === 0) return;
  writer.emit(
    peersChanged(
      audience,
      { op: 'peer_add', channelIds: [channel.id], accountIds: subscribers },
      {
        openToGuests: [channel.id],
        archivedIds: channel.isArchived ? [channel.id] : [],
        onlyForLists: true,
      },
    ),
  );
}

/** Emits the changes of a channel that were already stored. */
export async function emitChannelChanges(
  writer: Writer,
  organization: Organization,
  before: Channel,
  after: Channel,
): Promise<void> {
  const wire = (await wireChannelsNow(writer, organization, [after])).get(after.id);
  if (!wire) return;
  const sawBefore = await channelAudience(writer, organization, before, writer.now);
  const seesNow = await channelAudience(writer, organization, after, writer.now);
  const unchanged = { ...after, name: before.name, isArchived: before.isArchived };
  const isOpenedOrClosed = before.isPrivate !== after.isPrivate || before.isWebPublic !== after.isWebPublic;
  const isGranted = after.isPrivate && changesGrants(before, after);
  if (isOpenedOrClosed || isGranted) {
    await emitChannelGained(writer, { kind: 'difference', of: seesNow, minus: sawBefore }, unchanged, {
      ...wire,
      name: before.name,
    });
  }
  for (const change of changedProperties(organization, before, after, wire)) {
    writer.emit(channelChanged(seesNow, unchanged, change));
  }
  if (before.isArchived !== after.isArchived) {
    writer.emit(after.isArchived ? channelArchived(seesNow, after) : channelUnarchived(seesNow, after, wire));
    if (!after.isArchived) await emitSubscriptionsAgain(writer, after, wire);
  }
  if (isOpenedOrClosed || isGranted) {
    writer.emit(channelHidden({ kind: 'difference', of: sawBefore, minus: seesNow }, unchanged));
    await removeLostConversations(writer, { channelId: after.id });
  }
  if (before.isDefault !== after.isDefault) await emitDefaultChannels(writer, after.id);
}

function changesGrants(before: Channel, after: Channel): boolean {
  return grantingSettings.some(
    (name) => !sameGroupSetting(before.groupSettings[name], after.groupSettings[name]),
  );
}
