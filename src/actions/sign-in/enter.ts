// Somebody signs in with a provider: whose account it is, is known by the provider's own name for them, which never
// changes; the first time by an address that the provider says is verified. Of one provider an account belongs to one
// person, until the access to it ends (`end-access.ts`): who gets an address after somebody else does not get their account
// with it.

import {
  type ApiError,
  accountDeactivated,
  badRequest,
  organizationDeactivated,
} from '../../api-contract/error.ts';
import { type AccountRow, accountOf } from '../../model/accounts/account.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { isProviderOn } from '../../model/organizations/authentication-methods.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { RequestSource } from '../../model/request-source.ts';
import type { Voucher } from '../../model/sign-in/configuration.ts';
import { addressProblems, type Identity } from '../../model/sign-in/identity.ts';
import type { Reader, Writer } from '../../storage/session.ts';
import { accountRowByEmail, accountRowById } from '../../stores/accounts/account-store.ts';
import { isSameMailbox } from '../../stores/accounts/email-rules.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { hasSecondFactor } from '../../stores/second-factor/second-factor-store.ts';
import {
  hasSubjectOf,
  insertIdentity,
  noteIdentityUsed,
  tieOfSubject,
} from '../../stores/sign-in/identity-store.ts';
import { noteLogin } from '../accounts/first-login.ts';
import { tellProviderBound } from '../accounts/security-mails.ts';
import { auditBinding } from '../audit/log-ins.ts';
import { followAttributes } from './attributes.ts';

/** Somebody whom a provider named. */
export interface Arriving {
  readonly provider: Pick<Voucher, 'kind' | 'name' | 'signUp'>;
  readonly identity: Identity;
  readonly source: RequestSource;
  /** For an app on a phone or a desk; none: a browser. */
  readonly flow?: 'mobile_flow' | 'desktop_flow' | undefined;
}

/** The refusal where an organization switched a provider off. */
export function providerSwitchedOff({ name }: Pick<Voucher, 'name'>): ApiError {
  return badRequest(`Signing in with ${name} is switched off here.`);
}

/** The organization; refuses everybody where it is closed to a provider. */
export async function checkOpenTo(writer: Writer, provider: Arriving['provider']): Promise<Organization> {
  const organization = await readOrganization(writer);
  if (organization.isDeactivated) throw organizationDeactivated();
  if (!isProviderOn(organization.settings.authentication_methods, provider))
    throw providerSwitchedOff(provider);
  return organization;
}

/**
 * The account that a subject opens; undefined where it opens none.
 * @throws for a deactivated account, also where the tie to it had ended before: its person does not come back as someone new
 */
export async function accountOfSubject(
  reader: Reader,
  identity: Pick<Identity, 'issuer' | 'subject'>,
): Promise<AccountRow | undefined> {
  const tie = await tieOfSubject(reader, identity);
  const row = tie && (await accountRowById(reader, tie.accountId));
  if (!row) return undefined;
  checkIsPerson(row);
  return tie.hasEnded ? undefined : row;
}

function checkIsPerson(row: AccountRow): void {
  if (row.bot_type !== null) throw badRequest('Programs do not sign in here.');
  if (row.is_active === 0) throw accountDeactivated();
}

/**
 * The refusal of an account that was made with an address which nobody confirmed. The account and the address may belong to
 * different people: the one must not get into the other's account by it, nor wait for them in theirs.
 */
export function addressUnconfirmed(email: string): ApiError {
  return badRequest(
    `There is an account with the address ${email}, but the address is not confirmed. ` +
      'If the account is yours, log in with its password and confirm the address in your settings. ' +
      'Otherwise ask an administrator.',
  );
}

/** The account of an address that the provider vouches for, which from now on is this subject's. */
async function byAddress(writer: Writer, { provider, identity }: Arriving): Promise<AccountRow | undefined> {
  const { address } = identity;
  if ('problem' in address) throw badRequest(`${provider.name} ${addressProblems[address.problem]}`);
  const row = await accountRowByEmail(writer, address.email);
  if (!row) return undefined;
  checkIsPerson(row);
  const isTheirs = isSameMailbox(row.email, address.email);
  if (!isTheirs || (await hasSubjectOf(writer, row.id, identity.issuer))) {
    throw badRequest(
      `The account of ${address.email} belongs to somebody else at ${provider.name}. Ask an administrator.`,
    );
  }
  if (row.is_email_confirmed === 0) throw addressUnconfirmed(address.email);
  // An address can be changed by whoever took over a browser: that must not be a way around the code. A directory's code is asked for.
  if (provider.kind !== 'ldap' && (await hasSecondFactor(writer, row.id))) {
    throw badRequest(
      `The account of ${address.email} has two-factor log-in and was not opened with ${provider.name} yet. ` +
        'Log in with your password and a code.',
    );
  }
  await insertIdentity(writer, row.id, identity);
  await auditBinding(writer, row.id, provider.name);
  await tellProviderBound(writer, accountOf(row), provider.name);
  return row;
}

/** Somebody who is in. */
export interface Entered {
  readonly accountId: number;
  /** Whether their clients must begin anew, since they see so much differently now. */
  readonly mustBeginAnew: boolean;
}

/**
 * Lets in who arrives: their login is noted, and role and groups follow what the provider says; undefined for somebody new.
 * @throws where the organization or the account is closed, and where the provider does not vouch for an address
 */
export async function enter(
  writer: Writer,
  keyring: Keyring,
  arriving: Arriving,
): Promise<Entered | undefined> {
  const { provider, identity, source, flow } = arriving;
  const organization = await checkOpenTo(writer, provider);
  const known = await accountOfSubject(writer, identity);
  if (known) await noteIdentityUsed(writer, identity);
  const row = known ?? (await byAddress(writer, arriving));
  if (!row) return undefined;
  // Of a directory only the password has been looked at so far: more may be asked.
  const door = flow ?? 'provider';
  if (provider.kind !== 'ldap')
    await noteLogin(writer, keyring, row.id, { source, door, provider: provider.name });
  const followed = await followAttributes({ writer, keyring, organization }, row.id, identity.said);
  return { accountId: row.id, ...followed };
}
