// The options that browsers pass to an authenticator, in their own JSON form
// (`PublicKeyCredentialCreationOptionsJSON`, `PublicKeyCredentialRequestOptionsJSON`).

import { createHmac, randomBytes } from 'node:crypto';
import { anyText, integer, list, record } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Keyring } from '../accounts/credentials.ts';
import { ALGORITHMS } from './public-key.ts';
import type { RelyingParty } from './relying-party.ts';

const CHALLENGE_BYTES = 32;

const descriptor = record({ type: anyText, id: anyText, transports: list(anyText) });

/** The fields of the options to create a passkey. */
export const creationOptionsFields = {
  challenge: anyText,
  rp: record({ id: anyText, name: anyText }),
  user: record({ id: anyText, name: anyText, displayName: anyText }),
  pubKeyCredParams: list(record({ type: anyText, alg: integer() })),
  timeout: integer(),
  attestation: anyText,
  excludeCredentials: list(descriptor),
  authenticatorSelection: record({ residentKey: anyText, userVerification: anyText }),
};

/** The fields of the options to log in with a passkey. */
export const requestOptionsFields = {
  challenge: anyText,
  rpId: anyText,
  timeout: integer(),
  userVerification: anyText,
  allowCredentials: list(descriptor),
};

/** A passkey that an authenticator may have. */
export interface PasskeyDescriptor {
  readonly credentialId: string;
  readonly transports: readonly string[];
}

/** Unpredictable bytes that the authenticator signs. */
export function newChallenge(): string {
  return randomBytes(CHALLENGE_BYTES).toString('base64url');
}

/** The id under which authenticators store an account; it does not reveal who that is. */
export function userHandle({ secret }: Keyring, organizationId: number, accountId: number): string {
  return createHmac('sha256', secret)
    .update(`passkey user:${organizationId}:${accountId}`)
    .digest('base64url');
}

function describe({ credentialId, transports }: PasskeyDescriptor) {
  return { type: 'public-key', id: credentialId, transports: [...transports] };
}

/** The challenge and relying party of a request. */
interface CeremonyRequest {
  readonly challenge: string;
  readonly relyingParty: RelyingParty;
}

/**
 * Options to create a passkey. An authenticator that has one of the account's passkeys already does not create
 * another.
 */
export function creationOptions(
  { challenge, relyingParty }: CeremonyRequest,
  user: { readonly handle: string; readonly email: string; readonly fullName: string },
  organizationName: string,
  passkeys: readonly PasskeyDescriptor[],
) {
  return {
    challenge,
    rp: { id: relyingParty.id, name: organizationName },
    user: { id: user.handle, name: user.email, displayName: user.fullName },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: limits.passkeyChallengeSeconds * 1000,
    attestation: 'none',
    excludeCredentials: passkeys.map(describe),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  };
}

/** Options to log in with one of the given passkeys. */
export function requestOptions(
  { challenge, relyingParty }: CeremonyRequest,
  passkeys: readonly PasskeyDescriptor[],
) {
  return {
    challenge,
    rpId: relyingParty.id,
    timeout: limits.passkeyChallengeSeconds * 1000,
    userVerification: 'preferred',
    allowCredentials: passkeys.map(describe),
  };
}
