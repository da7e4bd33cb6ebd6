// Login with OpenID Connect: discovers the provider's endpoints, exchanges a code for an ID token with PKCE
// and the client secret, and queries the user info endpoint for missing claims.

import { isRecord } from '../../api-contract/codec.ts';
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
import { attributeIn, mappedClaims } from './claim-mapping.ts';
import { nameIn, vouchedAddress } from './claims.ts';
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

type Claims = Readonly<Record<string, unknown>>;

/** How long the configuration is cached. */
const METADATA_SECONDS = 3600;
/** How long a failed discovery is not repeated. */
const FAILED_SECONDS = 5;

export class OpenIdLogin implements CodeProviderClient {
  readonly answers = 'with a code';
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

  async authorizationUrl(departure: AuthorizationRequest): Promise<string> {
    const { authorizationUrl } = await this.#metadata();
    const { clientId, scopes } = this.provider;
    const url = new URL(authorizationUrl);
    const parameters = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: departure.redirectUri,
      scope: scopes.join(' '),
      state: departure.state,
      nonce: departure.nonce,
      code_challenge: departure.codeChallenge,
      code_challenge_method: 'S256',
      ...(departure.forcesLogin && { prompt: 'login', max_age: '0' }),
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.toString();
  }

  async identify(arrival: AuthorizationResponse): Promise<Identity> {
    const { issuer, clientId } = this.provider;
    const metadata = await this.#metadata();
    const isOtherIssuer = arrival.issuer !== '' && arrival.issuer !== issuer;
    if (isOtherIssuer || (arrival.issuer === '' && metadata.sendsIssuer))
      throw this.#requests.error('the response came from another provider');
    const answer = await this.#exchange(metadata, arrival);
    const { id_token: idToken, access_token: accessToken } = answer;
    if (typeof idToken !== 'string') throw this.#requests.error('the response does not identify a user');
    const claims = await this.#idTokens.claims(idToken, metadata.keysUrl, {
      issuer,
      clientId,
      nonce: arrival.nonce,
    });
    const identity = this.#identityIn(await this.#complete(claims, metadata.userInfoUrl, accessToken));
    const hint = idToken.length <= limits.idTokenHintCharacters ? idToken : undefined;
    return { ...identity, session: { sid: sessionIdIn(claims), idToken: hint } };
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
    return loggedOutIn(await this.#idTokens.logOutClaims(token, keysUrl, { issuer, clientId }), (reason) =>
      this.#requests.error(reason),
    );
  }

  #exchange({ tokenUrl, secretIn }: Metadata, arrival: AuthorizationResponse): Promise<Claims> {
    const { clientId, clientSecret } = this.provider;
    const fields = {
      grant_type: 'authorization_code',
      code: arrival.code,
      redirect_uri: arrival.redirectUri,
      code_verifier: arrival.codeVerifier,
    };
    const request =
      secretIn === 'body'
        ? formRequest({ ...fields, client_id: clientId, client_secret: clientSecret })
        : formRequest(fields, { authorization: basicCredentials(clientId, clientSecret) });
    return this.#requests.object('the token request', tokenUrl, request);
  }

  /** The claims with missing ones added from the user info endpoint. */
  async #complete(claims: Claims, url: string | undefined, accessToken: unknown): Promise<Claims> {
    const { nameAttribute, roles, groups, profileFields } = this.provider;
    const attributes = [
      roles?.attribute,
      groups?.attribute,
      ...profileFields.map(([, attribute]) => attribute),
    ];
    const needed = ['email', nameAttribute, ...attributes.filter((name) => name !== undefined)];
    const isComplete =
      needed.every((name) => attributeIn(claims, name) !== undefined) && this.#hasAddress(claims);
    if (isComplete || url === undefined || typeof accessToken !== 'string') return claims;
    const headers = { authorization: `Bearer ${accessToken}` };
    const userInfo = await this.#requests.object('the user info request', url, { headers });
    if (userInfo.sub !== claims.sub) throw this.#requests.error('the responses identify different users');
    const { email, email_verified } = this.#hasAddress(claims) ? claims : userInfo;
    return { ...userInfo, ...claims, email, email_verified };
  }

  /**
   * Whether the claims hold an address with its verification status; the two must not be mixed from different responses.
   */
  #hasAddress({ email, email_verified: verified }: Claims): boolean {
    return email !== undefined && (verified !== undefined || this.provider.addresses === 'trusted');
  }

  #identityIn(claims: Claims): Identity {
    const { issuer, addresses } = this.provider;
    const { sub, email, email_verified: verified } = claims;
    const authenticatedAt = Math.floor(Number(claims.auth_time));
    if (typeof sub !== 'string' || sub.length > limits.signInSubjectCharacters || !/^[\x20-\x7e]+$/.test(sub))
      throw this.#requests.error('the response does not identify a user');
    // Some providers send it as a string.
    const isVerified = addresses === 'trusted' || verified === true || verified === 'true';
    return {
      issuer,
      subject: sub,
      address: vouchedAddress(this.provider, email, isVerified),
      fullName: nameIn(attributeIn(claims, this.provider.nameAttribute)),
      claims: mappedClaims(claims, this.provider),
      ...(Number.isSafeInteger(authenticatedAt) && { authenticatedAt }),
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
    const document = await this.#requests.object('the discovery request', url);
    if (document.issuer !== issuer)
      throw this.#requests.error('its issuer differs from the one configured on this server');
    const methods: unknown = document.token_endpoint_auth_methods_supported;
    const takesHeader = !Array.isArray(methods) || methods.includes('client_secret_basic');
    const metadata: Metadata = {
      authorizationUrl: this.#endpoint(document, 'authorization_endpoint'),
      tokenUrl: this.#endpoint(document, 'token_endpoint'),
      keysUrl: this.#endpoint(document, 'jwks_uri'),
      userInfoUrl:
        document.userinfo_endpoint === undefined ? undefined : this.#endpoint(document, 'userinfo_endpoint'),
      logOutUrl:
        document.end_session_endpoint === undefined
          ? undefined
          : this.#endpoint(document, 'end_session_endpoint'),
      secretIn: takesHeader ? 'header' : 'body',
      sendsIssuer: isRecord(document) && document.authorization_response_iss_parameter_supported === true,
    };
    this.#cached = { metadata, until: performance.now() + METADATA_SECONDS * 1000 };
    return metadata;
  }

  /** An endpoint of the configuration; it must use HTTPS, or the issuer's protocol. */
  #endpoint(document: Claims, name: string): string {
    const value = document[name];
    const { protocol } = new URL(this.provider.issuer);
    const isAddress = typeof value === 'string' && URL.canParse(value);
    if (!isAddress || ![protocol, 'https:'].includes(new URL(value).protocol))
      throw this.#requests.error(`the provider metadata has no usable ${name}`);
    return value;
  }
}
