// PATCH /users/me/second_factor/passkeys/{passkey_id}: renames a passkey.

import { id } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { required } from '../../api-contract/parameter.ts';
import { renamePasskey } from '../../stores/second-factor/passkey-store.ts';
import { passkeyName } from '../authentication/passkey-answers.ts';
import { writeOperation } from '../operation.ts';

export const updatePasskey = writeOperation({
  name: 'update-passkey',
  method: 'PATCH',
  path: '/users/me/second_factor/passkeys/{passkey_id}',
  summary: 'Rename one of your passkeys.',
  access: 'human',
  parameters: {
    passkey_id: required(id, 'The ID of the passkey.'),
    name: required(passkeyName, 'The new name.'),
  },
  result: {},
  async handle({ write, actor }, { passkey_id: passkeyId, name }) {
    await write(async (writer) => {
      if (!(await renamePasskey(writer, actor.account.id, { id: passkeyId, name })))
        throw badRequest('Passkey does not exist');
    });
    return {};
  },
});
