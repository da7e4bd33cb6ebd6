// Whether an account may post to a channel, from memory: for requests that announce a message without sending
// it. Sending itself checks the database (`send.ts`).

import type { Channel } from '../../model/channels/channel.ts';
import { checkMayPost } from '../../model/messages/posting-rules.ts';
import { isSubscribed } from '../../model/subscriptions/subscription-periods.ts';
import { activeChannel } from '../../stores/channel-access/visible-channel.ts';
import { channelAllows } from '../../stores/groups/allows-setting.ts';
import type { AccountRequester } from '../requester.ts';

/**
 * The channel, if the account may read it and post to it; for bots their owner's permission to post counts
 * too.
 */
export async function channelToPostIn(requester: AccountRequester, channelId: number): Promise<Channel> {
  const { channel, membership } = await activeChannel(requester, channelId, 'content');
  const { state, reader, account: sender } = requester;
  const owner = sender.botOwnerId === null ? undefined : state.account(sender.botOwnerId);
  checkMayPost({
    channel,
    role: sender.role,
    isSystemBot: sender.isSystemBot,
    canForgeSender: sender.canForgeSender,
    isInSendGroup: [sender, owner].some(
      (account) => account && channelAllows({ directory: state, account }, channel, 'can_send_message_group'),
    ),
    isSubscribed: membership.isSubscribed,
    isOwnerSubscribed:
      owner !== undefined && isSubscribed(await state.subscriptions(reader, owner.id), channel.id),
    isInGrantingGroup: membership.isInGrantingGroup,
  });
  return channel;
}
