// POST /users/me/api_key/regenerate: a new key in place of the one that was used for this request.

import { tellNewApiKey } from '../../actions/accounts/security-mails.ts';
import { anyText } from '../../contract/codec.ts';
import { writeOperation } from '../operation.ts';
import { giveNewApiKey } from './new-api-key.ts';

export const regenerateApiKey = writeOperation({
  name: 'regenerate-api-key',
  method: 'POST',
  path: '/users/me/api_key/regenerate',
  summary: 'Replace your API key.',
  access: 'account',
  parameters: {},
  result: { api_key: anyText },
  async handle({ write, services, actor }) {
    const { account } = actor;
    const apiKey = await write(async (writer) => {
      await tellNewApiKey(writer, account);
      return giveNewApiKey(writer, services.keyring, account.id);
    });
    return { api_key: apiKey };
  },
});
