// Whether somebody may write to a channel, by what is in memory: for requests that announce a message and send
// none. Sending itself decides by the tables (`send.ts`).

import type { Channel } from '../../model/channels/channel.ts';
import { checkMayPost } from '../../model/messages/posting-rules.ts';
import { isSubscribed } from '../../model/subscriptions/periods.ts';
import { activeChannel } from '../../stores/channel-access/visible.ts';
import { channelAllows } from '../../stores/groups/allows-setting.ts';
import type { AccountAsker } from '../asker.ts';

/** The channel, for somebody who may read it and write to it; for bots their owner's right to post counts too. */
export async function channelToPostIn(asker: AccountAsker, channelId: number): Promise<Channel> {
  const { channel, standing } = await activeChannel(asker, channelId, 'content');
  const { state, reader, account: sender } = asker;
  const owner = sender.botOwnerId === null ? undefined : state.account(sender.botOwnerId);
  checkMayPost({
    channel,
    role: sender.role,
    isSystemBot: sender.isSystemBot,
    canForgeSender: sender.canForgeSender,
    isInSendGroup: [sender, owner].some(
      (account) => account && channelAllows({ directory: state, account }, channel, 'can_send_message_group'),
    ),
    isSubscribed: standing.isSubscribed,
    isOwnerSubscribed:
      owner !== undefined && isSubscribed(await state.subscriptions(reader, owner.id), channel.id),
    isInGrantingGroup: standing.isInGrantingGroup,
  });
  return channel;
}
