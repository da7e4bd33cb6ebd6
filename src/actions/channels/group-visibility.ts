// Emits channel visibility changes that follow from group membership: accounts that join a group can see more
// private channels, and accounts that leave it can no longer see them.

import { isDeepStrictEqual } from 'node:util';
import type { Audience } from '../../api-contract/event.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { channelHidden } from '../../model/channels/channel-events.ts';
import { namedIds } from '../../model/groups/permission-rules.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { channelAudience, grantingSettings } from '../../stores/channels/channel-audience.ts';
import { readPrivateChannels } from '../../stores/channels/channel-store.ts';
import { wireChannelsNow } from '../../stores/channels/wire-channels.ts';
import { reachableGroups } from '../../stores/groups/group-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { removeLostConversations } from '../later-conversations/remove-lost.ts';
import { emitChannelGained } from './change-events.ts';

/** The audiences of channels before a change. */
export type ChannelVisibility = readonly { readonly channel: Channel; readonly audience: Audience }[];

/**
 * Records, before a group's members change, who can see the channels that depend on the group. Call
 * `emitChannelVisibility` after the change. `moment` is the time of the recorded state, for groups that change with time.
 */
export async function channelVisibilityBefore(
  writer: Writer,
  groupId: number,
  moment = writer.now,
): Promise<ChannelVisibility> {
  const organization = await readOrganization(writer);
  // Visibility that comes from roles is emitted where roles change, except for full members: nobody's role changes
  // when a waiting period ends.
  const byRole = new Set<number>(Object.values(organization.systemGroupIds));
  byRole.delete(groupId);
  const visibility: { channel: Channel; audience: Audience }[] = [];
  for (const channel of await readPrivateChannels(writer)) {
    const grantedIds = grantingSettings.flatMap((name) => namedIds(channel.groupSettings[name]).groupIds);
    const others = grantedIds.filter((id) => !byRole.has(id));
    if (others.length === 0 || !(await reachableGroups(writer, others)).includes(groupId)) continue;
    visibility.push({ channel, audience: await channelAudience(writer, organization, channel, moment) });
  }
  return visibility;
}

/** Emits to the accounts concerned the channels that they gained or lost. */
export async function emitChannelVisibility(
  writer: Writer,
  before: ChannelVisibility,
  moment = writer.now,
): Promise<void> {
  if (before.length === 0) return;
  const organization = await readOrganization(writer);
  const fields = await wireChannelsNow(
    writer,
    organization,
    before.map(({ channel }) => channel),
  );
  for (const { channel, audience: audienceBefore } of before) {
    await removeLostConversations(writer, { channelId: channel.id });
    const audienceAfter = await channelAudience(writer, organization, channel, moment);
    const wire = fields.get(channel.id);
    if (!wire || isDeepStrictEqual(audienceBefore, audienceAfter)) continue;
    await emitChannelGained(
      writer,
      { kind: 'difference', of: audienceAfter, minus: audienceBefore },
      channel,
      wire,
    );
    writer.emit(channelHidden({ kind: 'difference', of: audienceBefore, minus: audienceAfter }, channel));
  }
}
