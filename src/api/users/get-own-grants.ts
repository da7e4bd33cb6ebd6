// GET /users/me/grants: the permissions that the server's operator has granted to the caller, so that
// programs can offer them.

import { boolean } from '../../api-contract/codec.ts';
import { readOperation } from '../operation.ts';

export const getOwnGrants = readOperation({
  name: 'get-own-grants',
  method: 'GET',
  path: '/users/me/grants',
  summary: 'Get the permissions that the operator granted to you.',
  access: 'account',
  parameters: {},
  result: { can_create_users: boolean, can_change_user_emails: boolean, can_forge_sender: boolean },
  handle: async ({ actor: { account } }) => ({
    can_create_users: account.canCreateUsers,
    can_change_user_emails: account.canChangeUserEmails,
    can_forge_sender: account.canForgeSender,
  }),
});
