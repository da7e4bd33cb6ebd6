// Changing one's own address: the new one gets a link, and counts only once somebody who reads it has followed
// that link.

import { badRequest } from '../../api-contract/error.ts';
import { DAY } from '../../api-contract/time.ts';
import type { Account } from '../../model/accounts/account.ts';
import { randomToken } from '../../model/accounts/credentials.ts';
import { mailOf, mailTexts } from '../../model/mail-texts/catalogue.ts';
import { emailEvents } from '../../model/people/email-events.ts';
import { textKey } from '../../model/text-key.ts';
import type { Writer } from '../../storage/session.ts';
import { accountById, readAccounts, updateAccount } from '../../stores/accounts/account-store.ts';
import {
  findPendingEmail,
  forgetPendingEmails,
  keepPendingEmail,
} from '../../stores/accounts/email-change-store.ts';
import { checkNewEmail, checkWantedEmail, type WantedEmail } from '../../stores/accounts/email-rules.ts';
import { forgetReplyAddresses } from '../../stores/missed-mail/reply-address.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { audit } from '../audit/audit.ts';
import { queueMail } from '../outbox/mail-store.ts';
import { CONFIRMATION_PATH, markEmailConfirmed } from './confirm-email.ts';
import { endAccess } from './end-access.ts';
import { tellEmailChanged } from './security-mails.ts';

const KEY_LENGTH = 24;
const LIFETIME_SECONDS = DAY;

/** Sends the link; nothing changes yet. `organizationUrl` has no slash at its end. */
export async function startEmailChange(
  writer: Writer,
  account: Account,
  wanted: WantedEmail,
  organizationUrl: string,
): Promise<void> {
  const organization = await readOrganization(writer);
  const { email: newEmail } = wanted;
  await checkWantedEmail(writer, organization, account, wanted);
  const key = randomToken(KEY_LENGTH);
  await keepPendingEmail(writer, key, { accountId: account.id, newEmail }, writer.now + LIFETIME_SECONDS);
  const text = mailTexts(account.settings.default_language).emailChange({
    organization: { name: organization.name, url: organizationUrl },
    link: `${organizationUrl}${CONFIRMATION_PATH}/${key}`,
  });
  await queueMail(writer, mailOf(newEmail, text, account.settings.default_language));
}

/**
 * Gives the account its new address, and tells everybody what they may see of it; or confirms the address that it has, which
 * takes a person who is logged in to it. Gives the account's id.
 */
export async function confirmEmailChange(
  writer: Writer,
  key: string,
  visitorId: number | undefined,
): Promise<number> {
  const pending = await findPendingEmail(writer, key, writer.now);
  const account = pending && (await accountById(writer, pending.accountId));
  if (!pending || !account?.isActive) throw badRequest('The confirmation link is no longer valid.');
  if (pending.newEmail === account.email) {
    if (visitorId !== account.id)
      throw badRequest(
        'Log in to the account with this address first, then open the link again in the same browser.',
      );
    await forgetPendingEmails(writer, account.id);
    if (!account.isEmailConfirmed)
      await markEmailConfirmed(writer, account, { by: 'mail', actingId: account.id });
    return account.id;
  }
  await changeEmail(writer, account, pending.newEmail, account.id);
  return account.id;
}

/**
 * Changes an account's address; refuses one that it may not have. A disposable one was refused when it was asked for,
 * or is the choice of an owner.
 * @param actingId who does it, where the unit does not know
 */
export async function changeEmail(
  writer: Writer,
  account: Account,
  newEmail: string,
  actingId?: number,
): Promise<void> {
  const organization = await readOrganization(writer);
  await checkNewEmail(writer, organization, newEmail, false);
  await updateAccount(writer, account.id, {
    email: newEmail,
    email_key: textKey(newEmail),
    is_email_confirmed: 1,
  });
  const told = { accountId: account.id, details: { old: account.email, new: newEmail } };
  const acting = actingId !== undefined && { actingId };
  await audit(writer, { kind: 'email_changed', ...acting, ...told });
  await endAccess(writer, account.id);
  // Mail that lies in the old box must not speak for the account.
  await forgetReplyAddresses(writer, account.id);
  await tellEmailChanged(writer, account, newEmail);
  const after = { ...account, email: newEmail, isEmailConfirmed: true };
  for (const event of emailEvents(organization, account, after, await readAccounts(writer)))
    writer.emit(event);
}
