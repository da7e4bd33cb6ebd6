// Private channels that people see because they are in a group: who comes into the group, or leaves it, is told of
// the channels that they see from then on, or no longer.

import { isDeepStrictEqual } from 'node:util';
import type { Audience } from '../../api-contract/event.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { channelLost } from '../../model/channels/channel-events.ts';
import { namedIds } from '../../model/groups/permission-rules.ts';
import type { Writer } from '../../storage/session.ts';
import { channelAudience, grantingSettings } from '../../stores/channels/audience.ts';
import { readPrivateChannels } from '../../stores/channels/channel-store.ts';
import { wireChannelsNow } from '../../stores/channels/wire-channels.ts';
import { reachableGroups } from '../../stores/groups/group-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { tellGain } from './change-events.ts';

/** Who saw which channels before a change. */
export type ChannelVisibility = readonly { readonly channel: Channel; readonly audience: Audience }[];

/**
 * Notes, before a group's members change, who sees the channels that depend on it. `tellChannelVisibility` follows.
 * `moment` is when they were as they are noted, where time itself changes the group.
 */
export async function channelVisibilityBefore(
  writer: Writer,
  groupId: number,
  moment = writer.now,
): Promise<ChannelVisibility> {
  const organization = await readOrganization(writer);
  // What roles give and take is told where they change, but for full members, who become so without it.
  const byRole = new Set<number>(Object.values(organization.systemGroupIds));
  byRole.delete(groupId);
  const sights: { channel: Channel; audience: Audience }[] = [];
  for (const channel of await readPrivateChannels(writer)) {
    const named = grantingSettings.flatMap((name) => namedIds(channel.groupSettings[name]).groupIds);
    const others = named.filter((id) => !byRole.has(id));
    if (others.length === 0 || !(await reachableGroups(writer, others)).includes(groupId)) continue;
    sights.push({ channel, audience: await channelAudience(writer, organization, channel, moment) });
  }
  return sights;
}

/** Tells people of the channels that they see since the change, or no longer. */
export async function tellChannelVisibility(
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
  for (const { channel, audience: saw } of before) {
    const sees = await channelAudience(writer, organization, channel, moment);
    const wire = fields.get(channel.id);
    if (!wire || isDeepStrictEqual(saw, sees)) continue;
    await tellGain(writer, { kind: 'difference', of: sees, minus: saw }, channel, wire);
    writer.emit(channelLost({ kind: 'difference', of: saw, minus: sees }, channel));
  }
}
