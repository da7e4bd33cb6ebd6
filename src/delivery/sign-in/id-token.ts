// Verifies ID tokens: the signature by the provider's own keys, for whom and by whom it was issued, that it still holds,
// and that it answers the question that was asked.

import type { JSONWebKeySet, JWTPayload, errors as joseErrors } from 'jose';
import { isRecord } from '../../contract/codec.ts';
import type { ProviderRequests } from './asking.ts';

/** What a token must say. */
export interface Expected {
  readonly issuer: string;
  readonly clientId: string;
  readonly nonce: string;
}

/** Those that need a key of the provider's own; `none` and the ones with a shared secret are not among them. */
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
/** How far the clocks may differ, and how long ago a token may have been issued. */
const CLOCK_SECONDS = 60;
const AGE_SECONDS = 600;
/** How long keys are believed; a key that the provider takes back counts no longer than that. */
const KEYS_SECONDS = 600;
const KEYS_MAXIMUM = 100;

/** The keys that a provider signs with, asked for again where a token shows another one. */
export class IdTokens {
  readonly #requests: ProviderRequests;
  #kept: { readonly url: string; readonly keys: JSONWebKeySet; readonly until: number } | undefined;

  constructor(requests: ProviderRequests) {
    this.#requests = requests;
  }

  /** What a token claims, once all of it was checked. @throws SignInFailed */
  async claims(token: string, keysUrl: string, expected: Expected): Promise<JWTPayload> {
    const { errors } = await import('jose');
    const kept = this.#kept?.url === keysUrl && this.#kept.until > performance.now() ? this.#kept : undefined;
    try {
      try {
        return await this.#verified(token, kept?.keys ?? (await this.#ask(keysUrl)), expected);
      } catch (error) {
        const isAboutKeys =
          error instanceof errors.JWKSNoMatchingKey ||
          error instanceof errors.JWSSignatureVerificationFailed ||
          isOfKeys(error, errors.JOSEError);
        // The provider may have other keys since they were asked for.
        if (!kept || !isAboutKeys) throw error;
        return await this.#verified(token, await this.#ask(keysUrl), expected);
      }
    } catch (error) {
      if (isOfKeys(error, errors.JOSEError))
        throw this.#requests.failed('the key that it signs with cannot be used; RSA keys need 2048 bits');
      if (!(error instanceof errors.JOSEError)) throw error;
      throw this.#requests.failed(`what it says of you cannot be trusted (${problemOf(error)})`);
    }
  }

  async #verified(token: string, keys: JSONWebKeySet, expected: Expected): Promise<JWTPayload> {
    const { createLocalJWKSet, jwtVerify } = await import('jose');
    const { issuer, clientId, nonce } = expected;
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      issuer,
      audience: clientId,
      algorithms: ALGORITHMS,
      requiredClaims: ['sub', 'exp', 'iat'],
      clockTolerance: CLOCK_SECONDS,
      maxTokenAge: AGE_SECONDS,
    });
    const isForMany = Array.isArray(payload.aud) && payload.aud.length > 1;
    if (isForMany || payload.azp !== undefined) {
      if (payload.azp !== clientId)
        throw this.#requests.failed('what it says of you was meant for another program');
    }
    if (payload.nonce !== nonce)
      throw this.#requests.failed('its answer belongs to another attempt. Begin once more');
    return payload;
  }

  async #ask(url: string): Promise<JSONWebKeySet> {
    const { keys } = await this.#requests.object('the question for its keys', url);
    if (!Array.isArray(keys) || keys.length > KEYS_MAXIMUM || !keys.every(isRecord))
      throw this.#requests.failed('its keys cannot be read');
    const set = { keys: keys.filter(({ kty }) => typeof kty === 'string') } as JSONWebKeySet;
    this.#kept = { url, keys: set, until: performance.now() + KEYS_SECONDS * 1000 };
    return set;
  }
}

/** Whether it is what the platform throws, in place of the library, for a key that is broken, too short or unknown to it. */
function isOfKeys(error: unknown, libraryError: typeof joseErrors.JOSEError): boolean {
  return !(error instanceof libraryError) && (error instanceof TypeError || error instanceof DOMException);
}

const problems: Readonly<Record<string, string>> = {
  ERR_JWT_EXPIRED: 'it is too old',
  ERR_JWKS_NO_MATCHING_KEY: 'it was signed with a key that is not the provider’s',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'it was signed with a key that is not the provider’s',
  ERR_JOSE_ALG_NOT_ALLOWED: 'it was not signed, or in a way that is not taken',
};

/** Why a token does not count, without a word of it. */
function problemOf(error: { readonly code: string; readonly claim?: unknown }): string {
  const known = problems[error.code];
  if (known !== undefined) return known;
  return typeof error.claim === 'string' ? `its claim ${error.claim} is not right` : 'it is none';
}
