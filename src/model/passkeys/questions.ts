// What a browser is to ask an authenticator for, in the browsers' own shapes (`PublicKeyCredentialCreationOptionsJSON`,
// `PublicKeyCredentialRequestOptionsJSON`).

import { createHmac, randomBytes } from 'node:crypto';
import { anyText, integer, list, record } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Keyring } from '../accounts/credentials.ts';
import { ALGORITHMS } from './public-key.ts';
import type { RelyingParty } from './relying-party.ts';

const CHALLENGE_BYTES = 32;

const descriptor = record({ type: anyText, id: anyText, transports: list(anyText) });

/** The shape of what a passkey is made by. */
export const creationQuestion = {
  challenge: anyText,
  rp: record({ id: anyText, name: anyText }),
  user: record({ id: anyText, name: anyText, displayName: anyText }),
  pubKeyCredParams: list(record({ type: anyText, alg: integer() })),
  timeout: integer(),
  attestation: anyText,
  excludeCredentials: list(descriptor),
  authenticatorSelection: record({ residentKey: anyText, userVerification: anyText }),
};

/** The shape of what a passkey is asked by. */
export const requestQuestion = {
  challenge: anyText,
  rpId: anyText,
  timeout: integer(),
  userVerification: anyText,
  allowCredentials: list(descriptor),
};

/** A passkey that an authenticator may know. */
export interface Named {
  readonly credentialId: string;
  readonly transports: readonly string[];
}

/** What nobody can foresee, and an answer is signed with. */
export function newChallenge(): string {
  return randomBytes(CHALLENGE_BYTES).toString('base64url');
}

/** What authenticators call an account: nothing that says who it is. */
export function userHandle({ secret }: Keyring, organizationId: number, accountId: number): string {
  return createHmac('sha256', secret)
    .update(`passkey user:${organizationId}:${accountId}`)
    .digest('base64url');
}

function describe({ credentialId, transports }: Named) {
  return { type: 'public-key', id: credentialId, transports: [...transports] };
}

/** For whom, and by which challenge, a question is asked. */
interface Asked {
  readonly challenge: string;
  readonly relyingParty: RelyingParty;
}

/** Asks for a new passkey, which no authenticator makes that has one of the account already. */
export function creationQuestionOf(
  { challenge, relyingParty }: Asked,
  user: { readonly handle: string; readonly email: string; readonly fullName: string },
  organizationName: string,
  present: readonly Named[],
) {
  return {
    challenge,
    rp: { id: relyingParty.id, name: organizationName },
    user: { id: user.handle, name: user.email, displayName: user.fullName },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: limits.passkeyChallengeSeconds * 1000,
    attestation: 'none',
    excludeCredentials: present.map(describe),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  };
}

/** Asks for one of these passkeys. */
export function requestQuestionOf({ challenge, relyingParty }: Asked, present: readonly Named[]) {
  return {
    challenge,
    rpId: relyingParty.id,
    timeout: limits.passkeyChallengeSeconds * 1000,
    userVerification: 'preferred',
    allowCredentials: present.map(describe),
  };
}
