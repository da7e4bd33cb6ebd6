// POST /dev_fetch_api_key: an account's API key without a password; in demo mode only.

import { recordFirstLogin } from '../../actions/accounts/first-login.ts';
import { shortText } from '../../api-contract/codec.ts';
import { ApiError, accountDeactivated } from '../../api-contract/error.ts';
import { required } from '../../api-contract/parameter.ts';
import { accountRowByEmail } from '../../stores/accounts/account-store.ts';
import { publicOperation } from '../operation.ts';
import { apiKeyAnswer, apiKeyResult } from './fetch-api-key.ts';

export const devFetchApiKey = publicOperation({
  name: 'dev-fetch-api-key',
  method: 'POST',
  path: '/dev_fetch_api_key',
  summary: 'Get the API key of an account in the demo organization.',
  access: 'development',
  errors: ['AUTHENTICATION_FAILED'],
  parameters: { username: required(shortText, 'The email address of the account.') },
  result: apiKeyResult,
  async handle({ services, reader, write }, { username }) {
    const row = await accountRowByEmail(reader, username);
    if (!row) throw new ApiError(401, 'AUTHENTICATION_FAILED', 'Your username or password is incorrect');
    if (row.is_active === 0) throw accountDeactivated();
    // Recorded as the first login only, not in the list of logins: programs call this again and again.
    if (row.last_login_at === null) await write((writer) => recordFirstLogin(writer, row.id));
    return apiKeyAnswer(services, row);
  },
});
