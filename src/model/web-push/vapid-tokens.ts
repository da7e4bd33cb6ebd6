// Signed tokens that identify the sender to push services (VAPID, RFC 8292). One is made per origin and reused
// for half of the day for which services accept it.

import { sign } from 'node:crypto';
import { limits } from '../../api-contract/limits.ts';
import type { Keyring } from '../accounts/credentials.ts';
import { type ServerKeys, serverKeys } from './web-push-keys.ts';

const VALID_SECONDS = 12 * 3600;
/** A token that expires within this time is replaced. */
const SPARE_SECONDS = 3600;

interface VapidToken {
  readonly text: string;
  readonly until: number;
}

function part(fields: Readonly<Record<string, unknown>>): string {
  return Buffer.from(JSON.stringify(fields)).toString('base64url');
}

export class VapidTokens {
  readonly #keys: ServerKeys;
  /** In insertion order, oldest first. */
  readonly #tokens = new Map<string, VapidToken>();

  constructor(keyring: Keyring) {
    this.#keys = serverKeys(keyring);
  }

  /**
   * The `Authorization` header for an origin.
   * @param contact a web or mail address for the operator of the push service
   */
  authorizationFor(origin: string, contact: string, now: number): string {
    return `vapid t=${this.#tokenFor(origin, contact, now)}, k=${this.#keys.publicKey.toString('base64url')}`;
  }

  #tokenFor(origin: string, contact: string, now: number): string {
    const key = JSON.stringify([origin, contact]);
    const cached = this.#tokens.get(key);
    if (cached && cached.until - now > SPARE_SECONDS) return cached.text;
    const until = Math.floor(now) + VALID_SECONDS;
    const claims = part({ aud: origin, exp: until, sub: contact });
    const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${claims}`;
    const { signingKey } = this.#keys;
    const signature = sign('sha256', Buffer.from(signed), { key: signingKey, dsaEncoding: 'ieee-p1363' });
    const text = `${signed}.${signature.toString('base64url')}`;
    this.#tokens.delete(key);
    this.#tokens.set(key, { text, until });
    const [oldest] = this.#tokens.keys();
    if (oldest !== undefined && this.#tokens.size > limits.vapidTokensCached) this.#tokens.delete(oldest);
    return text;
  }
}
