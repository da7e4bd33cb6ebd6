// GET /users/me/email: the account's email address, and whether it is confirmed.

import { anyText, boolean } from '../../api-contract/codec.ts';
import { readOperation } from '../operation.ts';

export const getOwnEmail = readOperation({
  name: 'get-own-email',
  method: 'GET',
  path: '/users/me/email',
  summary: 'Get your email address, and whether it is confirmed.',
  access: 'human',
  parameters: {},
  result: {
    email: anyText,
    is_confirmed: boolean,
    /** Whether the server sends mail, so that a mail can confirm it. */
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
