// DELETE /users/me/muted_users/{muted_user_id}

import { id } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { required } from '../../api-contract/parameter.ts';
import { mutedUsersChanged } from '../../model/muted-users/muted-user-events.ts';
import { visibleAccount } from '../../queries/accounts/find.ts';
import { deleteMutedUser, readMutedUsers } from '../../stores/muted-users/muted-user-store.ts';
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
      const present = await readMutedUsers(writer, account.id);
      const remaining = present.filter((muted) => muted.id !== mutedId);
      if (remaining.length === present.length) throw badRequest('User is not muted');
      await deleteMutedUser(writer, account.id, mutedId);
      writer.emit(mutedUsersChanged(account.id, remaining));
    });
    return {};
  },
});
