// Login with OpenID Connect: discovers the provider's endpoints, exchanges a code for an ID token with PKCE
// and the client secret, and queries the user info endpoint for missing claims.

import {
  anyList,
  type Codec,
  type Decoded,
  exactly,
  ifValid,
  jsonText,
  optional,
  record,
  wrongType,
} from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { type Identity, SignInError } from '../../model/sign-in/identity.ts';
import type {
  AuthorizationRequest,
  AuthorizationResponse,
  CodeProviderClient,
  LogoutNotice,
  LogoutRequest,
} from '../../model/sign-in/provider-clients.ts';
import type { OpenIdProvider } from '../../model/sign-in/sign-in-configuration.ts';
import { basicCredentials } from '../calls/oauth-client.ts';
import type { HttpClient } from '../http/http-client.ts';
import { attributeIn, decodedAttribute, mappedClaims } from './claim-mapping.ts';
import { nameIn, personClaims, vouchedAddress } from './claims.ts';
import { IdTokens } from './id-token.ts';
import { loggedOutIn, sessionIdIn } from './logout-token.ts';
import { formRequest, ProviderRequests } from './provider-requests.ts';

/** The provider's configuration, from discovery. */
interface Metadata {
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly keysUrl: string;
  readonly userInfoUrl: string | undefined;
  readonly logOutUrl: string | undefined;
  /** How the client authenticates at the token endpoint. */
  readonly secretIn: 'header' | 'body';
  /** Whether the provider names itself when it redirects back. */
  readonly sendsIssuer: boolean;
}

type PersonClaims = Decoded<typeof personClaims>;

const tokenAnswer = record({ id_token: jsonText, access_token: ifValid(jsonText) });

/** The parts of a provider's configuration that are used. */
function metadataCodec(issuer: string) {
  const endpoint = endpointOf(new URL(issuer).protocol);
  return record({
    issuer: jsonText,
    authorization_endpoint: endpoint,
    token_endpoint: endpoint,
    jwks_uri: endpoint,
    userinfo_endpoint: optional(endpoint),
    end_session_endpoint: optional(endpoint),
    token_endpoint_auth_methods_supported: ifValid(anyList),
    authorization_response_iss_parameter_supported: ifValid(exactly(true)),
  });
}

/** An address that uses HTTPS, or the issuer's protocol. */
function endpointOf(protocol: string): Codec<string> {
  return {
    schema: { type: 'string', format: 'uri' },
    decode(value, path) {
      const address = jsonText.decode(value, path);
      if (!URL.canParse(address) || ![protocol, 'https:'].includes(new URL(address).protocol))
        throw wrongType(path, 'an HTTPS address', value);
      return address;
    },
  };
}

const NO_USER = 'the response does not identify a user';
/** How long the configuration is cached. */
const METADATA_SECONDS = 3600;
/** How long a failed discovery is not repeated. */
const FAILED_SECONDS = 5;

export class OpenIdLogin implements CodeProviderClient {
  readonly flow = 'code';
  readonly provider: OpenIdProvider;
  readonly #requests: ProviderRequests;
  readonly #idTokens: IdTokens;
  #cached: { readonly metadata: Metadata; readonly until: number } | undefined;
  /** The last failure, so that an unavailable provider is not queried for each login. */
  #failed: { readonly error: SignInError; readonly until: number } | undefined;
  /** The running discovery, shared by all that wait. */
  #discovering: Promise<Metadata> | undefined;

  constructor(provider: OpenIdProvider, http: HttpClient) {
    this.provider = provider;
    this.#requests = new ProviderRequests(http, provider.name);
    this.#idTokens = new IdTokens(this.#requests);
  }

  async authorizationUrl(request: AuthorizationRequest): Promise<string> {
    const { authorizationUrl } = await this.#metadata();
    const { clientId, scopes } = this.provider;
    const url = new URL(authorizationUrl);
    const parameters = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: request.redirectUri,
      scope: scopes.join(' '),
      state: request.state,
      nonce: request.nonce,
      code_challenge: request.codeChallenge,
      code_challenge_method: 'S256',
      ...(request.forcesLogin && { prompt: 'login', max_age: '0' }),
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.toString();
  }

  async identify(response: AuthorizationResponse): Promise<Identity> {
    const { issuer, clientId } = this.provider;
    const metadata = await this.#metadata();
    const isOtherIssuer = response.issuer !== '' && response.issuer !== issuer;
    if (isOtherIssuer || (response.issuer === '' && metadata.sendsIssuer))
      throw this.#requests.error('the response came from another provider');
    const { id_token: idToken, access_token: accessToken } = await this.#exchange(metadata, response);
    const verified = await this.#idTokens.claims(idToken, metadata.keysUrl, {
      issuer,
      clientId,
      nonce: response.nonce,
    });
    const claims = this.#requests.decoded(personClaims, verified, NO_USER);
    const identity = this.#identityIn(await this.#complete(claims, metadata.userInfoUrl, accessToken));
    const hint = idToken.length <= limits.idTokenHintCharacters ? idToken : undefined;
    return { ...identity, session: { sid: sessionIdIn(verified), idToken: hint } };
  }

  async logOutUrl({ idToken, redirectUri, state }: LogoutRequest): Promise<string | undefined> {
    const { logOutUrl } = await this.#metadata();
    if (logOutUrl === undefined) return undefined;
    const url = new URL(logOutUrl);
    if (idToken !== undefined) url.searchParams.set('id_token_hint', idToken);
    url.searchParams.set('client_id', this.provider.clientId);
    url.searchParams.set('post_logout_redirect_uri', redirectUri);
    url.searchParams.set('state', state);
    return url.toString();
  }

  async loggedOut(token: string): Promise<LogoutNotice> {
    const { issuer, clientId } = this.provider;
    const { keysUrl } = await this.#metadata();
    return loggedOutIn(
      await this.#idTokens.logOutClaims(token, keysUrl, { issuer, clientId }),
      this.#requests,
    );
  }

  #exchange(
    { tokenUrl, secretIn }: Metadata,
    response: AuthorizationResponse,
  ): Promise<Decoded<typeof tokenAnswer>> {
    const { clientId, clientSecret } = this.provider;
    const fields = {
      grant_type: 'authorization_code',
      code: response.code,
      redirect_uri: response.redirectUri,
      code_verifier: response.codeVerifier,
    };
    const request =
      secretIn === 'body'
        ? formRequest({ ...fields, client_id: clientId, client_secret: clientSecret })
        : formRequest(fields, { authorization: basicCredentials(clientId, clientSecret) });
    const requestName = 'the token request';
    return this.#requests.answer({
      requestName,
      url: tokenUrl,
      request,
      codec: tokenAnswer,
      invalidReason: NO_USER,
    });
  }

  /** The claims with missing ones added from the user info endpoint. */
  async #complete(
    claims: PersonClaims,
    url: string | undefined,
    accessToken: string | undefined,
  ): Promise<PersonClaims> {
    const { nameAttribute, roles, groups, profileFields } = this.provider;
    const attributes = [
      roles?.attribute,
      groups?.attribute,
      ...profileFields.map(([, attribute]) => attribute),
    ];
    const neededClaims = ['email', nameAttribute, ...attributes.filter((name) => name !== undefined)];
    const isComplete =
      neededClaims.every((name) => attributeIn(claims, name) !== undefined) && this.#hasAddress(claims);
    if (isComplete || url === undefined || accessToken === undefined) return claims;
    const headers = { authorization: `Bearer ${accessToken}` };
    const userInfo = await this.#requests.answer({
      requestName: 'the user info request',
      url,
      request: { headers },
      codec: personClaims,
      invalidReason: NO_USER,
    });
    if (userInfo.sub !== claims.sub) throw this.#requests.error('the responses identify different users');
    const { email, email_verified } = this.#hasAddress(claims) ? claims : userInfo;
    return { ...userInfo, ...claims, email, email_verified };
  }

  /**
   * Whether the claims hold an address with its verification status; the two must not be mixed from different responses.
   */
  #hasAddress({ email, email_verified: verified }: PersonClaims): boolean {
    return email !== undefined && (verified !== undefined || this.provider.addresses === 'trusted');
  }

  #identityIn(claims: PersonClaims): Identity {
    const { issuer, addresses, nameAttribute } = this.provider;
    const { sub, email, email_verified: verified, auth_time: authenticatedAt } = claims;
    const isVerified = addresses === 'trusted' || verified === true || verified === 'true';
    return {
      issuer,
      subject: sub,
      address: vouchedAddress(this.provider, email, isVerified),
      fullName: nameIn(decodedAttribute(jsonText, claims, nameAttribute)),
      claims: mappedClaims(claims, this.provider),
      ...(authenticatedAt !== undefined && { authenticatedAt: Math.floor(authenticatedAt) }),
    };
  }

  async #metadata(): Promise<Metadata> {
    const now = performance.now();
    if (this.#cached && this.#cached.until > now) return this.#cached.metadata;
    if (this.#failed && this.#failed.until > now) throw this.#failed.error;
    this.#discovering ??= this.#discover()
      .catch((error: unknown) => {
        if (error instanceof SignInError)
          this.#failed = { error, until: performance.now() + FAILED_SECONDS * 1000 };
        throw error;
      })
      .finally(() => {
        this.#discovering = undefined;
      });
    return this.#discovering;
  }

  async #discover(): Promise<Metadata> {
    const { issuer } = this.provider;
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const document = await this.#requests.answer({
      requestName: 'the discovery request',
      url,
      codec: metadataCodec(issuer),
      invalidReason: 'the provider metadata cannot be used',
    });
    if (document.issuer !== issuer)
      throw this.#requests.error('its issuer differs from the one configured on this server');
    const methods = document.token_endpoint_auth_methods_supported;
    const takesHeader = !methods || methods.includes('client_secret_basic');
    const metadata: Metadata = {
      authorizationUrl: document.authorization_endpoint,
      tokenUrl: document.token_endpoint,
      keysUrl: document.jwks_uri,
      userInfoUrl: document.userinfo_endpoint,
      logOutUrl: document.end_session_endpoint,
      secretIn: takesHeader ? 'header' : 'body',
      sendsIssuer: document.authorization_response_iss_parameter_supported === true,
    };
    this.#cached = { metadata, until: performance.now() + METADATA_SECONDS * 1000 };
    return metadata;
  }
}
