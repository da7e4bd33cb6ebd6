// Ends all existing access to an account. Every change of an account's address, password or key, and its
// deactivation, calls this, so that nothing an attacker has begun still works afterwards.

import { extraOf, type LogEntry } from '../../api-contract/event.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { incrementAccessVersion } from '../../stores/accounts/activity-store.ts';
import { deletePendingEmails } from '../../stores/accounts/email-change-store.ts';
import { deletePasswordResets } from '../../stores/accounts/password-reset-store.ts';
import { deleteChallenges } from '../../stores/second-factor/challenge-store.ts';
import { deletePendingSecret } from '../../stores/second-factor/second-factor-store.ts';
import { endIdentities } from '../../stores/sign-in/identity-store.ts';
import { endSessionsOf } from '../sessions/change-session.ts';

/** The type of the entry for servers; clients never see it. */
export const ACCESS_ENDED = '_access_ended';

/** The account of an `ACCESS_ENDED` entry. */
export function accountOfEndedAccess(entry: LogEntry): number {
  return extraOf<{ readonly accountId: number }>(entry).accountId;
}

/**
 * Invalidates everything that carries an account's `access_version`: temporary links, and logins that wait
 * for a code. Servers check cached credentials again, and waiting polls end without an event, so that clients
 * return with valid credentials.
 */
export async function endIssuedAccess(writer: Writer, accountId: number): Promise<void> {
  await incrementAccessVersion(writer, accountId);
  writer.emit({
    type: ACCESS_ENDED,
    audience: { kind: 'nobody' },
    payload: {},
    extra: { accountId },
    touches: { accounts: [accountId] },
  });
}

/**
 * Ends all browser sessions, pending address changes and password resets, authenticators whose first code is
 * awaited, passkey challenges, and what `endIssuedAccess` ends. Links to subjects of identity providers stay:
 * they cause sign-ins to a deactivated account to be refused, and work again when it is reactivated.
 */
export async function endAccessToDeactivated(writer: Writer, accountId: number): Promise<void> {
  await deletePendingEmails(writer, accountId);
  await deletePasswordResets(writer, accountId);
  await deletePendingSecret(writer, accountId);
  await deleteChallenges(writer, accountId);
  await endSessionsOf(writer, accountId);
  await endIssuedAccess(writer, accountId);
}

/** Does what `endAccessToDeactivated` does, and removes the links to subjects of identity providers. */
export async function endAccess(writer: Writer, accountId: number): Promise<void> {
  await endIdentities(writer, accountId);
  await endAccessToDeactivated(writer, accountId);
}
