// POST /typing: notifies people or a channel that the caller has started or stopped writing to them.

import { id, list, oneOf, shortText } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import type { NewEvent } from '../../api-contract/event.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally, required, withDefault } from '../../api-contract/parameter.ts';
import type { Account } from '../../model/accounts/account.ts';
import { normalizeTopic } from '../../model/messages/topic.ts';
import { apiEmail } from '../../model/people/account-email.ts';
import {
  channelTyping,
  directTyping,
  type TypingOp,
  type TypingPerson,
} from '../../model/typing/typing-events.ts';
import { channelToPostIn } from '../../queries/messages/posting-access.ts';
import { recipientByIdOrEmail } from '../../queries/messages/recipients.ts';
import { type WriteContext, writeOperation } from '../operation.ts';

type MakeEvent = (now: number) => NewEvent;

function personOf({ state }: WriteContext, account: Account): TypingPerson {
  return { user_id: account.id, email: apiEmail(account, state.organization) };
}

async function toPeople(
  context: WriteContext,
  op: TypingOp,
  to: readonly number[] | undefined,
): Promise<MakeEvent> {
  const { actor } = context;
  if (to === undefined) throw badRequest("Missing 'to' argument");
  if (to.length === 0) throw badRequest("Empty 'to' list");
  if (to.length > limits.participantsInDirectMessage) {
    throw badRequest(`Too many recipients (limit: ${limits.participantsInDirectMessage}).`);
  }
  if (!actor.account.settings.send_private_typing_notifications) {
    throw badRequest('User has disabled typing notifications for direct messages');
  }
  const requester = await context.requester();
  const people = [...new Set([...to, actor.account.id])].map((accountId) =>
    personOf(context, recipientByIdOrEmail(requester, accountId)),
  );
  return (now) => directTyping(now, op, personOf(context, actor.account), people);
}

async function toChannel(
  context: WriteContext,
  op: TypingOp,
  channelId: number | undefined,
  topic: string | undefined,
): Promise<MakeEvent | undefined> {
  const { actor } = context;
  if (channelId === undefined) throw badRequest('Missing channel ID');
  if (topic === undefined) throw badRequest('Missing topic');
  if (!actor.account.settings.send_stream_typing_notifications) {
    throw badRequest('User has disabled typing notifications for channel messages');
  }
  const channel = await channelToPostIn(await context.requester(), channelId);
  const name = normalizeTopic(topic);
  if (channel.subscriberCount > limits.typingSubscribers) return undefined;
  return (now) =>
    channelTyping({ now, op }, personOf(context, actor.account), { channelId: channel.id, topic: name });
}

export const setTyping = writeOperation({
  name: 'set-typing-status',
  method: 'POST',
  path: '/typing',
  summary: 'Notify others that you started or stopped typing a message.',
  access: 'account',
  parameters: {
    op: required(oneOf('start', 'stop'), 'Whether you started or stopped typing.'),
    type: withDefault(
      oneOf('direct', 'channel', 'stream'),
      'direct',
      'The type of the message. `stream` is an older name for `channel`.',
    ),
    to: optionally(list(id), 'For `direct`: the IDs of the recipients.'),
    stream_id: optionally(id, 'For `channel`: the ID of the channel.', { since: 215 }),
    topic: optionally(shortText, 'For `channel`: the topic.'),
  },
  result: {},
  async handle(context, { op, type, to, stream_id, topic }) {
    const event =
      type === 'direct' ? await toPeople(context, op, to) : await toChannel(context, op, stream_id, topic);
    if (event) await context.write(async (writer) => writer.emit(event(writer.now)));
    return {};
  },
});
