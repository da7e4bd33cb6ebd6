// The one place that ends what somebody who had access to an account may still hold. Whoever changes an account's
// address, password or key, or deactivates it, calls it: what a thief has begun must not let them in afterwards.

import { extraOf, type LogEntry } from '../../contract/event.ts';
import type { Writer } from '../../storage/session.ts';
import { forgetPendingEmails } from '../../stores/accounts/email-change-store.ts';
import { forgetPasswordResets } from '../../stores/accounts/password-reset-store.ts';
import { forgetIdentities } from '../../stores/sign-in/identity-store.ts';
import { endSessionsOf } from '../sessions/change-session.ts';

/** The type of the entry that tells servers; no client sees it. */
export const ACCESS_ENDED = '_access_ended';

/** Whose access has ended by an entry of the type `ACCESS_ENDED`. */
export function accountOfEnd(entry: LogEntry): number {
  return extraOf<{ readonly accountId: number }>(entry).accountId;
}

/**
 * Ends all sessions of browsers, changes of address and new passwords that wait for a link to be followed, whom providers
 * call the account's, and everything that carries its `access_version`: temporary links. Credentials that servers remember are looked at anew, and polls that wait
 * are sent away without another event, so that they come again with today's.
 */
export async function endAccess(writer: Writer, accountId: number): Promise<void> {
  await forgetPendingEmails(writer, accountId);
  await forgetPasswordResets(writer, accountId);
  await forgetIdentities(writer, accountId);
  await endSessionsOf(writer, accountId);
  await writer.db
    .updateTable('account')
    .set((e) => ({ access_version: e('access_version', '+', 1) }))
    .where('id', '=', accountId)
    .where('organization_id', '=', writer.organizationId)
    .execute();
  writer.emit({
    type: ACCESS_ENDED,
    audience: { kind: 'nobody' },
    payload: {},
    extra: { accountId },
    touches: { accounts: [accountId] },
  });
}
