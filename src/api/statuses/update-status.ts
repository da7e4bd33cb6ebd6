// POST /users/{user_id}/status: changes another account's status, for administrators. (Specification E7.)

import { changeStatus, checkSentStatus } from '../../actions/statuses/change-status.ts';
import { id } from '../../api-contract/codec.ts';
import { badRequest, insufficientPermission, noSuchUser } from '../../api-contract/error.ts';
import { required } from '../../api-contract/parameter.ts';
import { Role } from '../../model/accounts/roles.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import { writeOperation } from '../operation.ts';
import { actingAccount } from '../users/acting-account.ts';
import { statusInRequest, statusParameters } from './status-parameters.ts';

export const updateStatus = writeOperation({
  name: 'update-status',
  method: 'POST',
  path: '/users/{user_id}/status',
  summary: 'Change the status of a user. Only for administrators.',
  since: 407,
  access: 'account',
  parameters: { user_id: required(id, 'The ID of the user.'), ...statusParameters },
  result: {},
  async handle(context, { user_id, ...values }) {
    const sentStatus = statusInRequest(values);
    if (context.actor.account.role > Role.administrator) throw insufficientPermission();
    checkSentStatus(sentStatus, false);
    await context.write(async (writer) => {
      const acting = await actingAccount(writer, context.actor.account.id);
      if (acting.role > Role.administrator) throw insufficientPermission();
      const target = await accountById(writer, user_id);
      if (!target || target.isSystemBot) throw noSuchUser();
      if (!target.isActive) throw badRequest('User is deactivated');
      await changeStatus(writer, target, sentStatus);
    });
    return {};
  },
});
