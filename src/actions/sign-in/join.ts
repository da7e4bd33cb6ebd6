// Somebody new joins with a provider, by the rules of the organization: invited, by a link, or where it is open.

import { badRequest } from '../../api-contract/error.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { addressProblems } from '../../model/sign-in/identity.ts';
import type { Reader } from '../../storage/session.ts';
import type { InOrganization, WithKeyring } from '../../stores/acting.ts';
import { wasErased } from '../../stores/erasure/erased-identity-store.ts';
import { insertIdentity } from '../../stores/sign-in/identity-store.ts';
import { type Admission, providerAdmission } from '../joining/admission.ts';
import { type Joined, joinAdmitted, type NewPerson } from '../joining/sign-up.ts';
import { followAttributes } from './attributes.ts';
import { type Arriving, accountOfSubject, checkOpenTo } from './enter.ts';

/** Somebody who wants to join. */
export interface Joining extends Omit<Arriving, 'source' | 'flow'> {
  /** The key of the invitation link that they came by; empty: none. */
  readonly linkKey: string;
}

/** What somebody is admitted to. Refuses who is not, and who was erased and comes back without an invitation. */
export async function admissionBySignIn(
  reader: Reader,
  organization: Organization,
  { provider, identity, linkKey }: Joining,
  now: number,
): Promise<Admission> {
  const { address } = identity;
  if ('problem' in address) throw badRequest(`${provider.name} ${addressProblems[address.problem]}`);
  const nobody = `There is no account of ${address.email} at ${organization.name}`;
  if (!provider.signUp) throw badRequest(`${nobody}, and none is made with ${provider.name}.`);
  const vouched = { email: address.email, linkKey };
  const admission = await providerAdmission(reader, organization, vouched, now);
  const isInvited = admission?.inviterId !== undefined;
  if (!admission || (!isInvited && (await wasErased(reader, address.email, identity))))
    throw badRequest(`${nobody}. You need an invitation to join.`);
  return admission;
}

/** Makes the account, which from now on is this subject's. Refuses who is not admitted, and a subject that has one. */
export async function joinBySignIn(
  { writer, keyring, organization }: InOrganization & WithKeyring,
  joining: Joining,
  person: NewPerson,
): Promise<Joined> {
  const { provider, identity } = joining;
  await checkOpenTo(writer, provider);
  if (await accountOfSubject(writer, identity))
    throw badRequest('You already have an account: log in with it.');
  const admission = await admissionBySignIn(writer, organization, joining, writer.now);
  const joined = await joinAdmitted({ writer, keyring, organization }, admission, person);
  await insertIdentity(writer, joined.account.id, identity);
  // They have no clients yet that could begin anew.
  await followAttributes({ writer, keyring, organization }, joined.account.id, identity.said);
  return joined;
}
