// Verifies ID tokens and logout tokens: the signature by the provider's own keys, issuer, audience and times,
// and that an ID token belongs to the request.

import type { JSONWebKeySet, JWTPayload, errors as joseErrors } from 'jose';
import { ifValid, jsonText, list, openRecord, record } from '../../api-contract/codec.ts';
import type { ProviderRequests } from './provider-requests.ts';

/** The claims that every token of a provider must have. */
export interface TokenExpectation {
  readonly issuer: string;
  readonly clientId: string;
}

/** The claims that an ID token must have. */
export interface IdTokenExpectation extends TokenExpectation {
  readonly nonce: string;
}

/** Algorithms with a key pair of the provider; `none` and algorithms with a shared secret are excluded. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** The permitted clock skew and age of a token. */
const CLOCK_SECONDS = 60;
const AGE_SECONDS = 600;
/** How long keys are cached, and thus how long a revoked key remains valid. */
const KEYS_SECONDS = 600;
const KEYS_MAXIMUM = 100;
/** The library checks the other members of a key when it is used. */
const keySet = record({ keys: list(openRecord({ kty: ifValid(jsonText) }), KEYS_MAXIMUM) });
/** How long unauthenticated tokens cannot cause the keys to be fetched again. */
const KEYS_RETRY_SECONDS = 30;
/** The types of logout tokens; most providers use the general type. */
const LOGOUT_TYPES: ReadonlySet<string> = new Set(['logout+jwt', 'application/logout+jwt', 'jwt']);

/** Verifies tokens with a provider's signing keys, which are fetched again if a token has an unknown one. */
export class IdTokens {
  readonly #requests: ProviderRequests;
  #cached: { readonly url: string; readonly keys: JSONWebKeySet; readonly until: number } | undefined;

  constructor(requests: ProviderRequests) {
    this.#requests = requests;
  }

  /** The claims of an ID token after full verification. @throws SignInError */
  claims(token: string, keysUrl: string, expected: IdTokenExpectation): Promise<JWTPayload> {
    return this.#withKeys(keysUrl, (keys) => this.#verifyIdToken(token, keys, expected), KEYS_SECONDS);
  }

  /** The claims of a logout token after the checks that ID tokens also get. @throws SignInError */
  logOutClaims(token: string, keysUrl: string, expected: TokenExpectation): Promise<JWTPayload> {
    // Anyone can send one, so it must not cause a fetch each time.
    return this.#withKeys(
      keysUrl,
      (keys) => this.#verify(token, keys, expected, ['iat', 'exp', 'jti', 'events'], LOGOUT_TYPES),
      KEYS_SECONDS - KEYS_RETRY_SECONDS,
    );
  }

  /** @param maximumLeft keys that remain valid for more seconds than this are not fetched again */
  async #withKeys(
    keysUrl: string,
    verify: (keys: JSONWebKeySet) => Promise<JWTPayload>,
    maximumLeft: number,
  ): Promise<JWTPayload> {
    const { errors } = await import('jose');
    const cached =
      this.#cached?.url === keysUrl && this.#cached.until > performance.now() ? this.#cached : undefined;
    try {
      try {
        return await verify(cached?.keys ?? (await this.#fetchKeys(keysUrl)));
      } catch (error) {
        const isAboutKeys =
          error instanceof errors.JWKSNoMatchingKey ||
          error instanceof errors.JWSSignatureVerificationFailed ||
          isKeyError(error, errors.JOSEError);
        // The provider may have rotated its keys since.
        const mayRefetch = cached && cached.until - performance.now() <= maximumLeft * 1000;
        if (!mayRefetch || !isAboutKeys) throw error;
        return await verify(await this.#fetchKeys(keysUrl));
      }
    } catch (error) {
      if (isKeyError(error, errors.JOSEError))
        throw this.#requests.error('the signing key cannot be used; RSA keys need at least 2048 bits');
      if (!(error instanceof errors.JOSEError)) throw error;
      throw this.#requests.error(`the response cannot be trusted (${reasonOf(error)})`);
    }
  }

  async #verify(
    token: string,
    keys: JSONWebKeySet,
    { issuer, clientId }: TokenExpectation,
    requiredClaims: string[],
    types?: ReadonlySet<string>,
  ): Promise<JWTPayload> {
    const { createLocalJWKSet, jwtVerify } = await import('jose');
    const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(keys), {
      issuer,
      audience: clientId,
      algorithms: ALGORITHMS,
      requiredClaims,
      clockTolerance: CLOCK_SECONDS,
      maxTokenAge: AGE_SECONDS,
    });
    const { typ } = protectedHeader;
    if (types && typ !== undefined && !types.has(typ.toLowerCase()))
      throw this.#requests.error('the token has the wrong type');
    return payload;
  }

  async #verifyIdToken(
    token: string,
    keys: JSONWebKeySet,
    expected: IdTokenExpectation,
  ): Promise<JWTPayload> {
    const { clientId, nonce } = expected;
    const payload = await this.#verify(token, keys, expected, ['sub', 'exp', 'iat']);
    const hasSeveralAudiences = Array.isArray(payload.aud) && payload.aud.length > 1;
    if (hasSeveralAudiences || payload.azp !== undefined) {
      if (payload.azp !== clientId)
        throw this.#requests.error('the response is meant for another application');
    }
    if (payload.nonce !== nonce)
      throw this.#requests.error('the response belongs to another login attempt. Start again');
    return payload;
  }

  async #fetchKeys(url: string): Promise<JSONWebKeySet> {
    const { keys } = await this.#requests.answer({
      requestName: 'the key request',
      url,
      codec: keySet,
      invalidReason: 'the signing keys cannot be read',
    });
    const set: JSONWebKeySet = {
      keys: keys.flatMap(({ kty, ...key }) => (kty === undefined ? [] : [{ ...key, kty }])),
    };
    this.#cached = { url, keys: set, until: performance.now() + KEYS_SECONDS * 1000 };
    return set;
  }
}

/** Whether the platform, rather than the library, refused a key as broken, too short or unknown. */
function isKeyError(error: unknown, libraryError: typeof joseErrors.JOSEError): boolean {
  return !(error instanceof libraryError) && (error instanceof TypeError || error instanceof DOMException);
}

const reasons: Readonly<Record<string, string>> = {
  ERR_JWT_EXPIRED: 'it has expired',
  ERR_JWKS_NO_MATCHING_KEY: 'it was signed with a key that is not the provider’s',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'it was signed with a key that is not the provider’s',
  ERR_JOSE_ALG_NOT_ALLOWED: 'it is not signed, or its signature algorithm is not accepted',
};

/** Why a token is invalid, without quoting it. */
function reasonOf(error: { readonly code: string; readonly claim?: unknown }): string {
  const reason = reasons[error.code];
  if (reason !== undefined) return reason;
  return typeof error.claim === 'string' ? `the claim ${error.claim} is not valid` : 'it is not a token';
}
