// DELETE /users/me/later_conversations: marks a conversation that was put away as done, before or after its time.

import { removeLaterConversation } from '../../actions/later-conversations/put-away.ts';
import { badRequest } from '../../api-contract/error.ts';
import { writeOperation } from '../operation.ts';
import { actingAccount } from '../users/acting-account.ts';
import { conversationParameters, namedConversation } from './named-conversation.ts';

export const removeLaterConversationOperation = writeOperation({
  name: 'remove-later-conversation',
  method: 'DELETE',
  path: '/users/me/later_conversations',
  summary: 'Mark a conversation as done that you have put away.',
  access: 'account',
  parameters: conversationParameters,
  result: {},
  async handle(context, named) {
    const accountId = context.actor.account.id;
    const conversation = namedConversation(accountId, named);
    await context.write(async (writer) => {
      const account = await actingAccount(writer, accountId);
      if (!(await removeLaterConversation(writer, account, conversation)))
        throw badRequest('This conversation was not put away.');
    });
    return {};
  },
});
