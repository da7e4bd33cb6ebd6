// POST /jwt/fetch_api_key: an account's API key for a system that vouches for who somebody is, where the server shares a
// key with one.

import { boolean, text, view } from '../../contract/codec.ts';
import { ApiError, accountDeactivated, badRequest, organizationDeactivated } from '../../contract/error.ts';
import { optionally, withDefault } from '../../contract/parameter.ts';
import { nowSeconds } from '../../contract/time.ts';
import { noteLogin } from '../../model/accounts/first-login.ts';
import { vouchedAddress } from '../../model/accounts/json-web-token.ts';
import { userShape } from '../../model/accounts/shape.ts';
import { accountRowByEmail } from '../../model/accounts/store.ts';
import { userFor } from '../../model/accounts/user-view.ts';
import { publicOperation } from '../operation.ts';
import { apiKeyAnswer } from './fetch-api-key.ts';

const shape = { clientGravatar: false, hasProfile: false, hasActivity: true };

export const jwtFetchApiKey = publicOperation({
  name: 'jwt-fetch-api-key',
  method: 'POST',
  path: '/jwt/fetch_api_key',
  summary: 'Get the API key of an account that another system vouches for.',
  since: 160,
  access: 'anyone',
  rateLimit: 'login',
  errors: ['AUTHENTICATION_FAILED', 'USER_DEACTIVATED', 'REALM_DEACTIVATED'],
  parameters: {
    token: optionally(text(), 'A JSON Web Token, signed with HS256, whose claim `email` is the address.'),
    include_profile: withDefault(boolean, false, 'Whether to answer with the User too.'),
  },
  result: { api_key: text(), email: text(), user: { optional: view(userShape) } },
  async handle({ services, reader, state, write }, { token, include_profile: wantsProfile }) {
    if (services.jwtKey === undefined) {
      throw badRequest('JWT authentication is not enabled for this organization');
    }
    if (!token) throw badRequest('No JSON web token passed in request');
    const email = vouchedAddress(token, services.jwtKey, nowSeconds());
    const row = await accountRowByEmail(reader, email);
    const account = row && state.account(row.id);
    if (!row || !account || account.isBot) {
      throw new ApiError(401, 'AUTHENTICATION_FAILED', 'Your username or password is incorrect');
    }
    if (state.organization.isDeactivated) throw organizationDeactivated();
    if (!account.isActive) throw accountDeactivated();
    await write((writer) => noteLogin(writer, row.id));
    const { api_key, email: address } = apiKeyAnswer(services, row);
    return {
      api_key,
      email: address,
      ...(wantsProfile && { user: userFor(state, account, account, shape) }),
    };
  },
});
