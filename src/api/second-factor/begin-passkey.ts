// POST /users/me/second_factor/passkeys/begin: the options for creating a passkey.

import { newPasskeyOptions } from '../../actions/accounts/passkeys.ts';
import { integer, record } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { creationOptionsFields } from '../../model/passkeys/passkey-options.ts';
import { proofParameters, withProof } from '../authentication/own-proof.ts';
import { relyingPartyOf } from '../authentication/passkey-answers.ts';
import { writeOperation } from '../operation.ts';

export const beginPasskey = writeOperation({
  name: 'begin-passkey',
  method: 'POST',
  path: '/users/me/second_factor/passkeys/begin',
  summary: 'Start adding a passkey. Returns a challenge for the browser.',
  access: 'human',
  rateLimit: 'login',
  parameters: proofParameters,
  result: {
    /** For `navigator.credentials.create`, as `PublicKeyCredentialCreationOptionsJSON`. */
    question: record(creationOptionsFields),
    expires_at: integer(),
  },
  async handle(context, proof) {
    const { services, actor } = context;
    const request = { relyingParty: relyingPartyOf(context), step: 'add' } as const;
    return withProof(context, proof, async (writer) => ({
      question: await newPasskeyOptions(writer, services.keyring, actor.account, request),
      expires_at: writer.now + limits.passkeyChallengeSeconds,
    }));
  },
});
