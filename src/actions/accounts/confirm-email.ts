// Confirms the address of an account that joined without a mail: by a mailed link, which counts only for a
// person logged in to the account, or by an administrator who knows that the address is theirs. With the link
// alone, an attacker could talk the owner of a mailbox into vouching for an account that the attacker made
// and has the password of.

import { badRequest, rateLimited } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { DAY } from '../../api-contract/time.ts';
import type { Account } from '../../model/accounts/account.ts';
import { randomToken } from '../../model/accounts/credentials.ts';
import { mailTexts, unconfirmedNotice } from '../../model/mail-texts/translated-mails.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { updateAccount } from '../../stores/accounts/account-store.ts';
import { insertPendingEmail, pendingEmailExpiry } from '../../stores/accounts/email-change-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { audit } from '../audit/audit.ts';
import { queueMail } from '../outbox/mail-store.ts';

const KEY_LENGTH = 24;
const LIFETIME_SECONDS = DAY;

/** The path of a confirmation link, relative to the organization's address. */
export const CONFIRMATION_PATH = '/accounts/confirm_new_email';

/**
 * Mails the confirmation link to an account's own address. `organizationUrl` has no trailing slash.
 * @throws if the address is confirmed, and `RATE_LIMIT_HIT` soon after another such mail
 */
export async function mailEmailConfirmation(
  writer: Writer,
  account: Account,
  organizationUrl: string,
): Promise<void> {
  const { email, isEmailConfirmed } = account;
  if (isEmailConfirmed) throw badRequest('Your email address is already confirmed.');
  const expiresAt = writer.now + LIFETIME_SECONDS;
  const before = await pendingEmailExpiry(writer, account.id);
  const wait = before === undefined ? 0 : before + limits.confirmationMailSeconds - expiresAt;
  if (wait > 0) throw rateLimited(wait);
  const { name } = await readOrganization(writer);
  const key = randomToken(KEY_LENGTH);
  await insertPendingEmail(writer, key, { accountId: account.id, newEmail: email }, expiresAt);
  const text = mailTexts(account.settings.default_language).emailConfirmation({
    organization: { name, url: organizationUrl },
    link: `${organizationUrl}${CONFIRMATION_PATH}/${key}`,
  });
  await queueMail(writer, unconfirmedNotice(email, text, account.settings.default_language));
}

/** Marks the address as confirmed. `actingId` is the actor, if the unit of work does not know it. */
export async function markEmailConfirmed(
  writer: Writer,
  account: Account,
  { by, actingId }: { readonly by: 'mail' | 'administrator'; readonly actingId?: number },
): Promise<void> {
  await updateAccount(writer, account.id, { is_email_confirmed: 1 });
  const acting = actingId !== undefined && { actingId };
  const details = { email: account.email, by };
  await audit(writer, { kind: 'email_confirmed', ...acting, accountId: account.id, details });
  const touches = { accounts: [account.id] };
  writer.emit({ type: '_changed', audience: { kind: 'nobody' }, payload: {}, touches });
}
