// GET /users/me/email: the address of the account, and whether it is confirmed.

import { anyText, boolean } from '../../api-contract/codec.ts';
import { readOperation } from '../operation.ts';

export const getOwnEmail = readOperation({
  name: 'get-own-email',
  method: 'GET',
  path: '/users/me/email',
  summary: 'Get the address of your account, and whether it is confirmed.',
  access: 'human',
  parameters: {},
  result: {
    email: anyText,
    is_confirmed: boolean,
    /** Whether a mail can confirm it: the server sends mail. */
    can_be_mailed: boolean,
  },
  async handle({ actor: { account }, services }) {
    return {
      email: account.email,
      is_confirmed: account.isEmailConfirmed,
      can_be_mailed: services.sendsMail,
    };
  },
});
