// Signatures with a key pair: the service signs with its private key and publishes the public one at a URL, so
// there is no shared secret. The bot's configuration turns the check on and may name the key's URL.

import { type KeyObject, verify } from 'node:crypto';
import { CodedError } from '../../errors/coded-error.ts';
import type { PayloadField } from './payload-field.ts';

/** The configuration key that turns the check on. */
export const PUBLIC_KEY_URL = 'public_key_url';
/** Its value for the key at the service's own URL. */
export const DEFAULT_KEY = 'default';

export interface KeySignature {
  /** The header, spelled as in the service's documentation. */
  readonly header: string;
  /** The form field that is signed. */
  readonly field: string;
  /** The URL at which the service publishes its key. */
  readonly keyUrl: string;
  readonly readKey: PublicKeyReader;
}

/** The key could not be obtained; the message states why and may be shown to users. */
export class KeyUnavailableError extends CodedError {
  constructor(message: string, options?: ErrorOptions) {
    super('KEY_UNAVAILABLE', message, options);
  }
}

/** Extracts the key, as PEM, from the document at its URL. @throws `UnreadablePayloadError` */
export type PublicKeyReader = (document: PayloadField) => string;

/** Fetches and caches public keys. */
export interface PublicKeys {
  /** The key at a URL. @throws `KeyUnavailableError` */
  keyAt(address: string, read: PublicKeyReader): Promise<KeyObject>;
  /**
   * Fetches a key again because the cached one does not match, unless it was fetched a moment ago. @throws
   * `KeyUnavailableError`
   */
  refetchedKeyAt(address: string, read: PublicKeyReader): Promise<KeyObject>;
}

/** The URL of the key for a bot's configuration; undefined if signatures are not checked. */
export function publicKeyUrl(
  { keyUrl }: KeySignature,
  config: ReadonlyMap<string, string>,
): string | undefined {
  const configured = config.get(PUBLIC_KEY_URL) ?? '';
  if (configured === '') return undefined;
  return configured === DEFAULT_KEY ? keyUrl : configured;
}

/** The URL that a configuration names explicitly; undefined if it names none. */
export function configuredKeyUrl(config: Readonly<Record<string, string>>): string | undefined {
  const configured = config[PUBLIC_KEY_URL];
  return configured === undefined || configured === '' || configured === DEFAULT_KEY ? undefined : configured;
}

/** Whether a text was signed with a key (RSA with SHA-1, signature in base64). */
export function isSignedBy(key: KeyObject, signed: string, signature: string): boolean {
  return verify('sha1', Buffer.from(signed), key, Buffer.from(signature, 'base64'));
}
