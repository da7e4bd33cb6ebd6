// POST /users/me/second_factor: a secret for an authenticator, which becomes active with its first code.

import { beginEnrolment } from '../../actions/accounts/second-factor.ts';
import { anyText, integer, list } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { authenticatorUrl, secretText } from '../../model/second-factor/enrolment.ts';
import { qrCode } from '../../model/second-factor/qr-code.ts';
import { proofParameters, withProof } from '../authentication/own-proof.ts';
import { writeOperation } from '../operation.ts';

export const beginSecondFactor = writeOperation({
  name: 'begin-second-factor',
  method: 'POST',
  path: '/users/me/second_factor',
  summary: 'Start setting up two-factor authentication, or replace the authenticator. Returns a secret.',
  access: 'human',
  rateLimit: 'login',
  parameters: proofParameters,
  result: {
    secret: anyText,
    otpauth_url: anyText,
    /** The address as a picture: rows of modules, `1` for dark ones. */
    qr_code: list(anyText),
    expires_at: integer(),
  },
  async handle(context, proof) {
    const { services, state, actor } = context;
    const { secret, expiresAt } = await withProof(context, proof, async (writer) => ({
      secret: await beginEnrolment(writer, services.keyring, actor.account.id),
      expiresAt: writer.now + limits.enrolmentSeconds,
    }));
    const address = authenticatorUrl(secretText(secret), state.organization.name, actor.account.email);
    return {
      secret: secretText(secret),
      otpauth_url: address,
      qr_code: qrCode(address),
      expires_at: expiresAt,
    };
  },
});
