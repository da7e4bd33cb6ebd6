// This server's credentials at the relay: configured ones, or ones derived from the server's secret, with
// which it registers itself if the relay permits that.

import { createHmac } from 'node:crypto';
import type { Keyring } from '../../../model/accounts/credentials.ts';

export interface RelayConfiguration {
  /** Without a trailing slash. */
  readonly url: string;
  readonly credentials: { readonly id: string; readonly key: string } | undefined;
}

export interface RelayAccess {
  readonly url: string;
  readonly id: string;
  readonly key: string;
  /** Whether the credentials are derived rather than configured. */
  readonly registersItself: boolean;
  /** The address for the relay's operator. */
  readonly contact: string;
  /** Proves to the relay that an organization belongs to this server. */
  ownerSecret(organizationUuid: string): string;
  /** A pseudonymous id of an account. */
  personId(organizationUuid: string, accountId: number): string;
}

function deriveKey(keyring: Keyring, purpose: string): Buffer {
  return createHmac('sha256', keyring.secret).update(`push-relay:${purpose}`).digest();
}

/** A UUID of version 8 (custom bits). */
function uuidOf(bytes: Buffer): string {
  const digits = bytes.toString('hex');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}

/** `contact` is the address for the relay's operator. */
export function relayAccess(
  keyring: Keyring,
  { url, credentials }: RelayConfiguration,
  contact: string,
): RelayAccess {
  return {
    url,
    contact,
    id: credentials?.id ?? uuidOf(deriveKey(keyring, 'server-id')),
    key: credentials?.key ?? deriveKey(keyring, 'server-key').toString('hex'),
    registersItself: credentials === undefined,
    ownerSecret: (uuid) => deriveKey(keyring, `organization ${uuid}`).toString('hex'),
    personId: (uuid, accountId) => uuidOf(deriveKey(keyring, `person ${uuid} ${accountId}`)),
  };
}
