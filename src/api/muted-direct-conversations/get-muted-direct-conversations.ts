// GET /users/me/muted_direct_conversations

import { list } from '../../api-contract/codec.ts';
import {
  mutedDirectConversationSchema,
  wireMutedDirect,
} from '../../model/muted-direct-conversations/muted-direct-conversation.ts';
import { mutedDirectConversations } from '../../stores/muted-direct-conversations/muted-direct-store.ts';
import { readOperation } from '../operation.ts';

export const getMutedDirectConversations = readOperation({
  name: 'get-muted-direct-conversations',
  method: 'GET',
  path: '/users/me/muted_direct_conversations',
  summary: 'List the direct conversations that you have muted.',
  access: 'account',
  parameters: {},
  result: { muted_direct_conversations: list(mutedDirectConversationSchema) },
  async handle({ reader, actor }) {
    const rows = await mutedDirectConversations.ofAccount(reader, actor.account.id);
    return { muted_direct_conversations: rows.map(wireMutedDirect) };
  },
});
