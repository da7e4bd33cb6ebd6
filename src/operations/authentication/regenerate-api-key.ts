// POST /users/me/api_key/regenerate: a new key in place of the one that was used for this request.

import { text } from '../../contract/codec.ts';
import { writeOperation } from '../operation.ts';
import { giveNewApiKey } from './new-api-key.ts';

export const regenerateApiKey = writeOperation({
  name: 'regenerate-api-key',
  method: 'POST',
  path: '/users/me/api_key/regenerate',
  summary: 'Replace your API key.',
  access: 'account',
  parameters: {},
  result: { api_key: text() },
  async handle({ write, services, actor }) {
    return { api_key: await write((writer) => giveNewApiKey(writer, services.keyring, actor.account.id)) };
  },
});
