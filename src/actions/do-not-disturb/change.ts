// Changes the times at which an account does not want to be notified, inside a unit of work.

import { isDeepStrictEqual } from 'node:util';
import type { Account } from '../../model/accounts/account.ts';
import {
  asOf,
  type DoNotDisturb,
  isSameForOthers,
  isShownToOthers,
} from '../../model/do-not-disturb/do-not-disturb.ts';
import { doNotDisturbChanged } from '../../model/do-not-disturb/do-not-disturb-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { putDoNotDisturb, readDoNotDisturb } from '../../stores/do-not-disturb/do-not-disturb-store.ts';
import { bringMissedForward } from '../../stores/missed-mail/missed-mail-store.ts';

/**
 * Changes the given parts, and emits the state: to everyone who may see the account, or to its own clients if
 * others see no difference. Does nothing if the state stays the same.
 * @returns the state
 */
export async function changeDoNotDisturb(
  writer: Writer,
  account: Account,
  changes: Partial<DoNotDisturb>,
): Promise<DoNotDisturb> {
  const before = asOf(await readDoNotDisturb(writer, account.id), writer.now);
  const after = asOf({ ...before, ...changes }, writer.now);
  if (isDeepStrictEqual(before, after)) return after;
  await putDoNotDisturb(writer, account.id, after);
  await checkWaitingMail(writer, account);
  const audience = isSameForOthers(before, after)
    ? ({ kind: 'accounts', ids: [account.id] } as const)
    : ({ kind: 'everyone' } as const);
  writer.emit(doNotDisturbChanged(account, after, audience));
  return after;
}

/** Ends the wait of mail for the end of a quiet time: it is due as usual, and waits again if the account is still quiet. */
export async function checkWaitingMail(
  writer: Writer,
  { id, settings }: Pick<Account, 'id' | 'settings'>,
): Promise<void> {
  await bringMissedForward(writer, id, writer.now + settings.email_notifications_batching_period_seconds);
}

/** Emits the state of a reactivated account, if others may see the state. */
export async function emitDoNotDisturb(writer: Writer, account: Account): Promise<void> {
  const state = asOf(await readDoNotDisturb(writer, account.id), writer.now);
  if (isShownToOthers(state, writer.now))
    writer.emit(doNotDisturbChanged(account, state, { kind: 'everyone' }));
}
