// POST /users/me/api_key/regenerate: a new key in place of the one that was used for this request.

import { text } from '../../contract/codec.ts';
import { removeDevicesOf } from '../../model/push/change-device.ts';
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
    const apiKey = await write(async (writer) => {
      // Whoever holds the old key must not go on reading along on a phone.
      await removeDevicesOf(writer, actor.account.id);
      return giveNewApiKey(writer, services.keyring, actor.account.id);
    });
    return { api_key: apiKey };
  },
});
