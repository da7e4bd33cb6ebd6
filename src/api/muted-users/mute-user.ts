// POST /users/me/muted_users/{muted_user_id}: mutes an account, for good or until a time, or changes that time. Its
// past and future messages count as read.

import { markSenderRead } from '../../actions/read-state/mark-sender-read.ts';
import { id } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { required } from '../../api-contract/parameter.ts';
import { mutedUsersChanged } from '../../model/muted-users/muted-user-events.ts';
import { checkMutedUntil, mutedUntilParameter } from '../../model/muting/muted-until.ts';
import { visibleAccount } from '../../queries/accounts/find.ts';
import { insertMutedUser, readMutedUsers, setMuteEnd } from '../../stores/muted-users/muted-user-store.ts';
import { readCreator, takeQuota } from '../../stores/quotas/take-quota.ts';
import { writeOperation } from '../operation.ts';

export const muteUser = writeOperation({
  name: 'mute-user',
  method: 'POST',
  path: '/users/me/muted_users/{muted_user_id}',
  summary: 'Mute a user.',
  since: 48,
  access: 'account',
  parameters: { muted_user_id: required(id, 'The ID of the user.'), muted_until: mutedUntilParameter },
  result: {},
  async handle(context, { muted_user_id: mutedId, muted_until: mutedUntil = null }) {
    const { account } = context.actor;
    if (mutedId === account.id) throw badRequest('Cannot mute self');
    visibleAccount(await context.requester(), mutedId);
    await context.write(async (writer) => {
      if (mutedUntil !== null) checkMutedUntil(mutedUntil, writer.now);
      const existing = (await readMutedUsers(writer, account.id)).find((muted) => muted.id === mutedId);
      if (existing) {
        // Repeating a mute is an error, which clients without mutes until a time expect.
        if (existing.muted_until === mutedUntil) throw badRequest('User already muted');
        await setMuteEnd(writer, account.id, mutedId, mutedUntil);
        writer.emit(mutedUsersChanged(account.id, await readMutedUsers(writer, account.id)));
        return;
      }
      await takeQuota(await readCreator(writer, account.id), 'muted_users');
      await insertMutedUser(writer, account.id, mutedId, mutedUntil);
      writer.emit(mutedUsersChanged(account.id, await readMutedUsers(writer, account.id)));
      await markSenderRead(writer, account.id, mutedId);
    });
    return {};
  },
});
