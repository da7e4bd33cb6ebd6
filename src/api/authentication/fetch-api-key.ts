// POST /fetch_api_key: an account's API key in exchange for its password.

import { logIn } from '../../actions/accounts/log-in.ts';
import { codeRequired, enrolmentRequired, logInWithFactor } from '../../actions/accounts/login-step.ts';
import { anyText, id, shortText } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import type { AccountRow } from '../../model/accounts/account.ts';
import { unsealApiKey } from '../../model/accounts/credentials.ts';
import { publicOperation } from '../operation.ts';
import type { Services } from '../services.ts';
import { factorIn, factorParameters } from './factor-parameters.ts';
import { loginDependenciesOf } from './login-dependencies.ts';

export const apiKeyResult = { api_key: anyText, email: anyText, user_id: id };

/** The answer to a client that has proven access to an account. */
export function apiKeyAnswer(
  services: Services,
  row: AccountRow,
): { api_key: string; email: string; user_id: number } {
  return {
    api_key: unsealApiKey(services.keyring, row.api_key_sealed ?? ''),
    email: row.email,
    user_id: row.id,
  };
}

export const fetchApiKey = publicOperation({
  name: 'fetch-api-key',
  method: 'POST',
  path: '/fetch_api_key',
  summary: 'Get the API key of an account with its password.',
  access: 'anyone',
  rateLimit: 'login',
  errors: [
    'AUTHENTICATION_FAILED',
    'USER_DEACTIVATED',
    'PASSWORD_AUTH_DISABLED',
    'SECOND_FACTOR_REQUIRED',
    'SECOND_FACTOR_ENROLMENT_REQUIRED',
    'SECOND_FACTOR_FAILED',
  ],
  parameters: {
    username: required(
      shortText,
      "The email address of the account, or the username in the organization's directory.",
    ),
    password: required(shortText, 'The password of the account.'),
    ...factorParameters,
  },
  result: apiKeyResult,
  async handle(context, { username, password, ...factor }) {
    const secondFactor = factorIn(context, factor);
    const { services, source } = context;
    const dependencies = loginDependenciesOf(context);
    const attempt = { loginMethod: 'fetch_api_key', source } as const;
    const { row, nextStep } = await logIn(dependencies, { email: username, password, ...attempt });
    if (nextStep === 'enrolment') throw enrolmentRequired();
    if (nextStep === 'code') {
      if (!secondFactor) throw codeRequired();
      await logInWithFactor(dependencies, row, { factor: secondFactor, ...attempt });
    }
    return apiKeyAnswer(services, row);
  },
});
