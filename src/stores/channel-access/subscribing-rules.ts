// Who may subscribe others to channels and unsubscribe them.

import { insufficientPermission } from '../../api-contract/error.ts';
import { Role } from '../../model/accounts/roles.ts';
import { maySeeChannelMetadata } from '../../model/channels/channel-access.ts';
import type { ChannelGroupSetting } from '../../model/groups/permission-settings.ts';
import type { ActorContext } from '../actor-context.ts';
import { directoryFor } from '../groups/allowed-now.ts';
import { channelAllows } from '../groups/allows-setting.ts';
import { hasPermission } from '../groups/organization-permissions.ts';
import type { ChannelWithMembership } from './channel-membership.ts';

/** The ids of the channels to which the actor may subscribe others. The actor can read all of `channels`. */
export async function addableAmong(
  acting: ActorContext,
  channels: readonly ChannelWithMembership[],
): Promise<ReadonlySet<number>> {
  const all = new Set(channels.map(({ channel }) => channel.id));
  if (all.size === 0 || acting.account.role <= Role.administrator) return all;
  const name = 'can_add_subscribers_group';
  if (await hasPermission(acting, name)) return all;
  const allowed = await allowedAmong(acting, channels, name);
  const administers = ({ membership }: ChannelWithMembership) =>
    acting.account.role !== Role.guest && membership.isInAdministeringGroup;
  return new Set(
    channels
      .filter((found) => administers(found) || allowed.has(found.channel.id))
      .map(({ channel }) => channel.id),
  );
}

/** The ids of the channels whose permission includes the account. */
async function allowedAmong(
  { writer, organization, account }: ActorContext,
  channels: readonly ChannelWithMembership[],
  name: ChannelGroupSetting,
): Promise<ReadonlySet<number>> {
  const values = channels.map(({ channel }) => channel.groupSettings[name]);
  const directory = await directoryFor(writer, organization, values);
  return new Set(
    channels
      .filter(({ channel }) => channelAllows({ directory, account, now: writer.now }, channel, name))
      .map(({ channel }) => channel.id),
  );
}

/**
 * Checks that the actor may subscribe others to all of the channels, each of which the actor can read.
 * @throws if not
 */
export async function requireSubscribePermission(
  acting: ActorContext,
  channels: readonly ChannelWithMembership[],
): Promise<void> {
  const addable = await addableAmong(acting, channels);
  if (addable.size < channels.length) throw insufficientPermission();
}

/**
 * Checks that the actor may unsubscribe accounts other than themselves and their bots from the channels.
 * Guests were already refused.
 * @throws if not
 */
export async function requireUnsubscribePermission(
  acting: ActorContext,
  channels: readonly ChannelWithMembership[],
): Promise<void> {
  if (acting.account.role <= Role.administrator) return;
  if (channels.every(({ membership }) => membership.isInAdministeringGroup)) return;
  if (!channels.every(({ channel, membership }) => maySeeChannelMetadata(channel, membership))) {
    throw insufficientPermission();
  }
  const allowed = await allowedAmong(acting, channels, 'can_remove_subscribers_group');
  if (allowed.size < channels.length) throw insufficientPermission();
}
