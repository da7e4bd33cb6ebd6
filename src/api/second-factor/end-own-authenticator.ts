// DELETE /users/me/second_factor/authenticator: removes the authenticator. Without a passkey, two-factor log-in ends.

import { removeAuthenticatorOf } from '../../actions/accounts/second-factor.ts';
import { badRequest } from '../../api-contract/error.ts';
import { proofParameters, withProof } from '../authentication/own-proof.ts';
import { writeOperation } from '../operation.ts';

export const endOwnAuthenticator = writeOperation({
  name: 'end-own-authenticator',
  method: 'DELETE',
  path: '/users/me/second_factor/authenticator',
  summary: 'Remove your authenticator; your passkeys stay. Without one two-factor log-in ends.',
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
