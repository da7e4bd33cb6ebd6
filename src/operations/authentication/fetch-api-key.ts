// POST /fetch_api_key: an account's API key in exchange for its password.

import { id, text } from '../../contract/codec.ts';
import { ApiError, accountDeactivated } from '../../contract/error.ts';
import { required } from '../../contract/parameter.ts';
import type { AccountRow } from '../../model/accounts/account.ts';
import { isPassword, openApiKey } from '../../model/accounts/credentials.ts';
import { noteLogin } from '../../model/accounts/first-login.ts';
import { accountRowByEmail } from '../../model/accounts/store.ts';
import { isMethodOn, offeredMethods } from '../../model/organizations/authentication-methods.ts';
import { publicOperation } from '../operation.ts';
import type { Services } from '../services.ts';

export const apiKeyResult = { api_key: text(), email: text(), user_id: id };

/** What a client that may have an account's key is told. */
export function apiKeyAnswer(
  services: Services,
  row: AccountRow,
): { api_key: string; email: string; user_id: number } {
  return {
    api_key: openApiKey(services.keyring, row.api_key_sealed ?? ''),
    email: row.email,
    user_id: row.id,
  };
}

/** Wrong address and wrong password are one refusal. */
function authenticationFailed(): ApiError {
  return new ApiError(401, 'AUTHENTICATION_FAILED', 'Your username or password is incorrect');
}

export const fetchApiKey = publicOperation({
  name: 'fetch-api-key',
  method: 'POST',
  path: '/fetch_api_key',
  summary: 'Get the API key of an account by its password.',
  access: 'anyone',
  rateLimit: 'login',
  errors: ['AUTHENTICATION_FAILED', 'USER_DEACTIVATED', 'PASSWORD_AUTH_DISABLED'],
  parameters: {
    username: required(text(), "The account's email address."),
    password: required(text(), "The account's password."),
  },
  result: apiKeyResult,
  async handle({ services, reader, state, write }, { username, password }) {
    const row = await accountRowByEmail(reader, username);
    if (!(await isPassword(password, row?.password_hash ?? null)) || !row || row.bot_type !== null) {
      throw authenticationFailed();
    }
    if (state.organization.isDeactivated)
      throw new ApiError(401, 'REALM_DEACTIVATED', 'This organization is deactivated');
    if (row.is_active === 0) throw accountDeactivated();
    const { settings } = state.organization;
    if (!isMethodOn(settings.authentication_methods, offeredMethods(state.organization), 'Email')) {
      throw new ApiError(
        401,
        'PASSWORD_AUTH_DISABLED',
        'Password authentication is disabled in this organization',
      );
    }
    await write((writer) => noteLogin(writer, row.id));
    return apiKeyAnswer(services, row);
  },
});
