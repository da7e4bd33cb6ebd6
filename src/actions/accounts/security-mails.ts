// Mails that tell people what happened to their account, so that they hear of it when it was somebody else. They hold no
// link: they must not be worth forging.

import type { Account } from '../../model/accounts/account.ts';
import { mailOf, mailTexts } from '../../model/mail-texts/catalogue.ts';
import type { MailText, SecurityTexts } from '../../model/mail-texts/mail-texts.ts';
import type { Writer } from '../../storage/session.ts';
import { readOrganization } from '../../stores/organizations/store.ts';
import { queueMail } from '../outbox/mail-store.ts';

/** Mails a person, at the address that their account has (or had); bots hear of nothing. */
async function tell(
  writer: Writer,
  account: Account,
  write: (texts: SecurityTexts, organizationName: string) => MailText,
): Promise<void> {
  if (account.isBot || !account.isActive) return;
  const { name } = await readOrganization(writer);
  const text = write(mailTexts(account.settings.default_language).security, name);
  await queueMail(writer, mailOf(account.email, text));
}

/** To the address that an account had. */
export function tellEmailChanged(writer: Writer, before: Account, newEmail: string): Promise<void> {
  return tell(writer, before, (texts, organizationName) =>
    texts.emailChanged({ organizationName, newEmail }),
  );
}

/** The account has a new password. Keys of its bots stay, since programs run with them: whoever must change them is told. */
export async function tellPasswordChanged(writer: Writer, account: Account): Promise<void> {
  const bot = await writer.db
    .selectFrom('account')
    .select('id')
    .where('organization_id', '=', writer.organizationId)
    .where('bot_owner_id', '=', account.id)
    .where('is_active', '=', 1)
    .limit(1)
    .executeTakeFirst();
  const hasBots = bot !== undefined;
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
