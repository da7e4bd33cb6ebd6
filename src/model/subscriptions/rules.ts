// Who may bring others into channels, and take them out.

import { insufficientPermission } from '../../contract/error.ts';
import type { Writer } from '../../storage/session.ts';
import type { Account } from '../accounts/account.ts';
import { Role } from '../accounts/roles.ts';
import { type ChannelStanding, mayKnowChannel } from '../channels/access.ts';
import type { Channel } from '../channels/channel.ts';
import { channelAllowsNow } from '../groups/allows-setting.ts';
import type { Organization } from '../organizations/organization.ts';
import { hasPermission } from '../organizations/permissions.ts';

/** A channel with how the caller stands to it. */
export interface Standing {
  readonly channel: Channel;
  readonly standing: ChannelStanding;
}

/** Refuses a caller who may not subscribe others to one of the channels; all can be read by the caller. */
export async function requireAddingRight(
  writer: Writer,
  organization: Organization,
  caller: Account,
  channels: readonly Standing[],
): Promise<void> {
  if (caller.role <= Role.administrator) return;
  if (await hasPermission(writer, organization, 'can_add_subscribers_group', caller, writer.now)) return;
  for (const { channel, standing } of channels) {
    if (caller.role !== Role.guest && standing.isInAdministeringGroup) continue;
    const name = 'can_add_subscribers_group';
    if (await channelAllowsNow(writer, organization, channel, name, caller, writer.now)) continue;
    throw insufficientPermission();
  }
}

/** Refuses a caller who may not unsubscribe others, neither themselves nor their own bots, from the channels. */
export async function requireRemovingRight(
  writer: Writer,
  organization: Organization,
  caller: Account,
  channels: readonly Standing[],
): Promise<void> {
  if (caller.role <= Role.administrator) return;
  if (caller.role === Role.guest) throw insufficientPermission();
  if (channels.every(({ standing }) => standing.isInAdministeringGroup)) return;
  for (const { channel, standing } of channels) {
    const name = 'can_remove_subscribers_group';
    const isAllowed =
      mayKnowChannel(channel, standing) &&
      (await channelAllowsNow(writer, organization, channel, name, caller, writer.now));
    if (!isAllowed) throw insufficientPermission();
  }
}
