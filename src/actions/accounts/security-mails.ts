// Mails about changes to an account, so that its owner learns of changes made by someone else. They contain
// no links, so that they are not worth forging.

import type { Account } from '../../model/accounts/account.ts';
import type { MailText, SecurityTexts } from '../../model/mail-texts/mail-texts.ts';
import { mailTexts, textMail } from '../../model/mail-texts/translated-mails.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { activeBotIds } from '../../stores/accounts/activity-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { queueMail } from '../outbox/mail-store.ts';

/** Mails an account at its current or former address. Bots and unconfirmed addresses get nothing. */
async function mailAccount(
  writer: Writer,
  account: Account,
  write: (texts: SecurityTexts, organizationName: string) => MailText,
): Promise<void> {
  if (account.isBot || !account.isActive || !account.isEmailConfirmed) return;
  const { name } = await readOrganization(writer);
  const { default_language: language } = account.settings;
  const text = write(mailTexts(language).security, name);
  await queueMail(writer, textMail(account.email, text, language));
}

/** Sent to the former address. */
export function mailEmailChanged(writer: Writer, before: Account, newEmail: string): Promise<void> {
  return mailAccount(writer, before, (texts, organizationName) =>
    texts.emailChanged({ organizationName, newEmail }),
  );
}

/**
 * The password was changed. API keys of the account's bots stay valid because programs use them; the mail
 * mentions that.
 */
export async function mailPasswordChanged(writer: Writer, account: Account): Promise<void> {
  const hasBots = (await activeBotIds(writer, account.id)).length > 0;
  return mailAccount(writer, account, (texts, organizationName) =>
    texts.passwordChanged({ organizationName, email: account.email, hasBots }),
  );
}

/** The API key was replaced. */
export function mailNewApiKey(writer: Writer, account: Account): Promise<void> {
  return mailAccount(writer, account, (texts, organizationName) =>
    texts.newApiKey({ organizationName, email: account.email }),
  );
}

/** A login with a program or from a network that the account was not used with before. */
export function mailNewLogin(
  writer: Writer,
  account: Account,
  { program, address }: { readonly program: string; readonly address: string },
): Promise<void> {
  const facts = { email: account.email, program, address, at: writer.now };
  return mailAccount(writer, account, (texts, organizationName) =>
    texts.newLogin({ ...facts, organizationName }),
  );
}

/** An identity of a provider can log in to the account from now on. */
export function mailIdentityLinked(writer: Writer, account: Account, providerName: string): Promise<void> {
  return mailAccount(writer, account, (texts, organizationName) =>
    texts.identityLinked({ organizationName, email: account.email, providerName }),
  );
}

/** A code of an authenticator is required from now on. */
export function mailSecondFactorOn(writer: Writer, account: Account): Promise<void> {
  return mailAccount(writer, account, (texts, organizationName) =>
    texts.secondFactorOn({ organizationName, email: account.email }),
  );
}

/** No second factor is required any longer. */
export function mailSecondFactorOff(writer: Writer, account: Account): Promise<void> {
  return mailAccount(writer, account, (texts, organizationName) =>
    texts.secondFactorOff({ organizationName, email: account.email }),
  );
}

/** A passkey can be used besides the password from now on. */
export function mailPasskeyAdded(writer: Writer, account: Account, name: string): Promise<void> {
  return mailAccount(writer, account, (texts, organizationName) =>
    texts.passkeyAdded({ organizationName, email: account.email, name }),
  );
}

/** A passkey was removed; another second factor remains. */
export function mailPasskeyRemoved(writer: Writer, account: Account, name: string): Promise<void> {
  return mailAccount(writer, account, (texts, organizationName) =>
    texts.passkeyRemoved({ organizationName, email: account.email, name }),
  );
}

/** The authenticator was removed; a passkey remains. */
export function mailAuthenticatorRemoved(writer: Writer, account: Account): Promise<void> {
  return mailAccount(writer, account, (texts, organizationName) =>
    texts.authenticatorRemoved({ organizationName, email: account.email }),
  );
}

/** Too many wrong codes were entered after the correct password; codes are rejected for a while. */
export function mailSecondFactorLocked(writer: Writer, account: Account): Promise<void> {
  return mailAccount(writer, account, (texts, organizationName) =>
    texts.codesTried({ organizationName, email: account.email }),
  );
}
