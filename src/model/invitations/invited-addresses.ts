// The addresses of one request to send invitations: parses them as people paste them, and explains which cannot
// be invited.

import type { Account } from '../accounts/account.ts';
import { textKey } from '../text-key.ts';

/** The address in the form `Name <address>`, or the text itself. */
function withoutName(piece: string): string {
  const open = piece.indexOf('<');
  const close = piece.lastIndexOf('>');
  return (open !== -1 && open < close ? piece.slice(open + 1, close) : piece).trim();
}

/** The addresses in a text, separated by commas or line breaks, without names and duplicates. */
export function invitedAddresses(text: string): string[] {
  const byKey = new Map<string, string>();
  for (const piece of text.split(/[,\n]/)) {
    const address = withoutName(piece);
    if (address !== '' && !byKey.has(textKey(address))) byKey.set(textKey(address), address);
  }
  return [...byKey.values()];
}

/**
 * An address that is not invited, the message that clients show for it, and whether it belongs to a deactivated
 * account of the organization.
 */
export type SkippedAddress = readonly [email: string, message: string, isDeactivated: boolean];

/** The reason for skipping an address that already has an account. */
export function skippedAddress(email: string, { isActive }: Pick<Account, 'isActive'>): SkippedAddress {
  if (!isActive) return [email, 'Account has been deactivated.', true];
  return [email, 'Already has an account.', false];
}
