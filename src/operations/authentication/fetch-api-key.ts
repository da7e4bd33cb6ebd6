// POST /fetch_api_key: an account's API key in exchange for its password.

import { id, text } from '../../contract/codec.ts';
import { required } from '../../contract/parameter.ts';
import type { AccountRow } from '../../model/accounts/account.ts';
import { openApiKey } from '../../model/accounts/credentials.ts';
import { noteLogin } from '../../model/accounts/first-login.ts';
import { personByPassword } from '../../model/accounts/log-in.ts';
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
    const row = await personByPassword(reader, state.organization, username, password);
    await write((writer) => noteLogin(writer, row.id));
    return apiKeyAnswer(services, row);
  },
});
