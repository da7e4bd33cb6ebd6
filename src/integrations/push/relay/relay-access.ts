// How this server is known to the relay: by the credentials that the administrator was given there, or by ones that
// follow from the server's secret, with which it registers itself where the relay lets servers do that.

import { createHmac } from 'node:crypto';
import type { Keyring } from '../../../model/accounts/credentials.ts';

export interface RelayConfiguration {
  /** Without a slash at its end. */
  readonly url: string;
  readonly credentials: { readonly id: string; readonly key: string } | undefined;
}

export interface RelayAccess {
  readonly url: string;
  readonly id: string;
  readonly key: string;
  /** Whether the credentials are this server's own invention. */
  readonly registersItself: boolean;
  /** The address that the relay's administrator can write to. */
  readonly contact: string;
  /** Proves to the relay that an organization is this server's. */
  ownerSecret(organizationUuid: string): string;
  /** A number for a person that says nothing of them. */
  personId(organizationUuid: string, accountId: number): string;
}

function derived(keyring: Keyring, purpose: string): Buffer {
  return createHmac('sha256', keyring.secret).update(`push-relay:${purpose}`).digest();
}

/** A UUID of version 8: one whose digits the maker chose. */
function uuidOf(bytes: Buffer): string {
  const digits = bytes.toString('hex');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}

/** The access of a server with a relay; `contact` is for the relay's administrator. */
export function relayAccess(
  keyring: Keyring,
  { url, credentials }: RelayConfiguration,
  contact: string,
): RelayAccess {
  return {
    url,
    contact,
    id: credentials?.id ?? uuidOf(derived(keyring, 'server-id')),
    key: credentials?.key ?? derived(keyring, 'server-key').toString('hex'),
    registersItself: credentials === undefined,
    ownerSecret: (uuid) => derived(keyring, `organization ${uuid}`).toString('hex'),
    personId: (uuid, accountId) => uuidOf(derived(keyring, `person ${uuid} ${accountId}`)),
  };
}
