// An authenticator with passkeys and its browser: answers the server's challenges as they would (Web Authentication),
// with its own keys. Each part of an answer can be made wrong.

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { ApiClient } from './client.ts';

const PRESENT = 0x01;
const VERIFIED = 0x04;
const NEW_PASSKEY = 0x40;

export type KeyKind = 'ec' | 'ed25519' | 'rsa';

const keyPairs = {
  ec: () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' }),
  ed25519: () => generateKeyPairSync('ed25519'),
  rsa: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
};

/** The parts of an answer that are wrong, or differ from the default. */
export interface PasskeyFaults {
  readonly origin?: string;
  readonly relyingParty?: string;
  readonly type?: string;
  readonly crossOrigin?: unknown;
  readonly challenge?: string;
  readonly flags?: number;
  readonly counter?: number;
  readonly id?: string;
  readonly publicKey?: KeyObject;
}

interface Question {
  readonly challenge: string;
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();

export class PasskeyDevice {
  readonly credentialId = randomBytes(32);
  readonly #keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  readonly #origin: string;
  #counter = 0;

  constructor(origin: string, kind: KeyKind = 'ec') {
    this.#origin = origin;
    this.#keys = keyPairs[kind]();
  }

  get id(): string {
    return this.credentialId.toString('base64url');
  }

  #clientData(type: string, { challenge }: Question, otherwise: PasskeyFaults): Buffer {
    const data = {
      type: otherwise.type ?? type,
      challenge: otherwise.challenge ?? challenge,
      origin: otherwise.origin ?? this.#origin,
      crossOrigin: otherwise.crossOrigin ?? false,
    };
    return Buffer.from(JSON.stringify(data));
  }

  #authenticatorData(flags: number, otherwise: PasskeyFaults): Buffer {
    const host = otherwise.relyingParty ?? new URL(this.#origin).hostname;
    const fixed = Buffer.alloc(5);
    fixed.writeUInt8(otherwise.flags ?? flags);
    fixed.writeUInt32BE(otherwise.counter ?? this.#counter, 1);
    return Buffer.concat([sha256(host), fixed]);
  }

  /** Its answer to a challenge for a new passkey. */
  create(question: Question, otherwise: PasskeyFaults = {}) {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.credentialId.length);
    const authenticatorData = Buffer.concat([
      this.#authenticatorData(PRESENT | VERIFIED | NEW_PASSKEY, otherwise),
      Buffer.alloc(16),
      length,
      this.credentialId,
      // The key in its own encoding, which the server does not read.
      Buffer.alloc(77),
    ]);
    const publicKey = (otherwise.publicKey ?? this.#keys.publicKey).export({ format: 'der', type: 'spki' });
    return {
      id: otherwise.id ?? this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: this.#clientData('webauthn.create', question, otherwise).toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        publicKey: publicKey.toString('base64url'),
        transports: ['internal', 'hybrid', 'thought'],
      },
    };
  }

  /** Its answer to a login challenge. Increments its counter unless given one. */
  get(question: Question, otherwise: PasskeyFaults = {}) {
    this.#counter++;
    const clientData = this.#clientData('webauthn.get', question, otherwise);
    const authenticatorData = this.#authenticatorData(PRESENT | VERIFIED, otherwise);
    const hash = this.#keys.privateKey.asymmetricKeyType === 'ed25519' ? null : 'sha256';
    const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
    return {
      id: otherwise.id ?? this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign(hash, signed, this.#keys.privateKey).toString('base64url'),
      },
    };
  }
}

const PATH = '/users/me/second_factor/passkeys';

/** Adds a passkey to an account; with a code or another passkey if the account has two-factor authentication. */
export async function addPasskey(
  client: ApiClient,
  device: PasskeyDevice,
  proof: { readonly password: string; readonly code?: string; readonly passkey?: unknown },
  name = 'My phone',
): Promise<{ readonly passkey_id: number; readonly recovery_codes: string[] }> {
  const { question } = await client.ok('POST', `${PATH}/begin`, proof);
  return client.ok('POST', PATH, { name, passkey: device.create(question) });
}
