// The secret in the link of an invitation or a sign-up.

import { createHash } from 'node:crypto';
import { randomToken } from '../accounts/credentials.ts';

const KEY_LENGTH = 24;

/** A key that cannot be guessed. */
export function newLinkKey(): string {
  return randomToken(KEY_LENGTH);
}

/** What is stored of a key: who reads the database cannot join in somebody's place. */
export function linkKeyHash(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** Where a link leads to that many may use, below the organization's address. */
export function joinPath(key: string): string {
  return `/join/${key}/`;
}

/** Where the link in a mail leads to. */
export function confirmationPath(key: string): string {
  return `/accounts/do_confirm/${key}`;
}
