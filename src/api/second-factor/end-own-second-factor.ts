// DELETE /users/me/second_factor: disables two-factor log-in.

import { mustHaveSecondFactor } from '../../actions/accounts/must-have-factor.ts';
import { removeSecondFactorOf } from '../../actions/accounts/second-factor.ts';
import { badRequest } from '../../api-contract/error.ts';
import { proofParameters, withProof } from '../authentication/own-proof.ts';
import { writeOperation } from '../operation.ts';

export const endOwnSecondFactor = writeOperation({
  name: 'end-own-second-factor',
  method: 'DELETE',
  path: '/users/me/second_factor',
  summary: 'Switch two-factor log-in off.',
  access: 'human',
  rateLimit: 'login',
  parameters: proofParameters,
  result: {},
  async handle(context, proof) {
    const { account } = context.actor;
    await withProof(context, proof, async (writer) => {
      if (await mustHaveSecondFactor(writer, account.role))
        throw badRequest(
          'Your organization requires two-factor log-in. You can go over to another authenticator.',
        );
      if (!(await removeSecondFactorOf(writer, account))) throw badRequest('You have no two-factor log-in.');
      return true;
    });
    return {};
  },
});
