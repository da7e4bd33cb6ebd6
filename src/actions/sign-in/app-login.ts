// Logs in to a desktop app with a token that a browser showed.

import { badRequest, organizationDeactivated } from '../../api-contract/error.ts';
import { type Account, type AccountRow, accountOf } from '../../model/accounts/account.ts';
import { type Keyring, randomToken } from '../../model/accounts/credentials.ts';
import { loginTokenHash } from '../../model/sign-in/one-time-pad.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import { accountRowById } from '../../stores/accounts/account-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import {
  consumeLoginToken,
  insertLoginToken,
  type LoginTokenOwner,
  ownerOfLoginToken,
} from '../../stores/sign-in/login-token-store.ts';

const TOKEN_CHARACTERS = 32;

/** Creates a token for an account; only its hash is stored. */
export async function newLoginToken(writer: Writer, keyring: Keyring, row: AccountRow): Promise<string> {
  const token = randomToken(TOKEN_CHARACTERS);
  await insertLoginToken(writer, row, loginTokenHash(keyring, token));
  return token;
}

/** The account of a token's holder. @throws unless the account still has the access it had then */
async function accountOfHolder(reader: Reader, holder: LoginTokenOwner | undefined): Promise<Account> {
  const row = holder && (await accountRowById(reader, holder.accountId));
  const account = row && accountOf(row);
  if (!account?.isActive || account.accessVersion !== holder?.accessVersion)
    throw badRequest('This link is no longer valid. Log in again.').onPages({ code: 'APP_LINK_INVALID' });
  return account;
}

/** The account of a token, which stays valid. */
export async function accountOfLoginToken(
  reader: Reader,
  keyring: Keyring,
  token: string,
  now: number,
): Promise<Account> {
  if ((await readOrganization(reader)).isDeactivated) throw organizationDeactivated();
  return accountOfHolder(reader, await ownerOfLoginToken(reader, loginTokenHash(keyring, token), now));
}

/** The account of a token, which is valid once. */
export async function redeemLoginToken(writer: Writer, keyring: Keyring, token: string): Promise<number> {
  if ((await readOrganization(writer)).isDeactivated) throw organizationDeactivated();
  const holder = await consumeLoginToken(writer, loginTokenHash(keyring, token));
  return (await accountOfHolder(writer, holder)).id;
}
