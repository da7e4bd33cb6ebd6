// POST /users/me/second_factor/passkeys/question: the options for requesting one of the caller's passkeys,
// which replaces a code.

import { passkeyOptions } from '../../actions/accounts/passkeys.ts';
import { integer, record } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { requestOptionsFields } from '../../model/passkeys/passkey-options.ts';
import { relyingPartyOf } from '../authentication/passkey-answers.ts';
import { writeOperation } from '../operation.ts';

export const requestOwnPasskey = writeOperation({
  name: 'ask-for-passkey',
  method: 'POST',
  path: '/users/me/second_factor/passkeys/question',
  summary: 'Get a challenge to confirm one of your passkeys instead of a code.',
  access: 'human',
  rateLimit: 'login',
  parameters: {},
  result: {
    /** For `navigator.credentials.get`, as `PublicKeyCredentialRequestOptionsJSON`. */
    question: record(requestOptionsFields),
    expires_at: integer(),
  },
  async handle(context) {
    const request = { relyingParty: relyingPartyOf(context), step: 'prove' } as const;
    return context.write(async (writer) => {
      const question = await passkeyOptions(writer, context.actor.account.id, request);
      if (!question) throw badRequest('You have no passkey for this address.');
      return { question, expires_at: writer.now + limits.passkeyChallengeSeconds };
    });
  },
});
