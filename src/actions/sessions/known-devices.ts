// The browsers that an account has logged in with: known at its next log-in, until its password changes or they are logged out from
// elsewhere.

import type { Keyring } from '../../model/accounts/credentials.ts';
import { deviceTokenHash, newDeviceToken } from '../../model/sessions/known-device.ts';
import type { Writer } from '../../storage/session.ts';
import { accountRowById } from '../../stores/accounts/account-store.ts';
import { accountKeyOf } from '../../stores/accounts/login-failures.ts';
import { forgetDevicesWith, insertDevice } from '../../stores/sessions/known-device-store.ts';

/** A log-in with a browser. */
export interface LoggedInWith {
  readonly accountId: number;
  readonly sessionId: number;
  /** The tokens that the browser showed, of whichever accounts. */
  readonly tokens: readonly string[];
  /** What was typed as the name; undefined: nothing was, and the account's address counts. */
  readonly name: string | undefined;
}

/** Knows the browser from now on; gives the tokens that it is to keep. */
export async function rememberDevice(
  writer: Writer,
  keyring: Keyring,
  { accountId, sessionId, tokens, name }: LoggedInWith,
): Promise<string[]> {
  const shown = tokens.map((token) => ({ token, hash: deviceTokenHash(keyring, token) }));
  const replaced = await forgetDevicesWith(
    writer,
    accountId,
    shown.map(({ hash }) => hash),
  );
  const token = newDeviceToken();
  const email = name ?? (await accountRowById(writer, accountId))?.email ?? '';
  await insertDevice(writer, {
    accountId,
    sessionId,
    tokenHash: deviceTokenHash(keyring, token),
    nameKey: accountKeyOf(keyring, email),
  });
  return [token, ...shown.filter(({ hash }) => !replaced.includes(hash)).map((one) => one.token)];
}
