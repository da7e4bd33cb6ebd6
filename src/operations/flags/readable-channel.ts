// The channel in which somebody marks messages as read.

import { invalidChannelId } from '../../contract/error.ts';
import { mayReadChannel } from '../../model/channels/access.ts';
import { standingIn } from '../../model/channels/standing.ts';
import type { WriteContext } from '../operation.ts';

/** Refuses channels that do not exist or that the caller may not read, in the same words. */
export async function checkReadableChannel(
  { state, reader, actor }: WriteContext,
  channelId: number,
): Promise<void> {
  const channel = state.channel(channelId);
  if (!channel) throw invalidChannelId();
  const subscriptions = await state.subscriptions(reader, actor.account.id);
  if (!mayReadChannel(channel, standingIn(state, actor.account, subscriptions, channel)))
    throw invalidChannelId();
}
