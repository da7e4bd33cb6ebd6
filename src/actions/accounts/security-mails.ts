// Mails that tell people what happened to their account, so that they hear of it when it was somebody else. They hold no
// link: they must not be worth forging.

import type { Account } from '../../model/accounts/account.ts';
import { mailOf, mailTexts } from '../../model/mail-texts/catalogue.ts';
import type { MailText, SecurityTexts } from '../../model/mail-texts/mail-texts.ts';
import type { Writer } from '../../storage/session.ts';
import { activeBotIds } from '../../stores/accounts/activity-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { queueMail } from '../outbox/mail-store.ts';

/** Mails a person, at the address that their account has (or had); bots hear of nothing, nor does an address that nobody confirmed. */
async function tell(
  writer: Writer,
  account: Account,
  write: (texts: SecurityTexts, organizationName: string) => MailText,
): Promise<void> {
  if (account.isBot || !account.isActive || !account.isEmailConfirmed) return;
  const { name } = await readOrganization(writer);
  const { default_language: language } = account.settings;
  const text = write(mailTexts(language).security, name);
  await queueMail(writer, mailOf(account.email, text, language));
}

/** To the address that an account had. */
export function tellEmailChanged(writer: Writer, before: Account, newEmail: string): Promise<void> {
  return tell(writer, before, (texts, organizationName) =>
    texts.emailChanged({ organizationName, newEmail }),
  );
}

/** The account has a new password. Keys of its bots stay, since programs run with them: whoever must change them is told. */
export async function tellPasswordChanged(writer: Writer, account: Account): Promise<void> {
  const hasBots = (await activeBotIds(writer, account.id)).length > 0;
  return tell(writer, account, (texts, organizationName) =>
    texts.passwordChanged({ organizationName, email: account.email, hasBots }),
  );
}

/** The account has a new API key. */
export function tellNewApiKey(writer: Writer, account: Account): Promise<void> {
  return tell(writer, account, (texts, organizationName) =>
    texts.newApiKey({ organizationName, email: account.email }),
  );
}

/** Somebody logged in with a program, or from a network, that the account was not used with before. */
export function tellNewLogin(
  writer: Writer,
  account: Account,
  { program, address }: { readonly program: string; readonly address: string },
): Promise<void> {
  const facts = { email: account.email, program, address, at: writer.now };
  return tell(writer, account, (texts, organizationName) => texts.newLogin({ ...facts, organizationName }));
}

/** A provider's person opens the account from now on. */
export function tellProviderBound(writer: Writer, account: Account, providerName: string): Promise<void> {
  return tell(writer, account, (texts, organizationName) =>
    texts.providerBound({ organizationName, email: account.email, providerName }),
  );
}

/** A code of an authenticator is asked for from now on. */
export function tellSecondFactorOn(writer: Writer, account: Account): Promise<void> {
  return tell(writer, account, (texts, organizationName) =>
    texts.secondFactorOn({ organizationName, email: account.email }),
  );
}

/** No second factor is asked for any longer. */
export function tellSecondFactorOff(writer: Writer, account: Account): Promise<void> {
  return tell(writer, account, (texts, organizationName) =>
    texts.secondFactorOff({ organizationName, email: account.email }),
  );
}

/** A passkey opens the account from now on, beside the password. */
export function tellPasskeyAdded(writer: Writer, account: Account, name: string): Promise<void> {
  return tell(writer, account, (texts, organizationName) =>
    texts.passkeyAdded({ organizationName, email: account.email, name }),
  );
}

/** A passkey does so no longer; another second factor does. */
export function tellPasskeyRemoved(writer: Writer, account: Account, name: string): Promise<void> {
  return tell(writer, account, (texts, organizationName) =>
    texts.passkeyRemoved({ organizationName, email: account.email, name }),
  );
}

/** No code of an authenticator is asked for any longer, but a passkey. */
export function tellAuthenticatorRemoved(writer: Writer, account: Account): Promise<void> {
  return tell(writer, account, (texts, organizationName) =>
    texts.authenticatorRemoved({ organizationName, email: account.email }),
  );
}

/** Somebody who has the password tries codes; none is taken for a while. */
export function tellCodesTried(writer: Writer, account: Account): Promise<void> {
  return tell(writer, account, (texts, organizationName) =>
    texts.codesTried({ organizationName, email: account.email }),
  );
}
