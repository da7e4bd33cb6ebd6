// Determines whether an account has a usable password: its own one if passwords are enabled, or that of its
// directory.

import { usesDirectoryPassword } from '../../actions/accounts/log-in.ts';
import { availableMethods, isMethodEnabled } from '../../model/organizations/authentication-methods.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { accountRowById } from '../../stores/accounts/account-store.ts';
import { hasSecondFactor } from '../../stores/second-factor/second-factor-store.ts';
import type { Services } from '../services.ts';
import { enabledDirectory } from './directory-login.ts';

/** The context of the lookup. */
export interface PasswordLookup {
  readonly services: Pick<Services, 'signIn'>;
  readonly organization: Organization;
  readonly reader: Reader;
}

/** Whether the account has a usable password. */
export async function hasPassword(
  { services, organization, reader }: PasswordLookup,
  accountId: number,
): Promise<boolean> {
  const directory = enabledDirectory(services, organization);
  if (await usesDirectoryPassword(reader, directory && { provider: directory }, accountId)) return true;
  const row = await accountRowById(reader, accountId);
  const { authentication_methods: methods } = organization.settings;
  return row?.password_hash != null && isMethodEnabled(methods, availableMethods(organization), 'Email');
}

/** Whether the account can prove its identity here, without a provider. */
export async function canProveWithoutProvider(lookup: PasswordLookup, accountId: number): Promise<boolean> {
  return (await hasPassword(lookup, accountId)) || hasSecondFactor(lookup.reader, accountId);
}
