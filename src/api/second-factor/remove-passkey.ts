// DELETE /users/me/second_factor/passkeys/{passkey_id}: removes a passkey. Without another second factor,
// two-factor authentication ends.

import { removePasskeyOf } from '../../actions/accounts/second-factor.ts';
import { id } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { required } from '../../api-contract/parameter.ts';
import { proofParameters, withProof } from '../authentication/own-proof.ts';
import { writeOperation } from '../operation.ts';

export const removePasskey = writeOperation({
  name: 'remove-passkey',
  method: 'DELETE',
  path: '/users/me/second_factor/passkeys/{passkey_id}',
  summary:
    'Remove one of your passkeys. If it is your last second factor, this turns off two-factor authentication.',
  access: 'human',
  rateLimit: 'login',
  parameters: { passkey_id: required(id, 'The ID of the passkey.'), ...proofParameters },
  result: {},
  async handle(context, { passkey_id: passkeyId, ...proof }) {
    await withProof(context, proof, async (writer) => {
      if (!(await removePasskeyOf(writer, context.actor.account, passkeyId)))
        throw badRequest('Passkey does not exist');
      return true;
    });
    return {};
  },
});
