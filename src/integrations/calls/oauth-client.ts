// The client's side of OAuth 2 for one provider: where people give access, and how codes and refresh tokens become
// access tokens. Written out rather than taken from a library, since the providers' documented answers leave out
// what strict clients insist on (`token_type`).

import { exactSeconds } from '../../api-contract/time.ts';
import { invalidCredentials } from '../../model/calls/refusals.ts';
import type { CallToken } from '../../model/calls/token.ts';
import { TokenRefused } from '../../model/calls/video-calls.ts';
import type { HttpClient, IncomingAnswer } from '../http/http-client.ts';
import { ask, httpFailure, objectIn } from './asking.ts';

export interface OAuthProvider {
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  /** Space-separated; undefined where the provider's own configuration says it. */
  readonly scope: string | undefined;
  /** How the server shows who it is to the token endpoint. */
  readonly secretIn: 'header' | 'body';
}

/** Refusals that speak of the token and not of the request: RFC 6749, 5.2. */
const aboutTheToken: readonly unknown[] = ['invalid_grant', 'invalid_token'];

/** A request that read the old token before the new one was stored comes so much later at most. */
const LATE_MILLISECONDS = 30_000;

/** The requests of OAuth 2 to one provider. */
export class OAuthClient {
  readonly #http: HttpClient;
  readonly #provider: OAuthProvider;
  /** Refreshes under way, or just done: providers take a refresh token once, and two requests may come at the same time. */
  readonly #refreshing = new Map<string, Promise<CallToken>>();

  constructor(http: HttpClient, provider: OAuthProvider) {
    this.#http = http;
    this.#provider = provider;
  }

  /** Where a person's browser goes to give access. */
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

  /** The token for a code. Refuses a code that the provider does not take. */
  async exchange(code: string, redirectUri: string, verifier: string): Promise<CallToken> {
    const { name } = this.#provider;
    const answer = await this.#ask({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    });
    const token = answer.status === 200 ? tokenIn(answer) : undefined;
    if (!token) throw invalidCredentials(name);
    return token;
  }

  /** A new token for one that ran out. Throws `TokenRefused` when the provider no longer gives any. */
  refresh(token: CallToken): Promise<CallToken> {
    const { refreshToken } = token;
    if (refreshToken === undefined) return Promise.reject(new TokenRefused());
    const present = this.#refreshing.get(refreshToken);
    if (present) return present;
    const made = this.#refresh(refreshToken);
    this.#refreshing.set(refreshToken, made);
    const forget = () => this.#refreshing.delete(refreshToken);
    made.then(() => setTimeout(forget, LATE_MILLISECONDS).unref(), forget);
    return made;
  }

  async #refresh(refreshToken: string): Promise<CallToken> {
    const answer = await this.#ask({ grant_type: 'refresh_token', refresh_token: refreshToken });
    if (answer.status === 200) {
      const token = tokenIn(answer);
      if (!token) throw new TokenRefused();
      // A provider that sends no new refresh token goes on taking the old one.
      return { refreshToken, ...token };
    }
    if (answer.status === 401 || aboutTheToken.includes(objectIn(answer).error)) throw new TokenRefused();
    throw httpFailure(this.#provider.name, answer);
  }

  #ask(fields: Readonly<Record<string, string>>): Promise<IncomingAnswer> {
    const { name, tokenUrl, clientId, clientSecret, secretIn } = this.#provider;
    const isInBody = secretIn === 'body';
    const body = new URLSearchParams({
      ...fields,
      ...(isInBody && { client_id: clientId, client_secret: clientSecret }),
    });
    return ask(this.#http, name, tokenUrl, {
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

/** Basic credentials with the encoding that RFC 6749, 2.3.1, asks for. */
export function basicCredentials(clientId: string, clientSecret: string): string {
  const encoded = [clientId, clientSecret].map((part) =>
    new URLSearchParams([['', part]]).toString().slice(1),
  );
  return `Basic ${Buffer.from(encoded.join(':')).toString('base64')}`;
}

/** The token of a token endpoint's answer; undefined when it holds none. */
function tokenIn(answer: IncomingAnswer): CallToken | undefined {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresIn } = objectIn(answer);
  if (typeof accessToken !== 'string' || accessToken === '') return undefined;
  const seconds = Number(expiresIn ?? Number.NaN);
  return {
    accessToken,
    ...(typeof refreshToken === 'string' && refreshToken !== '' && { refreshToken }),
    ...(Number.isFinite(seconds) && { expiresAt: Math.floor(exactSeconds() + seconds) }),
  };
}
