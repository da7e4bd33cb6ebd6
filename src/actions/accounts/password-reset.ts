// Resets a password by mail: the account's address receives a link that works once.

import { badRequest } from '../../api-contract/error.ts';
import { DAY } from '../../api-contract/time.ts';
import type { Account } from '../../model/accounts/account.ts';
import { type Keyring, randomToken } from '../../model/accounts/credentials.ts';
import { decodeUserSettings } from '../../model/accounts/user-settings.ts';
import { mailTexts, textMail, unconfirmedNotice } from '../../model/mail-texts/translated-mails.ts';
import { availableMethods, isMethodEnabled } from '../../model/organizations/authentication-methods.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { DirectoryClient } from '../../model/sign-in/directory-client.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountById, accountRowByEmail, updateAccount } from '../../stores/accounts/account-store.ts';
import { clearFailures } from '../../stores/accounts/login-failures.ts';
import { accountOfPasswordReset, insertPasswordReset } from '../../stores/accounts/password-reset-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { clearWrongCodes } from '../../stores/second-factor/wrong-code-store.ts';
import { hasSubjectOf } from '../../stores/sign-in/identity-store.ts';
import { audit } from '../audit/audit.ts';
import { queueMail } from '../outbox/mail-store.ts';
import { mailPasswordChanged } from './security-mails.ts';

const KEY_LENGTH = 24;
const LIFETIME_SECONDS = DAY;

/** The path of the pages, relative to the organization's address. */
export const PASSWORD_RESET_PATH = '/accounts/password/reset';

function isReachedByPassword(organization: Organization): boolean {
  const { authentication_methods: methods } = organization.settings;
  return !organization.isDeactivated && isMethodEnabled(methods, availableMethods(organization), 'Email');
}

/** A link that works once, for a day, and lets its holder set the account's password. */
export async function newPasswordLink(
  writer: Writer,
  accountId: number,
  organizationUrl: string,
): Promise<string> {
  const key = randomToken(KEY_LENGTH);
  await insertPasswordReset(writer, key, accountId, writer.now + LIFETIME_SECONDS);
  return `${organizationUrl}${PASSWORD_RESET_PATH}/${accountId}/${key}/`;
}

/**
 * Mails a link to an account's address, or a note to an address without an account; bots get nothing.
 * @param directory of the organization, where its people set their passwords
 * @returns whether a mail was queued
 */
export async function startPasswordReset(
  writer: Writer,
  email: string,
  organizationUrl: string,
  directory?: DirectoryClient,
): Promise<boolean> {
  const organization = await readOrganization(writer);
  if (!isReachedByPassword(organization)) return false;
  const row = await accountRowByEmail(writer, email);
  if (row && row.bot_type !== null) return false;
  const { default_language: language } = row ? decodeUserSettings(row.settings) : organization.settings;
  const texts = mailTexts(language);
  const facts = { email, organization: { name: organization.name, url: organizationUrl } };
  if (!row) await queueMail(writer, textMail(email, texts.passwordWithoutAccount(facts), language));
  else if (!row.is_active)
    await queueMail(writer, textMail(row.email, texts.passwordForDeactivated(facts), language));
  else if (row.is_email_confirmed === 0) {
    // The mailbox may belong to another person, who must not get into the account.
    const toJoin = { organizationName: organization.name, url: organizationUrl };
    const text = texts.joining.hasUnconfirmedAccount(toJoin);
    await queueMail(writer, unconfirmedNotice(row.email, text, language));
  } else if (directory && (await hasSubjectOf(writer, row.id, directory.issuer))) {
    // A person removed from the directory must not return with a local password.
    const { name: directoryName } = directory.provider;
    const text = texts.passwordInDirectory({ ...facts, directoryName });
    await queueMail(writer, textMail(row.email, text, language));
  } else {
    const link = await newPasswordLink(writer, row.id, organizationUrl);
    await queueMail(writer, textMail(row.email, texts.passwordReset({ ...facts, link }), language));
  }
  return true;
}

/**
 * Sets the password and mails the account; returns it. The caller ends the access gained with the old
 * password. @throws for a link that was used, and if passwords are switched off
 */
export async function finishPasswordReset(
  writer: Writer,
  keyring: Keyring,
  key: string,
  passwordHash: string,
): Promise<Account> {
  const accountId = await accountOfPasswordReset(writer, key, writer.now);
  const account = accountId === undefined ? undefined : await accountById(writer, accountId);
  const takesPasswords = isReachedByPassword(await readOrganization(writer));
  if (!account?.isActive || !takesPasswords)
    throw badRequest('This link is no longer valid.').onPages({ code: 'LINK_INVALID' });
  await updateAccount(writer, account.id, { password_hash: passwordHash });
  const target = { accountId: account.id, details: { by: 'mail' } };
  await audit(writer, { kind: 'password_changed', ...target });
  // An attacker who locked the account by guessing its password, or its codes with the old password, must not
  // keep out the owner. Access to the mailbox allows no more guesses at a code than ten in half an hour.
  await clearFailures(writer, keyring, account.email);
  await clearWrongCodes(writer, account.id);
  await mailPasswordChanged(writer, account);
  return account;
}
