// GET /users/{user_id}/status: returns the status of a user.

import { id } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { statusSchema, wireStatus } from '../../model/statuses/status.ts';
import { visibleAccount } from '../../queries/accounts/find.ts';
import { readStatus } from '../../stores/statuses/status-store.ts';
import { readOperation } from '../operation.ts';

export const getStatus = readOperation({
  name: 'get-status',
  method: 'GET',
  path: '/users/{user_id}/status',
  summary: 'Get the status of a user. The object is empty if none is set.',
  since: 262,
  access: 'account',
  parameters: { user_id: required(id, 'The ID of the user.') },
  result: { status: statusSchema },
  async handle(context, { user_id }) {
    const account = visibleAccount(await context.requester(), user_id);
    const status = await readStatus(context.reader, account.id);
    return { status: wireStatus(status, !account.settings.presence_enabled) };
  },
});
