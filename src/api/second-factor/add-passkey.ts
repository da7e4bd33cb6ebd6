// POST /users/me/second_factor/passkeys: adds a passkey.

import { confirmPasskey } from '../../actions/accounts/login-step.ts';
import { anyText, id, list } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { loginDependenciesOf } from '../authentication/login-dependencies.ts';
import { ownAccountRow, rethrowAsBadRequest } from '../authentication/own-proof.ts';
import { newPasskeyAnswer, passkeyName, relyingPartyOf } from '../authentication/passkey-answers.ts';
import { writeOperation } from '../operation.ts';

export const addOwnPasskey = writeOperation({
  name: 'add-passkey',
  method: 'POST',
  path: '/users/me/second_factor/passkeys',
  summary: 'Add a passkey. Returns recovery codes if it is your first second factor.',
  access: 'human',
  rateLimit: 'login',
  parameters: {
    name: required(passkeyName, 'The name of the passkey.'),
    passkey: required(
      newPasskeyAnswer,
      "The browser's response as `RegistrationResponseJSON`, with binary values in base64url, including `publicKey`.",
    ),
  },
  result: {
    passkey_id: id,
    /** Empty if you have some already. */
    recovery_codes: list(anyText),
  },
  async handle(context, { name, passkey }) {
    const newPasskey = { name, answer: passkey, relyingParty: relyingPartyOf(context), step: 'add' } as const;
    const attempt = { loginMethod: 'settings', source: context.source } as const;
    const adding = confirmPasskey(
      loginDependenciesOf(context),
      await ownAccountRow(context),
      attempt,
      newPasskey,
    );
    const added = await adding.catch(rethrowAsBadRequest);
    return { passkey_id: added.id, recovery_codes: [...added.recoveryCodes] };
  },
});
