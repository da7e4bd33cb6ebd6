// DELETE /users/me/muted_direct_conversations: unmutes a direct conversation.

import { unmuteDirectConversations } from '../../actions/muted-direct-conversations/change.ts';
import { badRequest } from '../../api-contract/error.ts';
import { directKey } from '../../model/conversations/direct-key.ts';
import { mutedDirectConversations } from '../../stores/muted-direct-conversations/muted-direct-store.ts';
import { writeOperation } from '../operation.ts';
import { directPeopleParameter } from './mute-direct-conversation.ts';

export const unmuteDirectConversationOperation = writeOperation({
  name: 'unmute-direct-conversation',
  method: 'DELETE',
  path: '/users/me/muted_direct_conversations',
  summary: 'Unmute a direct conversation.',
  access: 'account',
  parameters: { user_ids: directPeopleParameter },
  result: {},
  async handle(context, { user_ids: userIds }) {
    const ownId = context.actor.account.id;
    const key = directKey([ownId, ...userIds]);
    await context.write(async (writer) => {
      const muted = await mutedDirectConversations.ofAccount(writer, ownId);
      const existing = muted.find((row) => row.direct_key === key);
      if (!existing) throw badRequest('This conversation is not muted.');
      await unmuteDirectConversations(writer, ownId, [existing.id]);
    });
    return {};
  },
});
