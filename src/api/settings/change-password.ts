// The part of PATCH /settings that changes the password: the present one is asked for, and hashing, which takes
// its time on purpose, is done before the unit of work.

import { endAccess } from '../../actions/accounts/end-access.ts';
import { confirmPassword, isDirectorys } from '../../actions/accounts/log-in.ts';
import { tellPasswordChanged } from '../../actions/accounts/security-mails.ts';
import { audit } from '../../actions/audit/audit.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Account } from '../../model/accounts/account.ts';
import { hashPassword } from '../../model/accounts/password-hash.ts';
import { checkPassword, organizationWords } from '../../model/passwords/passwords.ts';
import type { Writer } from '../../storage/session.ts';
import { accountRowById, updateAccount } from '../../stores/accounts/account-store.ts';
import { forgetWrongCodes } from '../../stores/second-factor/wrong-code-store.ts';
import { logInPlace } from '../authentication/log-in-place.ts';
import type { WriteContext } from '../operation.ts';

/** The hash of a new password; undefined when none was sent. Refuses a wrong old one, and a weak new one. */
export async function newPasswordHash(
  context: WriteContext,
  oldPassword: string | undefined,
  newPassword: string | undefined,
): Promise<string | undefined> {
  if (!newPassword) return undefined;
  const row = await accountRowById(context.reader, context.actor.account.id);
  if (!row) throw badRequest('Wrong password!');
  const place = logInPlace(context);
  if (await isDirectorys(context.reader, place.directory, row.id))
    throw badRequest(`Your password is that of ${place.directory?.door.provider.name}: change it there.`);
  const { sessionId } = context.actor;
  const way = { door: 'settings', source: context.source, sessionId } as const;
  if (!(await confirmPassword(place, row, { password: oldPassword ?? '', ...way })))
    throw badRequest('Wrong password!');
  if (newPassword.length > limits.passwordCharacters) {
    throw badRequest(`new_password is too long (limit: ${limits.passwordCharacters} characters)`);
  }
  const ofOrganization = organizationWords(context.state.organization.name, context.organizationUrl);
  const own = [row.email, row.full_name, ...ofOrganization];
  await checkPassword(newPassword, own, 'New password is too weak!');
  return hashPassword(newPassword);
}

/** Sets a new password inside a unit of work, ends what was begun under the old one, and tells the person. */
export async function changePassword(writer: Writer, account: Account, passwordHash: string): Promise<void> {
  await updateAccount(writer, account.id, { password_hash: passwordHash });
  await audit(writer, { kind: 'password_changed', accountId: account.id, details: { by: 'settings' } });
  await endAccess(writer, account.id);
  await forgetWrongCodes(writer, account.id);
  await tellPasswordChanged(writer, account);
}
