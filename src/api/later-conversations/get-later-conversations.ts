// GET /users/me/later_conversations

import { list } from '../../api-contract/codec.ts';
import {
  laterConversationSchema,
  wireLaterConversation,
} from '../../model/later-conversations/later-conversation.ts';
import { laterConversations } from '../../stores/later-conversations/later-conversation-store.ts';
import { readOperation } from '../operation.ts';

export const getLaterConversations = readOperation({
  name: 'get-later-conversations',
  method: 'GET',
  path: '/users/me/later_conversations',
  summary: 'List the conversations that you have put away, and those that are back.',
  access: 'account',
  parameters: {},
  result: { later_conversations: list(laterConversationSchema) },
  async handle({ reader, actor }) {
    const rows = await laterConversations.ofAccount(reader, actor.account.id);
    return { later_conversations: rows.map(wireLaterConversation) };
  },
});
