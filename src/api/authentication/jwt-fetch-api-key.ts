// POST /jwt/fetch_api_key: an account's API key for a system that shares a key with this server and states in
// a signed token who the person is.

import { recordWrongKey } from '../../actions/accounts/counted-attempts.ts';
import { recordLogin } from '../../actions/accounts/first-login.ts';
import { addressUnconfirmed } from '../../actions/sign-in/sign-in.ts';
import { anyText, boolean, text, view } from '../../api-contract/codec.ts';
import {
  ApiError,
  accountDeactivated,
  badRequest,
  organizationDeactivated,
} from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally, withDefault } from '../../api-contract/parameter.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import { userSchema } from '../../model/accounts/account-schema.ts';
import { verifiedTokenEmail } from '../../model/accounts/json-web-token.ts';
import { userFor } from '../../queries/accounts/user-for.ts';
import { accountRowByEmail } from '../../stores/accounts/account-store.ts';
import { type PublicContext, publicOperation } from '../operation.ts';
import { apiKeyAnswer } from './fetch-api-key.ts';
import { loginDependenciesOf } from './login-dependencies.ts';

/** The organization's host: its configured one, or that of the address that people use. */
function hostOf({ state, organizationUrl }: PublicContext): string {
  if (state.organization.host) return state.organization.host;
  return URL.canParse(organizationUrl) ? new URL(organizationUrl).host : '';
}

/** The email address that a token states. An invalid token counts as a failed login. */
async function addressIn(context: PublicContext, token: string, key: string): Promise<string> {
  try {
    return verifiedTokenEmail(token, key, hostOf(context), nowSeconds());
  } catch (error) {
    await recordWrongKey(loginDependenciesOf(context), {
      email: '',
      loginMethod: 'jwt',
      source: context.source,
    });
    throw error;
  }
}

const form = { clientGravatar: false, hasProfile: false, hasActivity: true };

export const jwtFetchApiKey = publicOperation({
  name: 'jwt-fetch-api-key',
  method: 'POST',
  path: '/jwt/fetch_api_key',
  summary: 'Get the API key of an account with a JSON Web Token from another system.',
  since: 160,
  access: 'anyone',
  rateLimit: 'login',
  errors: ['AUTHENTICATION_FAILED', 'USER_DEACTIVATED', 'REALM_DEACTIVATED'],
  parameters: {
    token: optionally(
      text({ maximum: limits.jsonWebTokenCharacters }),
      'A JSON Web Token, signed with HS256, with the email address in the claim `email`.',
    ),
    include_profile: withDefault(boolean, false, 'Whether to include the user in the response.'),
  },
  result: { api_key: anyText, email: anyText, user: { optional: view(userSchema) } },
  async handle(context, { token, include_profile: wantsProfile }) {
    const { services, reader, state, write } = context;
    if (services.jwtKey === undefined) {
      throw badRequest('JWT authentication is not enabled for this organization');
    }
    if (!token) throw badRequest('No JSON web token passed in request');
    const email = await addressIn(context, token, services.jwtKey);
    const row = await accountRowByEmail(reader, email);
    const account = row && state.account(row.id);
    if (!row || !account || account.isBot) {
      throw new ApiError(401, 'AUTHENTICATION_FAILED', 'Your username or password is incorrect');
    }
    if (state.organization.isDeactivated) throw organizationDeactivated();
    if (!account.isActive) throw accountDeactivated();
    if (!account.isEmailConfirmed) throw addressUnconfirmed(email);
    const origin = { source: context.source, loginMethod: 'jwt' } as const;
    await write((writer) => recordLogin(writer, services.keyring, row.id, origin));
    const { api_key, email: address } = apiKeyAnswer(services, row);
    return {
      api_key,
      email: address,
      ...(wantsProfile && { user: userFor(state, account, account, form) }),
    };
  },
});
