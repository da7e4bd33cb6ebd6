// DELETE /users/me/muted_users/{muted_user_id}: unmutes a user for the caller.

import { unmutePeople } from '../../actions/muted-users/unmute.ts';
import { id } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { required } from '../../api-contract/parameter.ts';
import { visibleAccount } from '../../queries/accounts/find.ts';
import { readMutedUsers } from '../../stores/muted-users/muted-user-store.ts';
import { writeOperation } from '../operation.ts';

export const unmuteUser = writeOperation({
  name: 'unmute-user',
  method: 'DELETE',
  path: '/users/me/muted_users/{muted_user_id}',
  summary: 'Unmute a user.',
  since: 48,
  access: 'account',
  parameters: { muted_user_id: required(id, 'The ID of the user.') },
  result: {},
  async handle(context, { muted_user_id: mutedId }) {
    const { account } = context.actor;
    visibleAccount(await context.requester(), mutedId);
    await context.write(async (writer) => {
      const mutedUsers = await readMutedUsers(writer, account.id);
      if (!mutedUsers.some((muted) => muted.id === mutedId)) throw badRequest('User is not muted');
      await unmutePeople(writer, account.id, [mutedId]);
    });
    return {};
  },
});
