// The one place that ends what somebody who had access to an account may still hold. Whoever changes an account's
// address, password or key, or deactivates it, calls it: what a thief has begun must not let them in afterwards.

import { extraOf, type LogEntry } from '../../api-contract/event.ts';
import type { Writer } from '../../storage/session.ts';
import { countAccessVersion } from '../../stores/accounts/activity-store.ts';
import { forgetPendingEmails } from '../../stores/accounts/email-change-store.ts';
import { forgetPasswordResets } from '../../stores/accounts/password-reset-store.ts';
import { forgetChallenges } from '../../stores/second-factor/challenge-store.ts';
import { forgetNewSecret } from '../../stores/second-factor/second-factor-store.ts';
import { endIdentities } from '../../stores/sign-in/identity-store.ts';
import { endSessionsOf } from '../sessions/change-session.ts';

/** The type of the entry that tells servers; no client sees it. */
export const ACCESS_ENDED = '_access_ended';

/** Whose access has ended by an entry of the type `ACCESS_ENDED`. */
export function accountOfEnd(entry: LogEntry): number {
  return extraOf<{ readonly accountId: number }>(entry).accountId;
}

/**
 * Ends everything that carries an account's `access_version`: temporary links, and log-ins that wait for a code. Credentials that
 * servers remember are looked at anew, and polls that wait are sent away without another event, so that they come again with today's.
 */
export async function endHandedOut(writer: Writer, accountId: number): Promise<void> {
  await countAccessVersion(writer, accountId);
  writer.emit({
    type: ACCESS_ENDED,
    audience: { kind: 'nobody' },
    payload: {},
    extra: { accountId },
    touches: { accounts: [accountId] },
  });
}

/**
 * Ends all sessions of browsers, changes of address and new passwords that wait for a link to be followed, authenticators
 * whose first code is awaited, questions that wait for a passkey, and what `endHandedOut` does. Keeps the subjects of providers
 * tied: those of a deactivated account are refused by it, and open it again when it is reactivated.
 */
export async function endAccessToDeactivated(writer: Writer, accountId: number): Promise<void> {
  await forgetPendingEmails(writer, accountId);
  await forgetPasswordResets(writer, accountId);
  await forgetNewSecret(writer, accountId);
  await forgetChallenges(writer, accountId);
  await endSessionsOf(writer, accountId);
  await endHandedOut(writer, accountId);
}

/** Ends what `endAccessToDeactivated` does, and the ties to subjects of providers. */
export async function endAccess(writer: Writer, accountId: number): Promise<void> {
  await endIdentities(writer, accountId);
  await endAccessToDeactivated(writer, accountId);
}
