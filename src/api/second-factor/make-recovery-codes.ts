// POST /users/me/second_factor/recovery_codes: replaces all recovery codes.

import { createRecoveryCodes } from '../../actions/accounts/recovery-codes.ts';
import { anyText, list } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { hasSecondFactor } from '../../stores/second-factor/second-factor-store.ts';
import { proofParameters, withProof } from '../authentication/own-proof.ts';
import { writeOperation } from '../operation.ts';

export const makeRecoveryCodes = writeOperation({
  name: 'make-recovery-codes',
  method: 'POST',
  path: '/users/me/second_factor/recovery_codes',
  summary: 'Replace your recovery codes.',
  access: 'human',
  rateLimit: 'login',
  parameters: proofParameters,
  result: { recovery_codes: list(anyText) },
  async handle(context, proof) {
    const { id } = context.actor.account;
    const codes = await withProof(context, proof, async (writer) => {
      if (!(await hasSecondFactor(writer, id)))
        throw badRequest('You have not set up two-factor authentication.');
      return createRecoveryCodes(writer, context.services.keyring, id);
    });
    return { recovery_codes: codes };
  },
});
