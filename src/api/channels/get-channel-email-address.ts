// GET /streams/{stream_id}/email_address: the email address that posts to a channel. (Specification E17.)

import { anyText, id } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { optionally, required } from '../../api-contract/parameter.ts';
import { systemBotId } from '../../model/accounts/system-bots.ts';
import { channelEmailAddress } from '../../model/channel-email/channel-email-address.ts';
import { channelToPostIn } from '../../queries/messages/posting-access.ts';
import {
  channelEmailToken,
  ensureChannelEmailToken,
} from '../../stores/channel-email/channel-email-store.ts';
import { type WriteContext, writeOperation } from '../operation.ts';

/** The sender of the messages: the caller, the Email Gateway bot, or one of the caller's own bots. */
function senderOf({ state, actor }: WriteContext, requested: number | undefined): number {
  const gateway = systemBotId(state, 'email-gateway');
  if (requested === undefined || requested === gateway || requested === actor.account.id)
    return requested ?? gateway;
  const bot = state.account(requested);
  if (!bot?.isActive || bot.botOwnerId !== actor.account.id) throw badRequest('Invalid sender ID');
  return requested;
}

export const getChannelEmailAddress = writeOperation({
  name: 'get-channel-email-address',
  method: 'GET',
  path: '/streams/{stream_id}/email_address',
  summary: 'Get the email address of a channel.',
  since: 226,
  access: 'account',
  parameters: {
    stream_id: required(id, 'The ID of the channel.'),
    sender_id: optionally(
      id,
      'The ID of the sender of messages from emails to this address: you, one of your bots, or the Email Gateway bot (default).',
      { since: 335 },
    ),
  },
  result: { email: anyText },
  async handle(context, values) {
    const { account } = context.actor;
    const { keyring, incomingMailDomain: domain } = context.services;
    const channel = await channelToPostIn(await context.requester(), values.stream_id);
    const key = {
      channelId: channel.id,
      creatorId: account.id,
      senderId: senderOf(context, values.sender_id),
    };
    if (domain === undefined) return { email: '' };
    const token =
      (await channelEmailToken(context.reader, keyring, key)) ??
      (await context.write((writer) => ensureChannelEmailToken(writer, keyring, key)));
    return { email: channelEmailAddress(channel.name, token, domain) };
  },
});
