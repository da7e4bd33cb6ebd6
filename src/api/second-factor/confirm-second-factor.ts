// POST /users/me/second_factor/confirm: enables two-factor authentication with the first code of an authenticator.

import { confirmFirstCode } from '../../actions/accounts/login-step.ts';
import { anyText, list, shortText } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { loginDependenciesOf } from '../authentication/login-dependencies.ts';
import { ownAccountRow, wrongCodeError } from '../authentication/own-proof.ts';
import { writeOperation } from '../operation.ts';

export const confirmSecondFactor = writeOperation({
  name: 'confirm-second-factor',
  method: 'POST',
  path: '/users/me/second_factor/confirm',
  summary:
    'Turn on two-factor authentication with the first code of an authenticator. Returns recovery codes.',
  access: 'human',
  rateLimit: 'login',
  parameters: { code: required(shortText, 'The code shown by the authenticator.') },
  result: { recovery_codes: list(anyText) },
  async handle(context, { code }) {
    const attempt = { code, loginMethod: 'settings', source: context.source } as const;
    const codes = await confirmFirstCode(loginDependenciesOf(context), await ownAccountRow(context), attempt);
    if (!codes) throw wrongCodeError();
    return { recovery_codes: codes };
  },
});
