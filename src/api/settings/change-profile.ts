// The parts of PATCH /settings that are columns of the account: name, email address, time zone.

import { startEmailChange } from '../../actions/accounts/email-change.ts';
import { auditRepeated } from '../../actions/audit/repeated.ts';
import { checkWaitingMail } from '../../actions/do-not-disturb/change.ts';
import { badRequest } from '../../api-contract/error.ts';
import type { Account } from '../../model/accounts/account.ts';
import { checkedFullName, checkUniqueName } from '../../model/accounts/account-names.ts';
import { isDisposableAddress } from '../../model/accounts/disposable-addresses.ts';
import { Role } from '../../model/accounts/roles.ts';
import { userSettingChanged } from '../../model/accounts/settings-events.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { apiEmail } from '../../model/people/account-email.ts';
import { personChanged } from '../../model/people/person-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountById, readAccounts, updateAccount } from '../../stores/accounts/account-store.ts';
import type { RequestedEmail } from '../../stores/accounts/email-rules.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import type { WriteContext } from '../operation.ts';

/** If names are fixed, changes by anyone but administrators are silently ignored. (As in the reference server.) */
export async function changeFullName(writer: Writer, accountId: number, sent: string): Promise<void> {
  const account = await accountById(writer, accountId);
  const { settings } = await readOrganization(writer);
  if (!account || sent.trim() === account.fullName) return;
  if (settings.name_changes_disabled && account.role > Role.administrator) return;
  const name = checkedFullName(sent);
  if (settings.require_unique_names) checkUniqueName(name, accountId, await readAccounts(writer));
  const auditFields = { accountId, details: { old: account.fullName, new: name } };
  await auditRepeated(writer, { kind: 'user_renamed', ...auditFields });
  await updateAccount(writer, accountId, { full_name: name });
  writer.emit(personChanged({ user_id: accountId, full_name: name }));
}

/** Changes an account's time zone, and emits events to its own clients and to everyone who can see it. */
export async function changeTimeZone(writer: Writer, accountId: number, timezone: string): Promise<void> {
  const account = await accountById(writer, accountId);
  if (!account || timezone === account.timezone) return;
  const email = apiEmail(account, await readOrganization(writer));
  await updateAccount(writer, accountId, { timezone });
  await checkWaitingMail(writer, account);
  writer.emit(userSettingChanged(accountId, 'timezone', timezone));
  writer.emit(personChanged({ user_id: accountId, email, timezone }));
}

function checkMayChangeEmail({ settings }: Organization, account: Account): void {
  if (settings.email_changes_disabled && account.role > Role.administrator) {
    throw badRequest('Email address changes are disabled in this organization.');
  }
}

/**
 * The new address; undefined if it is the current one.
 * @throws if addresses are fixed or the server sends no mail
 */
export async function checkedEmailChange(
  context: WriteContext,
  sent: string | undefined,
): Promise<RequestedEmail | undefined> {
  const { account } = context.actor;
  const email = sent?.trim();
  if (!email || email === account.email) return undefined;
  checkMayChangeEmail(context.state.organization, account);
  if (!context.services.sendsMail) {
    throw badRequest(
      'Email is not set up on this server, so a new address cannot be confirmed. Ask an administrator to set it up.',
    );
  }
  return { email, isDisposable: await isDisposableAddress(email) };
}

/** Mails a link to the new address. The account gets the address once the link is followed. */
export async function requestEmailChange(
  writer: Writer,
  accountId: number,
  email: RequestedEmail,
  organizationUrl: string,
): Promise<void> {
  const account = await accountById(writer, accountId);
  if (!account) return;
  // The permission is checked again within the unit of work.
  checkMayChangeEmail(await readOrganization(writer), account);
  await startEmailChange(writer, account, email, organizationUrl);
}
