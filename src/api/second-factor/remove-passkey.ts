// DELETE /users/me/second_factor/passkeys/{passkey_id}: removes a passkey. Without another second factor,
// two-factor log-in ends.

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
  summary: 'Remove one of your passkeys; with your last second factor two-factor log-in ends.',
  access: 'human',
  rateLimit: 'login',
  parameters: { passkey_id: required(id, 'Which.'), ...proofParameters },
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
