// An app on a desk begins a session with a token that a browser showed.

import { badRequest, organizationDeactivated } from '../../contract/error.ts';
import { type AccountRow, accountOf } from '../../model/accounts/account.ts';
import { type Keyring, randomToken } from '../../model/accounts/credentials.ts';
import { loginTokenHash } from '../../model/sign-in/one-time-pad.ts';
import type { Writer } from '../../storage/session.ts';
import { accountRowById } from '../../stores/accounts/store.ts';
import { readOrganization } from '../../stores/organizations/store.ts';
import { keepLoginToken, takeLoginToken } from '../../stores/sign-in/login-token-store.ts';

const TOKEN_CHARACTERS = 32;

/** A token for an account, of which the tables keep a hash. */
export async function newLoginToken(writer: Writer, keyring: Keyring, row: AccountRow): Promise<string> {
  const token = randomToken(TOKEN_CHARACTERS);
  await keepLoginToken(writer, row, loginTokenHash(keyring, token));
  return token;
}

/** The account whose token it is, which counts once. Refuses one that counts no longer, whatever the reason. */
export async function redeemLoginToken(writer: Writer, keyring: Keyring, token: string): Promise<number> {
  if ((await readOrganization(writer)).isDeactivated) throw organizationDeactivated();
  const taken = await takeLoginToken(writer, loginTokenHash(keyring, token));
  const row = taken && (await accountRowById(writer, taken.accountId));
  const account = row && accountOf(row);
  if (!account?.isActive || account.accessVersion !== taken?.accessVersion)
    throw badRequest('This link counts no longer. Log in once more.');
  return account.id;
}
