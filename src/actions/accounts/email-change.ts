// Changes an account's own address. The new address receives a link and takes effect once the link is opened.

import { badRequest } from '../../api-contract/error.ts';
import { DAY } from '../../api-contract/time.ts';
import type { Account } from '../../model/accounts/account.ts';
import { randomToken } from '../../model/accounts/credentials.ts';
import { mailTexts, textMail } from '../../model/mail-texts/translated-mails.ts';
import { emailEvents } from '../../model/people/email-events.ts';
import { textKey } from '../../model/text-key.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountById, readAccounts, updateAccount } from '../../stores/accounts/account-store.ts';
import {
  deletePendingEmails,
  findPendingEmail,
  insertPendingEmail,
} from '../../stores/accounts/email-change-store.ts';
import {
  checkNewEmail,
  checkRequestedEmail,
  type RequestedEmail,
} from '../../stores/accounts/email-rules.ts';
import { deleteReplyAddresses } from '../../stores/missed-mail/reply-address.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { audit } from '../audit/audit.ts';
import { queueMail } from '../outbox/mail-store.ts';
import { CONFIRMATION_PATH, markEmailConfirmed } from './confirm-email.ts';
import { endAccess } from './end-access.ts';
import { mailEmailChanged } from './security-mails.ts';

const KEY_LENGTH = 24;
const LIFETIME_SECONDS = DAY;

/** Sends the link; nothing changes yet. `organizationUrl` has no trailing slash. */
export async function startEmailChange(
  writer: Writer,
  account: Account,
  requested: RequestedEmail,
  organizationUrl: string,
): Promise<void> {
  const organization = await readOrganization(writer);
  const { email: newEmail } = requested;
  await checkRequestedEmail(writer, organization, account, requested);
  const key = randomToken(KEY_LENGTH);
  await insertPendingEmail(writer, key, { accountId: account.id, newEmail }, writer.now + LIFETIME_SECONDS);
  const text = mailTexts(account.settings.default_language).emailChange({
    organization: { name: organization.name, url: organizationUrl },
    link: `${organizationUrl}${CONFIRMATION_PATH}/${key}`,
  });
  await queueMail(writer, textMail(newEmail, text, account.settings.default_language));
}

/**
 * Sets the new address of the account and emits it to those who may see it, or confirms its current address,
 * which requires being logged in to the account. Returns the account's id.
 */
export async function confirmEmailChange(
  writer: Writer,
  key: string,
  loggedInId: number | undefined,
): Promise<number> {
  const pending = await findPendingEmail(writer, key, writer.now);
  const account = pending && (await accountById(writer, pending.accountId));
  if (!pending || !account?.isActive)
    throw badRequest('The confirmation link is no longer valid.').onPages({
      code: 'EMAIL_CHANGE_LINK_INVALID',
    });
  if (pending.newEmail === account.email) {
    if (loggedInId !== account.id)
      throw badRequest(
        'Log in to the account with this address first, then open the link again in the same browser.',
      ).onPages({ code: 'EMAIL_OF_OTHER_ACCOUNT' });
    await deletePendingEmails(writer, account.id);
    if (!account.isEmailConfirmed)
      await markEmailConfirmed(writer, account, { by: 'mail', actingId: account.id });
    return account.id;
  }
  await changeEmail(writer, account, pending.newEmail, account.id);
  return account.id;
}

/**
 * Changes an account's address. Accepts a disposable one: it was refused when the change was requested, unless an
 * owner chose it.
 * @param actingId the actor, if the unit of work does not know it
 * @throws if the account may not use the address
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
  const target = { accountId: account.id, details: { old: account.email, new: newEmail } };
  const acting = actingId !== undefined && { actingId };
  await audit(writer, { kind: 'email_changed', ...acting, ...target });
  await endAccess(writer, account.id);
  // Mail in the old mailbox must not be able to act for the account.
  await deleteReplyAddresses(writer, account.id);
  await mailEmailChanged(writer, account, newEmail);
  const after = { ...account, email: newEmail, isEmailConfirmed: true };
  for (const event of emailEvents(organization, account, after, await readAccounts(writer)))
    writer.emit(event);
}
