// Creates accounts for people who did not sign up themselves: by an administrator, or from the command line.

import { joinOrganization, openTerms } from '../../actions/joining/join.ts';
import { badRequest } from '../../api-contract/error.ts';
import type { Account } from '../../model/accounts/account.ts';
import { checkedFullName, checkUniqueName } from '../../model/accounts/account-names.ts';
import { isDisposableAddress } from '../../model/accounts/disposable-addresses.ts';
import { hashPassword } from '../../model/accounts/password-hash.ts';
import type { Role } from '../../model/accounts/roles.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { checkPassword, organizationWords } from '../../model/passwords/passwords.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountRowByEmail, readAccounts } from '../../stores/accounts/account-store.ts';
import {
  type AddressErrorKind,
  addressErrorKindNow,
  isEmailAddress,
} from '../../stores/accounts/email-rules.ts';
import type { UnitContext, WithKeyring } from '../../stores/actor-context.ts';
import { joinNotices } from '../../stores/joining/welcome-notices.ts';
import { insertNotices, type PendingNoticeRow } from '../../stores/pending-notices/pending-notice-store.ts';

const addressErrors: Readonly<Record<AddressErrorKind, (email: string) => string>> = {
  plus: () => 'Email addresses containing + are not allowed.',
  outside: (email) => `Email '${email}' not allowed in this organization`,
  disposable: () => 'Disposable email addresses are not allowed in this organization',
};

/** A person whose account can be created, as far as that can be checked before the unit of work. */
export interface NewUser {
  readonly email: string;
  readonly fullName: string;
  /** The hash of the password; null if no password works until one is set by a link. */
  readonly passwordHash: string | null;
  readonly isDisposable: boolean;
}

/**
 * Checks the values, and hashes the password if there is one.
 * @throws 400 that states what to change
 */
export async function prepareUser(
  input: { readonly email: string; readonly fullName: string; readonly password: string | undefined },
  organization: { readonly name: string; readonly organizationUrl: string },
): Promise<NewUser> {
  const fullName = checkedFullName(input.fullName);
  const email = input.email.trim();
  if (!isEmailAddress(email)) throw badRequest('Bad name or username');
  const { password } = input;
  if (password !== undefined) {
    await checkPassword(password, [
      email,
      fullName,
      ...organizationWords(organization.name, organization.organizationUrl),
    ]);
  }
  const passwordHash = password === undefined ? null : await hashPassword(password);
  return { email, fullName, passwordHash, isDisposable: await isDisposableAddress(email) };
}

async function checkAddress(writer: Writer, organization: Organization, user: NewUser): Promise<void> {
  const { email, isDisposable } = user;
  const errorKind = await addressErrorKindNow(writer, organization, email, isDisposable);
  if (errorKind) throw badRequest(addressErrors[errorKind](email));
  if (await accountRowByEmail(writer, email)) throw badRequest('Email is already in use.');
}

/**
 * Creates the account, and stores notices about it to be sent later.
 * @throws 400 if it may not be created
 */
export async function makeUser(
  { writer, keyring, organization }: UnitContext & WithKeyring,
  user: NewUser,
  { role, organizationUrl }: { readonly role?: Role; readonly organizationUrl: string },
): Promise<{ readonly account: Account; readonly pendingNotices: readonly PendingNoticeRow[] }> {
  await checkAddress(writer, organization, user);
  const { email, fullName, passwordHash } = user;
  if (organization.settings.require_unique_names) {
    checkUniqueName(fullName, undefined, await readAccounts(writer));
  }
  const terms = role === undefined ? openTerms : { ...openTerms, role };
  const person = { email, fullName, passwordHash };
  const account = await joinOrganization({ writer, keyring, organization }, person, terms);
  const notices = await joinNotices(writer, organization, account, null);
  return {
    account,
    pendingNotices: await insertNotices(writer, { actorId: account.id, organizationUrl }, notices),
  };
}
