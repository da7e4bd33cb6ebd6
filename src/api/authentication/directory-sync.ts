// The sync with a directory: accounts of people who are gone there, or may no longer have one, are deactivated. A directory that
// cannot be asked, that has no people, or that lost too many at once changes nothing.

import { reactivateAccount } from '../../actions/accounts/change-activity.ts';
import type { Account } from '../../model/accounts/account.ts';
import { Role } from '../../model/accounts/roles.ts';
import type { DirectorySync } from '../../model/sign-in/configuration.ts';
import type { DirectoryDoor } from '../../model/sign-in/directory.ts';
import type { ParleyDatabase } from '../../storage/database.ts';
import type { Reader } from '../../storage/session.ts';
import type { Unit } from '../../storage/unit.ts';
import { accountById, readAccounts } from '../../stores/accounts/account-store.ts';
import { countOtherOwners } from '../../stores/accounts/activity-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import {
  accountsOfDirectory,
  type DirectoryAccount,
  deactivatedByDirectory,
  noteDirectoryDeactivation,
} from '../../stores/sign-in/directory-store.ts';
import { accountIdOfSubject, insertIdentity } from '../../stores/sign-in/identity-store.ts';
import { deactivateWithBots } from '../users/deactivation.ts';

interface Leaving extends DirectoryAccount {
  readonly account: Account;
}

/** What a run would do. */
export interface SyncPlan {
  /** How many active accounts belong to the directory's people. */
  readonly accounts: number;
  readonly leaving: readonly Leaving[];
  readonly returning: readonly Leaving[];
  /** How many may leave at once. */
  readonly most: number;
}

/** How many accounts may be deactivated at once; one always may. */
function mostOf({ most, mostPercent }: DirectorySync, accounts: number): number {
  return Math.min(most, Math.max(1, Math.floor((accounts * mostPercent) / 100)));
}

async function withAccounts(reader: Reader, tied: readonly DirectoryAccount[]): Promise<Leaving[]> {
  const ids = tied.map(({ accountId }) => accountId);
  const accounts = new Map((await readAccounts(reader, ids)).map((account) => [account.id, account]));
  return tied.flatMap((one) => {
    const account = accounts.get(one.accountId);
    return account && !account.isBot && !account.isDeleted ? [{ ...one, account }] : [];
  });
}

/**
 * Asks the directory about everybody who has an account by it.
 * @throws SignInFailed where the directory cannot be asked, and where it has no people
 */
export async function planDirectorySync(
  reader: Reader,
  door: DirectoryDoor,
  sync: DirectorySync,
): Promise<SyncPlan> {
  const tied = await accountsOfDirectory(reader, door.issuer);
  const away = sync.reactivates ? await deactivatedByDirectory(reader, door.issuer) : [];
  const subjects = [...tied, ...away].map(({ subject }) => subject);
  const present = await door.present([...new Set(subjects)], sync);
  return {
    accounts: tied.length,
    leaving: await withAccounts(
      reader,
      tied.filter(({ subject }) => !present.has(subject)),
    ),
    returning: await withAccounts(
      reader,
      away.filter(({ subject }) => present.has(subject)),
    ),
    most: mostOf(sync, tied.length),
  };
}

/** What a run did. */
export interface SyncOutcome {
  readonly deactivated: readonly Account[];
  readonly reactivated: readonly Account[];
  /** Owners who stay, since the organization would have none without them. */
  readonly kept: readonly Account[];
}

/** Does what was planned, an account at a time, as far as it still holds. */
export async function applyDirectorySync(
  database: ParleyDatabase,
  organizationId: number,
  { issuer }: Pick<DirectoryDoor, 'issuer'>,
  { leaving, returning }: Pick<SyncPlan, 'leaving' | 'returning'>,
): Promise<SyncOutcome> {
  const outcome = { deactivated: [] as Account[], reactivated: [] as Account[], kept: [] as Account[] };
  for (const one of leaving) {
    const done = await database.write(organizationId, leave(one, issuer), 'directory_sync');
    if (done) outcome[done].push(one.account);
  }
  for (const one of returning) {
    const isBack = await database.write(organizationId, comeBack(one, issuer), 'directory_sync');
    if (isBack) outcome.reactivated.push(one.account);
  }
  return outcome;
}

function leave(one: DirectoryAccount, issuer: string): Unit<'kept' | 'deactivated' | undefined> {
  return async (writer) => {
    const account = await accountById(writer, one.accountId);
    const [now] = await accountsOfDirectory(writer, issuer, one.accountId);
    const isTied = now?.subject === one.subject;
    if (!account?.isActive || !isTied) return undefined;
    if (account.role === Role.owner && (await countOtherOwners(writer, account.id)) === 0) return 'kept';
    await deactivateWithBots(writer, await readOrganization(writer), account);
    await noteDirectoryDeactivation(writer, one, issuer);
    return 'deactivated';
  };
}

function comeBack(one: DirectoryAccount, issuer: string): Unit<boolean> {
  return async (writer) => {
    const waiting = await deactivatedByDirectory(writer, issuer);
    const account = await accountById(writer, one.accountId);
    if (!account || account.isDeleted || !waiting.some(({ accountId }) => accountId === account.id))
      return false;
    await reactivateAccount(writer, await readOrganization(writer), account);
    const identity = { issuer, subject: one.subject };
    if ((await accountIdOfSubject(writer, identity)) === undefined)
      await insertIdentity(writer, account.id, identity);
    return true;
  };
}
