// Lets a new person join with an identity provider: invited, with a link, or with neither if the organization
// is open.

import { badRequest } from '../../api-contract/error.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { addressNotConfirmed } from '../../model/sign-in/identity.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import type { UnitContext, WithKeyring } from '../../stores/actor-context.ts';
import { wasErased } from '../../stores/erasure/erased-identity-store.ts';
import { insertIdentity } from '../../stores/sign-in/identity-store.ts';
import { type Admission, providerAdmission } from '../joining/admission.ts';
import { type Joined, joinAdmitted, type NewPerson } from '../joining/sign-up.ts';
import { applyClaims } from './claims.ts';
import { accountOfSubject, requireProviderOn, type SignInAttempt } from './sign-in.ts';

/** A new person whom a provider identified. */
export interface SignInJoining extends Omit<SignInAttempt, 'source' | 'flow'> {
  /** The key of the invitation link that was used; empty without one. */
  readonly linkKey: string;
}

/**
 * The admission of an identity. @throws if it is not admitted, and if an erased person returns without
 * an invitation
 */
export async function admissionWithProvider(
  reader: Reader,
  organization: Organization,
  { provider, identity, linkKey }: SignInJoining,
  now: number,
): Promise<Admission> {
  const { address } = identity;
  if ('problem' in address) throw addressNotConfirmed(provider.name, address.problem);
  const noAccount = `${organization.name} has no account for ${address.email}`;
  const values = { organization: organization.name, email: address.email };
  if (!provider.signUp)
    throw badRequest(`${noAccount}, and ${provider.name} does not create accounts.`).onPages({
      code: 'PROVIDER_CREATES_NO_ACCOUNTS',
      ...values,
      provider: provider.name,
    });
  const verifiedAddress = { email: address.email, linkKey };
  const admission = await providerAdmission(reader, organization, verifiedAddress, now);
  const isInvited = admission?.inviterId !== undefined;
  if (!admission || (!isInvited && (await wasErased(reader, address.email, identity))))
    throw badRequest(`${noAccount}. You need an invitation to join.`).onPages({
      code: 'INVITATION_NEEDED_FOR_ADDRESS',
      ...values,
    });
  return admission;
}

/** Creates the account and links it to this subject. @throws if it is not admitted or has an account */
export async function joinWithProvider(
  { writer, keyring, organization }: UnitContext & WithKeyring,
  attempt: SignInJoining,
  person: NewPerson,
): Promise<Joined> {
  const { provider, identity } = attempt;
  await requireProviderOn(writer, provider);
  if (await accountOfSubject(writer, identity))
    throw badRequest('You already have an account. Log in with it.').onPages({ code: 'ACCOUNT_EXISTS' });
  const admission = await admissionWithProvider(writer, organization, attempt, writer.now);
  const joined = await joinAdmitted({ writer, keyring, organization }, admission, person);
  await insertIdentity(writer, joined.account.id, identity);
  // New people have no clients yet that would need to register again.
  await applyClaims({ writer, keyring, organization }, joined.account.id, identity.claims);
  return joined;
}
