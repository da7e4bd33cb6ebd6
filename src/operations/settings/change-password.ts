// The part of PATCH /settings that changes the password: the present one is asked for, and hashing, which takes
// its time on purpose, is done before the unit of work.

import { badRequest } from '../../contract/error.ts';
import { limits } from '../../contract/limits.ts';
import { hashPassword, isPassword } from '../../model/accounts/credentials.ts';
import { isStrongPassword } from '../../model/accounts/passwords.ts';
import { accountRowById } from '../../model/accounts/store.ts';
import type { WriteContext } from '../operation.ts';

/** The hash of a new password; undefined when none was sent. Refuses a wrong old one, and a weak new one. */
export async function newPasswordHash(
  context: WriteContext,
  oldPassword: string | undefined,
  newPassword: string | undefined,
): Promise<string | undefined> {
  if (!newPassword) return undefined;
  const row = await accountRowById(context.reader, context.actor.account.id);
  if (!(await isPassword(oldPassword ?? '', row?.password_hash ?? null))) throw badRequest('Wrong password!');
  if (newPassword.length > limits.passwordCharacters) {
    throw badRequest(`new_password is too long (limit: ${limits.passwordCharacters} characters)`);
  }
  if (!isStrongPassword(newPassword)) throw badRequest('New password is too weak!');
  return hashPassword(newPassword);
}
