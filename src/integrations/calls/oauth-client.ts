// An OAuth 2 client for one provider: the authorization address, and the exchange of codes and refresh tokens for
// access tokens. It is written by hand because the providers' documented responses lack a field that strict
// libraries require (`token_type`).

import { ifValid, jsonText, numberOrText, oneOf, record } from '../../api-contract/codec.ts';
import { exactSeconds } from '../../api-contract/time.ts';
import { invalidCredentials } from '../../model/calls/call-errors.ts';
import type { CallToken } from '../../model/calls/call-token.ts';
import { InvalidTokenError } from '../../model/calls/video-calls.ts';
import type { HttpClient, IncomingAnswer } from '../http/http-client.ts';
import { decodedAnswer, httpFailure, requestProvider } from './provider-requests.ts';

export interface OAuthProvider {
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  /** Space-separated; undefined if it is set at the provider. */
  readonly scope: string | undefined;
  /** How the client authenticates at the token endpoint. */
  readonly secretIn: 'header' | 'body';
}

/** Errors about the token rather than the request: RFC 6749, 5.2. */
const tokenError = record({ error: oneOf('invalid_grant', 'invalid_token') });
const tokenAnswer = record({
  access_token: jsonText,
  refresh_token: ifValid(jsonText),
  expires_in: ifValid(numberOrText),
});

/**
 * How long a refreshed token is reused: a request that read the old token before the new one was stored may
 * arrive this late.
 */
const REUSE_MILLISECONDS = 30_000;

export class OAuthClient {
  readonly #http: HttpClient;
  readonly #provider: OAuthProvider;
  /**
   * Refreshes that are running or just finished. Providers accept a refresh token once, and two requests may
   * need it at the same time.
   */
  readonly #refreshing = new Map<string, Promise<CallToken>>();

  constructor(http: HttpClient, provider: OAuthProvider) {
    this.#http = http;
    this.#provider = provider;
  }

  /** The address at which a person authorizes access in the browser. */
  authorizationUrl(state: string, redirectUri: string, challenge: string): string {
    const { authorizationUrl, clientId, scope } = this.#provider;
    const url = new URL(authorizationUrl);
    url.searchParams.set('response_type', 'code');
    url.searchParams.set('client_id', clientId);
    url.searchParams.set('redirect_uri', redirectUri);
    if (scope !== undefined) url.searchParams.set('scope', scope);
    url.searchParams.set('state', state);
    url.searchParams.set('code_challenge', challenge);
    url.searchParams.set('code_challenge_method', 'S256');
    return url.toString();
  }

  /** Exchanges a code for a token. @throws if the provider refuses the code */
  async exchange(code: string, redirectUri: string, verifier: string): Promise<CallToken> {
    const { name } = this.#provider;
    const answer = await this.#requestToken({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    });
    const token = answer.status === 200 ? tokenIn(answer) : undefined;
    if (!token) throw invalidCredentials(name);
    return token;
  }

  /** Refreshes an expired token. @throws InvalidTokenError if the provider no longer accepts the refresh token */
  refresh(token: CallToken): Promise<CallToken> {
    const { refreshToken } = token;
    if (refreshToken === undefined) return Promise.reject(new InvalidTokenError());
    const ongoing = this.#refreshing.get(refreshToken);
    if (ongoing) return ongoing;
    const refreshed = this.#refresh(refreshToken);
    this.#refreshing.set(refreshToken, refreshed);
    const forget = () => this.#refreshing.delete(refreshToken);
    refreshed.then(() => setTimeout(forget, REUSE_MILLISECONDS).unref(), forget);
    return refreshed;
  }

  async #refresh(refreshToken: string): Promise<CallToken> {
    const answer = await this.#requestToken({ grant_type: 'refresh_token', refresh_token: refreshToken });
    if (answer.status === 200) {
      const token = tokenIn(answer);
      if (!token) throw new InvalidTokenError();
      // A provider that sends no new refresh token still accepts the old one.
      return { refreshToken, ...token };
    }
    if (answer.status === 401 || decodedAnswer(tokenError, answer)) throw new InvalidTokenError();
    throw httpFailure(this.#provider.name, answer);
  }

  #requestToken(fields: Readonly<Record<string, string>>): Promise<IncomingAnswer> {
    const { name, tokenUrl, clientId, clientSecret, secretIn } = this.#provider;
    const isInBody = secretIn === 'body';
    const body = new URLSearchParams({
      ...fields,
      ...(isInBody && { client_id: clientId, client_secret: clientSecret }),
    });
    return requestProvider(this.#http, name, tokenUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
        ...(!isInBody && { authorization: basicCredentials(clientId, clientSecret) }),
      },
      body: body.toString(),
    });
  }
}

/** Basic credentials, encoded as RFC 6749, 2.3.1, requires. */
export function basicCredentials(clientId: string, clientSecret: string): string {
  const encoded = [clientId, clientSecret].map((part) =>
    new URLSearchParams([['', part]]).toString().slice(1),
  );
  return `Basic ${Buffer.from(encoded.join(':')).toString('base64')}`;
}

/** The token in a token endpoint's response; undefined if there is none. */
function tokenIn(answer: IncomingAnswer): CallToken | undefined {
  const decoded = decodedAnswer(tokenAnswer, answer);
  if (!decoded || decoded.access_token === '') return undefined;
  const { access_token: accessToken, refresh_token: refreshToken = '', expires_in: expiresIn } = decoded;
  return {
    accessToken,
    ...(refreshToken !== '' && { refreshToken }),
    ...(expiresIn !== undefined && { expiresAt: Math.floor(exactSeconds() + expiresIn) }),
  };
}
