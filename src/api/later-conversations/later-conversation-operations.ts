import { getLaterConversations } from './get-later-conversations.ts';
import { putConversationAwayOperation } from './put-conversation-away.ts';
import { removeLaterConversationOperation } from './remove-later-conversation.ts';

export const laterConversationOperations = [
  getLaterConversations,
  putConversationAwayOperation,
  removeLaterConversationOperation,
];
