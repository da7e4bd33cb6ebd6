// What is shown to a push service so that it knows who sends (RFC 8292): a signed pass for its origin. One is made for each
// origin and kept for half of the day that services take it for.

import { sign } from 'node:crypto';
import { limits } from '../../api-contract/limits.ts';
import type { Keyring } from '../accounts/credentials.ts';
import { type ServerKeys, serverKeys } from './keys.ts';

const VALID_SECONDS = 12 * 3600;
/** A pass that ends so soon is made anew. */
const SPARE_SECONDS = 3600;

interface Pass {
  readonly text: string;
  readonly until: number;
}

function part(fields: Readonly<Record<string, unknown>>): string {
  return Buffer.from(JSON.stringify(fields)).toString('base64url');
}

export class Passes {
  readonly #keys: ServerKeys;
  /** The one that was made first comes first. */
  readonly #made = new Map<string, Pass>();

  constructor(keyring: Keyring) {
    this.#keys = serverKeys(keyring);
  }

  /** The header `Authorization` for an origin. @param contact an address of the web or of mail, for who runs the service */
  authorizationFor(origin: string, contact: string, now: number): string {
    return `vapid t=${this.#passFor(origin, contact, now)}, k=${this.#keys.publicKey.toString('base64url')}`;
  }

  #passFor(origin: string, contact: string, now: number): string {
    const key = JSON.stringify([origin, contact]);
    const kept = this.#made.get(key);
    if (kept && kept.until - now > SPARE_SECONDS) return kept.text;
    const until = Math.floor(now) + VALID_SECONDS;
    const claims = part({ aud: origin, exp: until, sub: contact });
    const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${claims}`;
    const { signingKey } = this.#keys;
    const signature = sign('sha256', Buffer.from(signed), { key: signingKey, dsaEncoding: 'ieee-p1363' });
    const text = `${signed}.${signature.toString('base64url')}`;
    this.#made.delete(key);
    this.#made.set(key, { text, until });
    const [oldest] = this.#made.keys();
    if (oldest !== undefined && this.#made.size > limits.webPushPassesKept) this.#made.delete(oldest);
    return text;
  }
}
