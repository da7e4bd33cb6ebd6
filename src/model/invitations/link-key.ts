// The secret key in the links of invitations and sign-ups.

import { createHash } from 'node:crypto';
import { randomToken } from '../accounts/credentials.ts';

const KEY_LENGTH = 24;

/** A key that cannot be guessed. */
export function newLinkKey(): string {
  return randomToken(KEY_LENGTH);
}

/** The hash that is stored, so that reading the database does not let an attacker join with someone's invitation. */
export function linkKeyHash(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** The path of an invitation link for many people, relative to the organization's address. */
export function joinPath(key: string): string {
  return `/join/${key}/`;
}

/** The path of the link in a mail. */
export function confirmationPath(key: string): string {
  return `/accounts/do_confirm/${key}`;
}
