// POST /users/me/status: changes the caller's status. (Specification E9.)

import { changeUserSettings } from '../../actions/accounts/change-settings.ts';
import { changeStatus, checkSentStatus } from '../../actions/statuses/change-status.ts';
import { boolean } from '../../api-contract/codec.ts';
import { optionally } from '../../api-contract/parameter.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import { writeOperation } from '../operation.ts';
import { actingAccount } from '../users/acting-account.ts';
import { statusInRequest, statusParameters } from './status-parameters.ts';

export const updateOwnStatus = writeOperation({
  name: 'update-own-status',
  method: 'POST',
  path: '/users/me/status',
  summary: 'Change your status. Parts that are not sent do not change.',
  access: 'account',
  parameters: {
    ...statusParameters,
    away: optionally(
      boolean,
      'Whether to hide your presence. An older form of the setting `presence_enabled`.',
    ),
  },
  result: {},
  async handle(context, { away, ...values }) {
    const sentStatus = statusInRequest(values);
    checkSentStatus(sentStatus, away !== undefined);
    await context.write(async (writer) => {
      const account = await actingAccount(writer, context.actor.account.id);
      if (away !== undefined) await changeUserSettings(writer, account, { presence_enabled: !away });
      await changeStatus(writer, (await accountById(writer, account.id)) ?? account, sentStatus);
    });
    return {};
  },
});
