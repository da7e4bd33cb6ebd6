// What a browser brings from an authenticator, and whether it is right: for a question of this server, of a page of this
// organization, with somebody there, and signed (Web Authentication, 7.1 and 7.2). No attestation is asked for, which would say
// who built the authenticator; so of a new passkey browsers hand out all that is needed, and nothing else of theirs is read.

import { createHash, timingSafeEqual } from 'node:crypto';
import { isRecord } from '../../api-contract/codec.ts';
import { type AuthenticatorData, readAuthenticatorData } from './authenticator-data.ts';
import { isSignedBy, readPublicKey } from './public-key.ts';
import type { RelyingParty } from './relying-party.ts';

/** Of a new passkey. The names are those of the browsers' own (`RegistrationResponseJSON`); all is in base64url. */
export interface NewPasskeyAnswer {
  readonly id: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly publicKey: string;
    readonly transports?: readonly string[];
  };
}

/** Of a passkey that somebody has (`AuthenticationResponseJSON`). */
export interface PasskeyAnswer {
  readonly id: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
  };
}

/** What is kept of a passkey to know it by. */
export interface KnownPasskey {
  /** In base64url, as browsers name it. */
  readonly credentialId: string;
  /** In base64url. */
  readonly publicKey: string;
  readonly counter: number;
}

/** The ways to an authenticator that browsers tell apart; others are left out. */
const TRANSPORTS = ['ble', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/** The bytes of a text in base64url; undefined for what is none. */
function bytesOf(text: string): Buffer | undefined {
  return /^[\w-]+$/.test(text) ? Buffer.from(text, 'base64url') : undefined;
}

function sha256(data: Buffer | string): Buffer {
  return createHash('sha256').update(data).digest();
}

/** What a browser says of the page that asked. */
interface ClientData {
  readonly type: unknown;
  readonly challenge: string;
  readonly origin: unknown;
  readonly crossOrigin: unknown;
}

function readClientData(encoded: string): ClientData | undefined {
  try {
    const data: unknown = JSON.parse(bytesOf(encoded)?.toString('utf8') ?? '');
    if (!isRecord(data) || typeof data.challenge !== 'string') return undefined;
    return {
      type: data.type,
      challenge: data.challenge,
      origin: data.origin,
      crossOrigin: data.crossOrigin,
    };
  } catch {
    return undefined;
  }
}

/** A challenge as this server makes them: 32 bytes in base64url. */
const CHALLENGE = /^[\w-]{43}$/;

/** The challenge that an answer is for, which is to be looked up; empty where it says none that can be of this server. */
export function challengeOf({ response }: NewPasskeyAnswer | PasskeyAnswer): string {
  const { challenge = '' } = readClientData(response.clientDataJSON) ?? {};
  return CHALLENGE.test(challenge) ? challenge : '';
}

/** What the authenticator says, where a page of the relying party asked for it and somebody was there; undefined otherwise. */
function heard(
  { response }: NewPasskeyAnswer | PasskeyAnswer,
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

/** A new passkey, as it is kept; undefined where its answer is not right. The challenge is the caller's to look up. */
export function newPasskeyIn(
  answer: NewPasskeyAnswer,
  relyingParty: RelyingParty,
): (KnownPasskey & { readonly transports: readonly string[] }) | undefined {
  const data = heard(answer, 'webauthn.create', relyingParty);
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
 * How often the authenticator has signed, by the answer of the passkey that it names; undefined where it is not right. One that
 * counts must have counted on: otherwise there is a copy of it. The challenge is the caller's to look up.
 */
export function timesSigned(
  answer: PasskeyAnswer,
  { publicKey, counter }: Pick<KnownPasskey, 'publicKey' | 'counter'>,
  relyingParty: RelyingParty,
): number | undefined {
  const data = heard(answer, 'webauthn.get', relyingParty);
  if (!data) return undefined;
  const { clientDataJSON, authenticatorData, signature } = answer.response;
  const [page, said, signed] = [clientDataJSON, authenticatorData, signature].map(bytesOf);
  const key = readPublicKey(Buffer.from(publicKey, 'base64url'));
  if (!page || !said || !signed || !key) return undefined;
  if (!isSignedBy(key, Buffer.concat([said, sha256(page)]), signed)) return undefined;
  const countsOn = data.counter > counter || (data.counter === 0 && counter === 0);
  return countsOn ? data.counter : undefined;
}
