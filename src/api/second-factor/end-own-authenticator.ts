// DELETE /users/me/second_factor/authenticator: removes the authenticator. Without a passkey, this turns off
// two-factor authentication.

import { removeAuthenticatorOf } from '../../actions/accounts/second-factor.ts';
import { badRequest } from '../../api-contract/error.ts';
import { proofParameters, withProof } from '../authentication/own-proof.ts';
import { writeOperation } from '../operation.ts';

export const endOwnAuthenticator = writeOperation({
  name: 'end-own-authenticator',
  method: 'DELETE',
  path: '/users/me/second_factor/authenticator',
  summary: 'Remove your authenticator. If you have no passkey, this turns off two-factor authentication.',
  access: 'human',
  rateLimit: 'login',
  parameters: proofParameters,
  result: {},
  async handle(context, proof) {
    await withProof(context, proof, async (writer) => {
      if (!(await removeAuthenticatorOf(writer, context.actor.account)))
        throw badRequest('You have no authenticator.');
      return true;
    });
    return {};
  },
});
