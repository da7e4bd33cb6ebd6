// The addresses of one request to invite: as people paste them, and which of them can be invited.

import type { Account } from '../accounts/account.ts';
import { textKey } from '../text-key.ts';

/** An address without the name before it, in the form `Name <address>`. */
function bare(piece: string): string {
  const open = piece.indexOf('<');
  const close = piece.lastIndexOf('>');
  return (open !== -1 && open < close ? piece.slice(open + 1, close) : piece).trim();
}

/** Addresses between commas and line breaks, each once, without names around them. */
export function invitedAddresses(text: string): string[] {
  const byKey = new Map<string, string>();
  for (const piece of text.split(/[,\n]/)) {
    const address = bare(piece);
    if (address !== '' && !byKey.has(textKey(address))) byKey.set(textKey(address), address);
  }
  return [...byKey.values()];
}

/** An address that is not invited: what clients show of it, and whether it is of a deactivated account here. */
export type SkippedAddress = readonly [email: string, message: string, isDeactivated: boolean];

/** Why an address that an account has already is passed over. */
export function skippedFor(email: string, { isActive }: Pick<Account, 'isActive'>): SkippedAddress {
  if (!isActive) return [email, 'Account has been deactivated.', true];
  return [email, 'Already has an account.', false];
}
