// GET /users/unconfirmed_emails: the people whose email address is not confirmed.

import { id, list } from '../../api-contract/codec.ts';
import { unconfirmedAccountIds } from '../../stores/accounts/unconfirmed.ts';
import { readOperation } from '../operation.ts';

export const getUnconfirmedEmails = readOperation({
  name: 'get-unconfirmed-emails',
  method: 'GET',
  path: '/users/unconfirmed_emails',
  summary: 'List the users whose email address is not confirmed.',
  access: 'administrator',
  parameters: {},
  result: { user_ids: list(id) },
  async handle({ reader }) {
    return { user_ids: await unconfirmedAccountIds(reader) };
  },
});
