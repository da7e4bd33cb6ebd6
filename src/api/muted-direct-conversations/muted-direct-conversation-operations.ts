import { getMutedDirectConversations } from './get-muted-direct-conversations.ts';
import { muteDirectConversationOperation } from './mute-direct-conversation.ts';
import { unmuteDirectConversationOperation } from './unmute-direct-conversation.ts';

export const mutedDirectConversationOperations = [
  getMutedDirectConversations,
  muteDirectConversationOperation,
  unmuteDirectConversationOperation,
];
