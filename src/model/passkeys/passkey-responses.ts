// Verifies a browser's response from an authenticator: its challenge is from this server, its page belongs to
// this organization, the user was present, and its signature is valid (Web Authentication, 7.1 and 7.2). No
// attestation, which would state the authenticator's maker, is requested. Browsers therefore provide a new
// passkey's key directly, and nothing else of the attestation is read.

import { createHash, timingSafeEqual } from 'node:crypto';
import {
  anyJson,
  anyText,
  type Decoded,
  decodedOrUndefined,
  optional,
  record,
} from '../../api-contract/codec.ts';
import { parseJson } from '../../api-contract/json.ts';
import { type AuthenticatorData, readAuthenticatorData } from './authenticator-data.ts';
import { isValidSignature, readPublicKey } from './public-key.ts';
import type { RelyingParty } from './relying-party.ts';

/** The response for a new passkey. Names are those of `RegistrationResponseJSON`; all values are base64url. */
export interface NewPasskeyResponse {
  readonly id: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly publicKey: string;
    readonly transports?: readonly string[];
  };
}

/** The response for an existing passkey (`AuthenticationResponseJSON`). */
export interface PasskeyResponse {
  readonly id: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
  };
}

/** The stored data by which a passkey is recognized. */
export interface StoredPasskey {
  /** In base64url, like the browsers' ids. */
  readonly credentialId: string;
  /** In base64url. */
  readonly publicKey: string;
  readonly counter: number;
}

/** The transports that browsers distinguish. Others are dropped. */
const TRANSPORTS = ['ble', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/** Decodes base64url; undefined for any other text. */
function bytesOf(text: string): Buffer | undefined {
  return /^[\w-]+$/.test(text) ? Buffer.from(text, 'base64url') : undefined;
}

function sha256(data: Buffer | string): Buffer {
  return createHash('sha256').update(data).digest();
}

/** The browser's statement about the page that made the request. */
const clientData = record({
  type: optional(anyJson),
  challenge: anyText,
  origin: optional(anyJson),
  crossOrigin: optional(anyJson),
});

function readClientData(encoded: string): Decoded<typeof clientData> | undefined {
  return decodedOrUndefined(clientData, parseJson(bytesOf(encoded)?.toString('utf8') ?? ''));
}

/** The form of this server's challenges: 32 bytes in base64url. */
const CHALLENGE = /^[\w-]{43}$/;

/**
 * The challenge that a response belongs to, which the caller must look up; empty if it cannot be from this server.
 */
export function challengeOf({ response }: NewPasskeyResponse | PasskeyResponse): string {
  const { challenge = '' } = readClientData(response.clientDataJSON) ?? {};
  return CHALLENGE.test(challenge) ? challenge : '';
}

/**
 * The authenticator's data if a page of the relying party requested it and the user was present; undefined otherwise.
 */
function verifiedData(
  { response }: NewPasskeyResponse | PasskeyResponse,
  type: 'webauthn.create' | 'webauthn.get',
  { id, origin }: RelyingParty,
): AuthenticatorData | undefined {
  const page = readClientData(response.clientDataJSON);
  if (page?.type !== type || page.origin !== origin) return undefined;
  if (page.crossOrigin !== undefined && page.crossOrigin !== false) return undefined;
  const data = readAuthenticatorData(bytesOf(response.authenticatorData) ?? Buffer.alloc(0));
  if (!data?.isPresent || !timingSafeEqual(data.relyingPartyHash, sha256(id))) return undefined;
  return data;
}

/** The new passkey to store; undefined if the response is not valid. The caller must check the challenge. */
export function verifyNewPasskey(
  answer: NewPasskeyResponse,
  relyingParty: RelyingParty,
): (StoredPasskey & { readonly transports: readonly string[] }) | undefined {
  const data = verifiedData(answer, 'webauthn.create', relyingParty);
  if (!data?.credentialId || data.credentialId.toString('base64url') !== answer.id) return undefined;
  const key = readPublicKey(bytesOf(answer.response.publicKey) ?? Buffer.alloc(0));
  if (!key) return undefined;
  const { transports = [] } = answer.response;
  return {
    credentialId: answer.id,
    publicKey: key.export({ format: 'der', type: 'spki' }).toString('base64url'),
    counter: data.counter,
    transports: TRANSPORTS.filter((name) => transports.includes(name)),
  };
}

/**
 * Verifies the response of an existing passkey, and returns the authenticator's signature counter. Undefined if
 * the response is not valid. A counter in use must have increased; otherwise the passkey was copied. The caller
 * must check the challenge.
 */
export function verifyPasskey(
  answer: PasskeyResponse,
  { publicKey, counter }: Pick<StoredPasskey, 'publicKey' | 'counter'>,
  relyingParty: RelyingParty,
): number | undefined {
  const data = verifiedData(answer, 'webauthn.get', relyingParty);
  if (!data) return undefined;
  const { clientDataJSON, authenticatorData, signature } = answer.response;
  const [clientData, signedData, signatureBytes] = [clientDataJSON, authenticatorData, signature].map(
    bytesOf,
  );
  const key = readPublicKey(Buffer.from(publicKey, 'base64url'));
  if (!clientData || !signedData || !signatureBytes || !key) return undefined;
  if (!isValidSignature(key, Buffer.concat([signedData, sha256(clientData)]), signatureBytes))
    return undefined;
  const hasIncreased = data.counter > counter || (data.counter === 0 && counter === 0);
  return hasIncreased ? data.counter : undefined;
}
