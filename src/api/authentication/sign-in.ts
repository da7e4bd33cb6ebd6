// Logs in people whom a provider or directory has identified: into their account, or into a new one.

import { type RecordedLogin, recordLogin } from '../../actions/accounts/first-login.ts';
import type { NewPerson } from '../../actions/joining/sign-up.ts';
import { admissionWithProvider, joinWithProvider, type SignInJoining } from '../../actions/sign-in/join.ts';
import { type SignInAttempt, signInWithProvider } from '../../actions/sign-in/sign-in.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import { endQueuesOf } from '../../events/end-queues.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import { isDisposableAddress } from '../../model/accounts/disposable-addresses.ts';
import { sendPendingNotices } from '../../notices/pending.ts';
import type { Unit } from '../../storage/unit.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import type { Services } from '../services.ts';
import { updateProfileFromClaims } from './profile-claims.ts';

/** The organization that a person logs in to. */
export interface SignInContext {
  readonly hub: OrganizationHub;
  /** The organization's address as the person reached it, without a trailing slash. */
  readonly organizationUrl: string;
  /** Its address for mail; undefined if the server cannot know it. */
  readonly mailableUrl: string | undefined;
}

/**
 * Logs in a person who has an account, and updates it from their claims. Returns its id; undefined for a new person.
 * @throws if the organization or the account is deactivated
 */
export async function signInAccount(
  services: Services,
  { hub, organizationUrl }: SignInContext,
  attempt: SignInAttempt,
): Promise<number | undefined> {
  const loggedIn = await services.database.write(hub.id, async (writer) => {
    const result = await signInWithProvider(writer, services.keyring, attempt);
    if (result?.mustReregister) await endQueuesOf(writer, [result.accountId]);
    return result;
  });
  if (!loggedIn) return undefined;
  const { accountId } = loggedIn;
  const { profile } = attempt.identity.claims;
  await updateProfileFromClaims(services, { hub, accountId, organizationUrl, profile });
  return accountId;
}

/** Creates the account of a new person, if the organization admits them. Returns its id. */
export async function joinNewPerson(
  services: Services,
  { hub, organizationUrl, mailableUrl }: SignInContext,
  joining: SignInJoining,
  {
    origin,
    ...chosen
  }: Pick<NewPerson, 'fullName' | 'groupIds'> & {
    /** The login to record, if no further step is required. */
    readonly origin?: RecordedLogin;
  },
): Promise<number> {
  const { database, keyring } = services;
  const { email } = await admissionWithProvider(hub.reader, hub.state.organization, joining, nowSeconds());
  const isDisposable = await isDisposableAddress(email);
  const person: NewPerson = { ...chosen, passwordHash: null, isDisposable, organizationUrl, mailableUrl };
  const { account, pendingNotices } = await database.write(hub.id, async (writer) => {
    const organization = await readOrganization(writer);
    const joined = await joinWithProvider({ writer, keyring, organization }, joining, person);
    if (origin) await recordLogin(writer, keyring, joined.account.id, origin);
    return joined;
  });
  const write = <T>(unit: Unit<T>) => database.write(hub.id, unit);
  await sendPendingNotices({ state: hub.state, reader: hub.reader, write }, pendingNotices);
  const { profile } = joining.identity.claims;
  await updateProfileFromClaims(services, { hub, accountId: account.id, organizationUrl, profile });
  return account.id;
}
