// Login with GitHub, which supports OAuth only: a code is exchanged for a token, with which the user is
// queried. The primary address counts if GitHub has verified it.

import { count, exactly, ifValid, jsonText, optional, record, validItems } from '../../api-contract/codec.ts';
import { type Identity, noClaims } from '../../model/sign-in/identity.ts';
import type {
  AuthorizationRequest,
  AuthorizationResponse,
  CodeProviderClient,
} from '../../model/sign-in/provider-clients.ts';
import type { GitHubProvider } from '../../model/sign-in/sign-in-configuration.ts';
import type { HttpClient } from '../http/http-client.ts';
import { nameIn, vouchedAddress } from './claims.ts';
import { formRequest, ProviderRequests } from './provider-requests.ts';

/** GitHub's errors have status 200 and no token. */
const tokenAnswer = record({ access_token: optional(jsonText) });
const user = record({ id: count, name: ifValid(jsonText), login: ifValid(jsonText) });
const addresses = validItems(
  record({
    email: ifValid(jsonText),
    primary: ifValid(exactly(true)),
    verified: ifValid(exactly(true)),
  }),
);

/** GitHub.com or an Enterprise server. */
export class GitHubLogin implements CodeProviderClient {
  readonly flow = 'code';
  readonly provider: GitHubProvider;
  readonly #requests: ProviderRequests;

  constructor(provider: GitHubProvider, http: HttpClient) {
    this.provider = provider;
    this.#requests = new ProviderRequests(http, provider.name);
  }

  async authorizationUrl({ state, redirectUri, codeChallenge }: AuthorizationRequest): Promise<string> {
    const url = new URL(`${this.provider.issuer}/login/oauth/authorize`);
    const parameters = {
      client_id: this.provider.clientId,
      redirect_uri: redirectUri,
      scope: 'read:user user:email',
      state,
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.toString();
  }

  async identify({ code, redirectUri, codeVerifier }: AuthorizationResponse): Promise<Identity> {
    const { issuer, apiUrl, clientId, clientSecret } = this.provider;
    const fields = { client_id: clientId, client_secret: clientSecret, code };
    const { access_token: token } = await this.#requests.answer({
      requestName: 'the token request',
      url: `${issuer}/login/oauth/access_token`,
      request: formRequest({ ...fields, redirect_uri: redirectUri, code_verifier: codeVerifier }),
      codec: tokenAnswer,
    });
    if (token === undefined) throw this.#requests.error('the provider rejected its own login code');
    const headers = { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' };
    const { id, name, login } = await this.#requests.answer({
      requestName: 'the user request',
      url: `${apiUrl}/user`,
      request: { headers },
      codec: user,
      invalidReason: 'the response does not identify a user',
    });
    const emails = await this.#requests.answer({
      requestName: 'the email address request',
      url: `${apiUrl}/user/emails`,
      request: { headers },
      codec: addresses,
    });
    const primary = emails.find((address) => address.primary);
    return {
      issuer,
      subject: String(id),
      address: vouchedAddress(this.provider, primary?.email, primary?.verified === true),
      fullName: nameIn(name) || nameIn(login),
      claims: noClaims,
    };
  }
}
