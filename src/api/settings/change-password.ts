// The part of PATCH /settings that changes the password. It requires the current password. Hashing is slow by
// design and happens before the unit of work.

import { endAccess } from '../../actions/accounts/end-access.ts';
import { confirmPassword, usesDirectoryPassword } from '../../actions/accounts/log-in.ts';
import { mailPasswordChanged } from '../../actions/accounts/security-mails.ts';
import { audit } from '../../actions/audit/audit.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Account } from '../../model/accounts/account.ts';
import { hashPassword } from '../../model/accounts/password-hash.ts';
import { checkPassword, organizationWords } from '../../model/passwords/passwords.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountRowById, updateAccount } from '../../stores/accounts/account-store.ts';
import { clearWrongCodes } from '../../stores/second-factor/wrong-code-store.ts';
import { loginDependenciesOf } from '../authentication/login-dependencies.ts';
import type { WriteContext } from '../operation.ts';

/**
 * The hash of a new password; undefined if none was sent.
 * @throws for a wrong old password or a weak new one
 */
export async function newPasswordHash(
  context: WriteContext,
  oldPassword: string | undefined,
  newPassword: string | undefined,
): Promise<string | undefined> {
  if (!newPassword) return undefined;
  const row = await accountRowById(context.reader, context.actor.account.id);
  if (!row) throw badRequest('Wrong password!');
  const dependencies = loginDependenciesOf(context);
  if (await usesDirectoryPassword(context.reader, dependencies.directory, row.id))
    throw badRequest(
      `You log in with your ${dependencies.directory?.provider.provider.name} password. Change it there.`,
    );
  const { sessionId } = context.actor;
  const attempt = { loginMethod: 'settings', source: context.source, sessionId } as const;
  if (!(await confirmPassword(dependencies, row, { password: oldPassword ?? '', ...attempt })))
    throw badRequest('Wrong password!');
  if (newPassword.length > limits.passwordCharacters) {
    throw badRequest(`new_password is too long (limit: ${limits.passwordCharacters} characters)`);
  }
  const wordsOfOrganization = organizationWords(context.state.organization.name, context.organizationUrl);
  const forbiddenWords = [row.email, row.full_name, ...wordsOfOrganization];
  await checkPassword(newPassword, forbiddenWords, 'New password is too weak!');
  return hashPassword(newPassword);
}

/** Sets a new password within a unit of work, ends the access given under the old one, and notifies the person. */
export async function changePassword(writer: Writer, account: Account, passwordHash: string): Promise<void> {
  await updateAccount(writer, account.id, { password_hash: passwordHash });
  await audit(writer, { kind: 'password_changed', accountId: account.id, details: { by: 'settings' } });
  await endAccess(writer, account.id);
  await clearWrongCodes(writer, account.id);
  await mailPasswordChanged(writer, account);
}
