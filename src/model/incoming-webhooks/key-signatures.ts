// Signatures by a key pair: the service signs with its private key, and its public one stands at an address. There is no
// secret to share; the bot's configuration says that it is checked, and where the key stands.

import { type KeyObject, verify } from 'node:crypto';
import type { Field } from './field.ts';

/** The configuration that turns the check on. */
export const PUBLIC_KEY_URL = 'public_key_url';
/** Its value where the key stands at the service's own address. */
export const DEFAULT_KEY = 'default';

export interface KeySignature {
  /** The header, as the service's documentation writes it. */
  readonly header: string;
  /** The field of the form that is signed. */
  readonly field: string;
  /** Where the service says what its key is. */
  readonly address: string;
  readonly readKey: ReadKey;
}

/** There is no key; the message says why in words that may be shown. */
export class NoKey extends Error {}

/** Finds the key, as PEM, in what an address says. @throws `UnreadablePayload` */
export type ReadKey = (said: Field) => string;

/** Public keys from where they stand. */
export interface PublicKeys {
  /** The key that stands at an address. @throws `NoKey` */
  keyAt(address: string, read: ReadKey): Promise<KeyObject>;
  /** The same where that key does not fit: asked anew, unless that was done a moment ago. @throws `NoKey` */
  newerKeyAt(address: string, read: ReadKey): Promise<KeyObject>;
}

/** Where the key stands by the configuration of a bot; undefined: signatures are not checked. */
export function keyAddress(
  { address }: KeySignature,
  config: ReadonlyMap<string, string>,
): string | undefined {
  const configured = config.get(PUBLIC_KEY_URL) ?? '';
  if (configured === '') return undefined;
  return configured === DEFAULT_KEY ? address : configured;
}

/** The address that a configuration names by itself; undefined where it names none. */
export function namedKeyAddress(config: Readonly<Record<string, string>>): string | undefined {
  const configured = config[PUBLIC_KEY_URL];
  return configured === undefined || configured === '' || configured === DEFAULT_KEY ? undefined : configured;
}

/** Whether what is signed was signed by a key (RSA with SHA-1, in base64). */
export function isSignedBy(key: KeyObject, signed: string, signature: string): boolean {
  return verify('sha1', Buffer.from(signed), key, Buffer.from(signature, 'base64'));
}
