// Verifies ID tokens and logout tokens: the signature by the provider's own keys, for whom and by whom it was issued, that it still holds,
// and that it answers the question that was asked.

import type { JSONWebKeySet, JWTPayload, errors as joseErrors } from 'jose';
import { isRecord } from '../../api-contract/codec.ts';
import type { ProviderRequests } from './asking.ts';

/** What every token of a provider must say. */
export interface Addressed {
  readonly issuer: string;
  readonly clientId: string;
}

/** What an ID token must say. */
export interface Expected extends Addressed {
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
/** How long keys are not asked for again because of tokens that anybody may bring. */
const KEYS_REST_SECONDS = 30;
/** Of logout tokens; most providers call them what they call all others. */
const LOGOUT_TYPES: ReadonlySet<string> = new Set(['logout+jwt', 'application/logout+jwt', 'jwt']);

/** The keys that a provider signs with, asked for again where a token shows another one. */
export class IdTokens {
  readonly #requests: ProviderRequests;
  #kept: { readonly url: string; readonly keys: JSONWebKeySet; readonly until: number } | undefined;

  constructor(requests: ProviderRequests) {
    this.#requests = requests;
  }

  /** What an ID token claims, once all of it was checked. @throws SignInFailed */
  claims(token: string, keysUrl: string, expected: Expected): Promise<JWTPayload> {
    return this.#checked(keysUrl, (keys) => this.#verified(token, keys, expected), KEYS_SECONDS);
  }

  /** What a logout token claims, once it was checked as far as ID tokens are. @throws SignInFailed */
  logOutClaims(token: string, keysUrl: string, addressed: Addressed): Promise<JWTPayload> {
    // Anybody may bring one, so the provider is not asked for its keys each time.
    return this.#checked(
      keysUrl,
      (keys) => this.#signed(token, keys, addressed, ['iat', 'exp', 'jti', 'events'], LOGOUT_TYPES),
      KEYS_SECONDS - KEYS_REST_SECONDS,
    );
  }

  /** @param mostLeft keys that count for longer than so many seconds are not asked for again */
  async #checked(
    keysUrl: string,
    verify: (keys: JSONWebKeySet) => Promise<JWTPayload>,
    mostLeft: number,
  ): Promise<JWTPayload> {
    const { errors } = await import('jose');
    const kept = this.#kept?.url === keysUrl && this.#kept.until > performance.now() ? this.#kept : undefined;
    try {
      try {
        return await verify(kept?.keys ?? (await this.#ask(keysUrl)));
      } catch (error) {
        const isAboutKeys =
          error instanceof errors.JWKSNoMatchingKey ||
          error instanceof errors.JWSSignatureVerificationFailed ||
          isOfKeys(error, errors.JOSEError);
        // The provider may have other keys since they were asked for.
        const mayAsk = kept && kept.until - performance.now() <= mostLeft * 1000;
        if (!mayAsk || !isAboutKeys) throw error;
        return await verify(await this.#ask(keysUrl));
      }
    } catch (error) {
      if (isOfKeys(error, errors.JOSEError))
        throw this.#requests.failed('the key that it signs with cannot be used; RSA keys need 2048 bits');
      if (!(error instanceof errors.JOSEError)) throw error;
      throw this.#requests.failed(`what it says of you cannot be trusted (${problemOf(error)})`);
    }
  }

  async #signed(
    token: string,
    keys: JSONWebKeySet,
    { issuer, clientId }: Addressed,
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
      throw this.#requests.failed('what it sent is a token of another type');
    return payload;
  }

  async #verified(token: string, keys: JSONWebKeySet, expected: Expected): Promise<JWTPayload> {
    const { clientId, nonce } = expected;
    const payload = await this.#signed(token, keys, expected, ['sub', 'exp', 'iat']);
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
