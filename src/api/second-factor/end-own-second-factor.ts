// DELETE /users/me/second_factor: disables two-factor authentication.

import { removeSecondFactorOf } from '../../actions/accounts/second-factor.ts';
import { requiresSecondFactor } from '../../actions/accounts/second-factor-requirement.ts';
import { badRequest } from '../../api-contract/error.ts';
import { proofParameters, withProof } from '../authentication/own-proof.ts';
import { writeOperation } from '../operation.ts';

export const endOwnSecondFactor = writeOperation({
  name: 'end-own-second-factor',
  method: 'DELETE',
  path: '/users/me/second_factor',
  summary: 'Turn off two-factor authentication.',
  access: 'human',
  rateLimit: 'login',
  parameters: proofParameters,
  result: {},
  async handle(context, proof) {
    const { account } = context.actor;
    await withProof(context, proof, async (writer) => {
      if (await requiresSecondFactor(writer, account.role))
        throw badRequest(
          'Your organization requires two-factor authentication. You can replace your authenticator.',
        );
      if (!(await removeSecondFactorOf(writer, account)))
        throw badRequest('You have not set up two-factor authentication.');
      return true;
    });
    return {};
  },
});
