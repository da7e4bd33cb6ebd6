// POST /users/me/later_conversations: puts a conversation away until a time, or changes that time.

import { putConversationAway } from '../../actions/later-conversations/put-away.ts';
import { integer } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { visibleAccount } from '../../queries/accounts/find.ts';
import { tableLookup } from '../../stores/channel-access/lookup.ts';
import { visibleChannel } from '../../stores/channel-access/visible-channel.ts';
import { writeOperation } from '../operation.ts';
import { actingAccount } from '../users/acting-account.ts';
import { conversationParameters, namedConversation } from './named-conversation.ts';

export const putConversationAwayOperation = writeOperation({
  name: 'put-conversation-away',
  method: 'POST',
  path: '/users/me/later_conversations',
  summary: 'Put a conversation away until a time.',
  access: 'account',
  parameters: {
    ...conversationParameters,
    until: required(
      integer({ minimum: 0 }),
      'The time until which the conversation is away, in seconds since 1970.',
    ),
  },
  result: {},
  async handle(context, { until, ...named }) {
    const ownId = context.actor.account.id;
    const conversation = namedConversation(ownId, named);
    if (named.user_ids) {
      const requester = await context.requester();
      for (const userId of named.user_ids) if (userId !== ownId) visibleAccount(requester, userId);
    }
    await context.write(async (writer) => {
      const account = await actingAccount(writer, ownId);
      if (conversation.channel_id !== null)
        await visibleChannel(tableLookup({ writer, account }), conversation.channel_id, 'content');
      await putConversationAway(writer, account, conversation, until);
    });
    return {};
  },
});
