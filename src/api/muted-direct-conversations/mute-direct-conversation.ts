// POST /users/me/muted_direct_conversations: mutes a direct conversation, for good or until a time, or changes that time.
// Its messages then notify only by a mention.

import { muteDirectConversation } from '../../actions/muted-direct-conversations/change.ts';
import { id, list } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { required } from '../../api-contract/parameter.ts';
import { directKey } from '../../model/conversations/direct-key.ts';
import { mutedUntilParameter } from '../../model/muting/muted-until.ts';
import { visibleAccount } from '../../queries/accounts/find.ts';
import { writeOperation } from '../operation.ts';

/** The parameter that names the conversation. */
export const directPeopleParameter = required(
  list(id, limits.participantsInDirectMessage),
  'The IDs of the users of the conversation, with or without your own.',
);

export const muteDirectConversationOperation = writeOperation({
  name: 'mute-direct-conversation',
  method: 'POST',
  path: '/users/me/muted_direct_conversations',
  summary: 'Mute a direct conversation.',
  access: 'account',
  parameters: { user_ids: directPeopleParameter, muted_until: mutedUntilParameter },
  result: {},
  async handle(context, { user_ids: userIds, muted_until: until = null }) {
    const ownId = context.actor.account.id;
    const requester = await context.requester();
    for (const userId of userIds) if (userId !== ownId) visibleAccount(requester, userId);
    const key = directKey([ownId, ...userIds]);
    await context.write((writer) => muteDirectConversation(writer, ownId, key, until));
    return {};
  },
});
