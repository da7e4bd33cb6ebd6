// Signs in with an identity provider. The account is found by the provider's own identifier for the person,
// which never changes, and the first time by an address that the provider has verified. An account belongs to
// one identity of a provider until its access ends (`end-access.ts`), so someone who takes over an address
// does not get the account with it.

import {
  type ApiError,
  accountDeactivated,
  badRequest,
  organizationDeactivated,
} from '../../api-contract/error.ts';
import { type AccountRow, accountOf } from '../../model/accounts/account.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { isProviderEnabled } from '../../model/organizations/authentication-methods.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { RequestSource } from '../../model/request-source.ts';
import { addressNotConfirmed, type Identity } from '../../model/sign-in/identity.ts';
import type { IdentitySource } from '../../model/sign-in/sign-in-configuration.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import { accountRowByEmail, accountRowById } from '../../stores/accounts/account-store.ts';
import { isSameMailbox } from '../../stores/accounts/email-rules.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { hasSecondFactor } from '../../stores/second-factor/second-factor-store.ts';
import {
  hasSubjectOf,
  insertIdentity,
  linkOfSubject,
  recordIdentityUse,
} from '../../stores/sign-in/identity-store.ts';
import { recordLogin } from '../accounts/first-login.ts';
import { mailIdentityLinked } from '../accounts/security-mails.ts';
import { auditIdentityLinked } from '../audit/logins.ts';
import { applyClaims } from './claims.ts';

/** A person whom a provider identified. */
export interface SignInAttempt {
  readonly provider: Pick<IdentitySource, 'kind' | 'name' | 'signUp'>;
  readonly identity: Identity;
  readonly source: RequestSource;
  /** For a mobile or desktop app; undefined for a browser. */
  readonly flow?: 'mobile_flow' | 'desktop_flow' | undefined;
}

/** The error if an organization has switched a provider off. */
export function providerSwitchedOff({ name }: Pick<IdentitySource, 'name'>): ApiError {
  return badRequest(`Login with ${name} is turned off in this organization.`).onPages({
    code: 'PROVIDER_DISABLED',
    provider: name,
  });
}

/** The organization. @throws if it is deactivated or the provider is switched off */
export async function requireProviderOn(
  writer: Writer,
  provider: SignInAttempt['provider'],
): Promise<Organization> {
  const organization = await readOrganization(writer);
  if (organization.isDeactivated) throw organizationDeactivated();
  if (!isProviderEnabled(organization.settings.authentication_methods, provider))
    throw providerSwitchedOff(provider);
  return organization;
}

/**
 * The account of a provider's subject; undefined without one.
 * @throws for a deactivated account, even if its link to the subject has ended: the person must not return as
 * someone new
 */
export async function accountOfSubject(
  reader: Reader,
  identity: Pick<Identity, 'issuer' | 'subject'>,
): Promise<AccountRow | undefined> {
  const link = await linkOfSubject(reader, identity);
  const row = link && (await accountRowById(reader, link.accountId));
  if (!row) return undefined;
  checkIsPerson(row);
  return link.hasEnded ? undefined : row;
}

function checkIsPerson(row: AccountRow): void {
  if (row.bot_type !== null) throw badRequest('Bots cannot log in here.').onPages({ code: 'BOT_LOGIN' });
  if (row.is_active === 0) throw accountDeactivated();
}

/**
 * The error for an account whose address was never confirmed. The account and the address may belong to
 * different people: neither may gain access to the other's account, or lead the other into an account that both can use.
 */
export function addressUnconfirmed(email: string): ApiError {
  return badRequest(
    `An account with the address ${email} exists, but the address is not confirmed. ` +
      'If it is yours, log in with your password and confirm the address in your settings. ' +
      'Otherwise, ask an administrator.',
  ).onPages({ code: 'ADDRESS_UNCONFIRMED', email });
}

/** The account of an address that the provider vouches for. Links it to this subject. */
async function accountOfAddress(
  writer: Writer,
  { provider, identity }: SignInAttempt,
): Promise<AccountRow | undefined> {
  const { address } = identity;
  if ('problem' in address) throw addressNotConfirmed(provider.name, address.problem);
  const row = await accountRowByEmail(writer, address.email);
  if (!row) return undefined;
  checkIsPerson(row);
  const isTheirs = isSameMailbox(row.email, address.email);
  if (!isTheirs || (await hasSubjectOf(writer, row.id, identity.issuer))) {
    throw badRequest(
      `The account ${address.email} is linked to someone else at ${provider.name}. Ask an administrator.`,
    ).onPages({ code: 'ACCOUNT_LINKED_TO_OTHER', email: address.email, provider: provider.name });
  }
  if (row.is_email_confirmed === 0) throw addressUnconfirmed(address.email);
  // Someone who took over a browser can change the address, and must not get around the second factor that
  // way. With a directory the code is required anyway.
  if (provider.kind !== 'ldap' && (await hasSecondFactor(writer, row.id))) {
    throw badRequest(
      `The account ${address.email} uses two-factor authentication and is not linked to ${provider.name} yet. ` +
        'Log in with your password and a code.',
    ).onPages({ code: 'ACCOUNT_NOT_LINKED', email: address.email, provider: provider.name });
  }
  await insertIdentity(writer, row.id, identity);
  await auditIdentityLinked(writer, row.id, provider.name);
  await mailIdentityLinked(writer, accountOf(row), provider.name);
  return row;
}

export interface SignInResult {
  readonly accountId: number;
  /** Whether their clients must register again, because what they can see has changed too much. */
  readonly mustReregister: boolean;
}

/**
 * Signs in to an account: records the login, and applies the role and groups that the provider sent.
 * Undefined for a new person.
 * @throws if the organization or the account is closed, and if the provider does not vouch for an
 * address
 */
export async function signInWithProvider(
  writer: Writer,
  keyring: Keyring,
  attempt: SignInAttempt,
): Promise<SignInResult | undefined> {
  const { provider, identity, source, flow } = attempt;
  const organization = await requireProviderOn(writer, provider);
  const linkedAccount = await accountOfSubject(writer, identity);
  if (linkedAccount) await recordIdentityUse(writer, identity);
  const row = linkedAccount ?? (await accountOfAddress(writer, attempt));
  if (!row) return undefined;
  // With a directory only the password has been checked so far; a second factor may follow.
  const loginMethod = flow ?? 'provider';
  if (provider.kind !== 'ldap')
    await recordLogin(writer, keyring, row.id, { source, loginMethod, provider: provider.name });
  const applied = await applyClaims({ writer, keyring, organization }, row.id, identity.claims);
  return { accountId: row.id, ...applied };
}
