// The browsers that an account has logged in with. They are known at its next login, until its password
// changes or they are logged out from elsewhere.

import type { Keyring } from '../../model/accounts/credentials.ts';
import { deviceTokenHash, newDeviceToken } from '../../model/sessions/known-device.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountRowById } from '../../stores/accounts/account-store.ts';
import { accountKeyOf } from '../../stores/accounts/login-failures.ts';
import { deleteDevicesWithTokens, insertKnownDevice } from '../../stores/sessions/known-device-store.ts';

export interface BrowserLogin {
  readonly accountId: number;
  readonly sessionId: number;
  /** The device tokens that the browser sent, of any accounts. */
  readonly tokens: readonly string[];
  /** The login name as typed. If it is undefined, because none was typed, the account's address counts. */
  readonly name: string | undefined;
}

/** Remembers the browser; returns the device tokens that it should keep. */
export async function rememberDevice(
  writer: Writer,
  keyring: Keyring,
  { accountId, sessionId, tokens, name }: BrowserLogin,
): Promise<string[]> {
  const tokensWithHashes = tokens.map((token) => ({ token, hash: deviceTokenHash(keyring, token) }));
  const replaced = await deleteDevicesWithTokens(
    writer,
    accountId,
    tokensWithHashes.map(({ hash }) => hash),
  );
  const token = newDeviceToken();
  const email = name ?? (await accountRowById(writer, accountId))?.email ?? '';
  await insertKnownDevice(writer, {
    accountId,
    sessionId,
    tokenHash: deviceTokenHash(keyring, token),
    nameKey: accountKeyOf(keyring, email),
  });
  return [
    token,
    ...tokensWithHashes.filter(({ hash }) => !replaced.includes(hash)).map((device) => device.token),
  ];
}
