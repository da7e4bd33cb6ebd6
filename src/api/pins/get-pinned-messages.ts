// GET /pinned_messages: the messages that are pinned in a topic, in all topics of a channel, or in a direct conversation.

import { id, list, text } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally, type ParameterValues } from '../../api-contract/parameter.ts';
import { normalizeTopic } from '../../model/messages/topic.ts';
import {
  type PinnedMessageRow,
  pinnedMessageSchema,
  wirePinnedMessage,
} from '../../model/pins/pinned-message.ts';
import { visibleAccount } from '../../queries/accounts/find.ts';
import type { AccountRequester } from '../../queries/requester.ts';
import { visibleChannel } from '../../stores/channel-access/visible-channel.ts';
import { directConversation, topicConversation } from '../../stores/conversations/conversation-store.ts';
import { readableHeads } from '../../stores/message-access/message-access.ts';
import { pinsInChannel, pinsInConversation } from '../../stores/pins/pinned-message-store.ts';
import { readOperation } from '../operation.ts';

const parameters = {
  stream_id: optionally(id, 'The ID of a channel.'),
  topic: optionally(
    text({ maximum: limits.topicCodePoints }),
    `A topic of the channel; without it, those of the newest ${limits.pinnedMessagesPerAnswer} pins of all its topics are returned whose messages you can read.`,
  ),
  user_ids: optionally(
    list(id, limits.participantsInDirectMessage),
    'The IDs of the users of direct messages, with or without your own, instead of `stream_id`.',
  ),
};

/** The pins that are named, newest first, whether or not the requester may read their messages. */
async function namedPins(
  requester: AccountRequester,
  { stream_id, topic, user_ids }: ParameterValues<typeof parameters>,
): Promise<PinnedMessageRow[]> {
  const { reader, account } = requester;
  if ((stream_id === undefined) === (user_ids === undefined) || (user_ids && topic !== undefined))
    throw badRequest('Send either stream_id, with or without topic, or user_ids.');
  if (stream_id !== undefined) {
    await visibleChannel(requester, stream_id, 'content');
    if (topic === undefined) return pinsInChannel(reader, stream_id, limits.pinnedMessagesPerAnswer);
  }
  for (const userId of user_ids ?? []) if (userId !== account.id) visibleAccount(requester, userId);
  const conversation =
    stream_id !== undefined
      ? await topicConversation(reader, stream_id, normalizeTopic(topic ?? ''))
      : await directConversation(reader, [account.id, ...(user_ids ?? [])]);
  return conversation ? pinsInConversation(reader, conversation.id, limits.pinnedMessagesPerAnswer) : [];
}

export const getPinnedMessages = readOperation({
  name: 'get-pinned-messages',
  method: 'GET',
  path: '/pinned_messages',
  summary: 'List the messages that are pinned in a conversation or a channel, the newest pin first.',
  access: 'account',
  parameters,
  result: { pinned_messages: list(pinnedMessageSchema) },
  async handle(context, values) {
    const requester = await context.requester();
    const pins = await namedPins(requester, values);
    const heads = await readableHeads(
      requester,
      pins.map((pin) => pin.message_id),
    );
    const readable = new Set(heads.map((head) => head.id));
    return { pinned_messages: pins.filter((pin) => readable.has(pin.message_id)).map(wirePinnedMessage) };
  },
});
