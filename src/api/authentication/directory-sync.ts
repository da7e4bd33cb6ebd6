// Synchronizes accounts with a directory: deactivates those of people who have left it or may no longer have
// one. Changes nothing if the directory cannot be read, has no people, or is missing too many people.

import { reactivateAccount } from '../../actions/accounts/change-activity.ts';
import type { Account } from '../../model/accounts/account.ts';
import { Role } from '../../model/accounts/roles.ts';
import type { DirectoryClient } from '../../model/sign-in/directory-client.ts';
import type { DirectorySync } from '../../model/sign-in/sign-in-configuration.ts';
import type { ParleyDatabase } from '../../storage/database.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import type { Unit } from '../../storage/unit.ts';
import { accountById, readAccounts } from '../../stores/accounts/account-store.ts';
import { countOtherOwners } from '../../stores/accounts/activity-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import {
  accountsOfDirectory,
  type DirectoryAccount,
  deactivatedByDirectory,
  recordDirectoryDeactivation,
} from '../../stores/sign-in/directory-store.ts';
import { accountIdOfSubject, insertIdentity } from '../../stores/sign-in/identity-store.ts';
import { deactivateWithBots } from '../users/deactivation.ts';

interface LinkedAccount extends DirectoryAccount {
  readonly account: Account;
}

/** The planned changes of a run. */
export interface SyncPlan {
  /** The number of active accounts that belong to people of the directory. */
  readonly accounts: number;
  readonly leaving: readonly LinkedAccount[];
  readonly returning: readonly LinkedAccount[];
  /** Maximum number of accounts to deactivate in one run. */
  readonly deactivationLimit: number;
}

/** Maximum number of accounts to deactivate in one run; at least one. */
function deactivationLimit(
  { maxDeactivated: maximum, maxDeactivatedPercent }: DirectorySync,
  accounts: number,
): number {
  return Math.min(maximum, Math.max(1, Math.floor((accounts * maxDeactivatedPercent) / 100)));
}

async function withAccounts(
  reader: Reader,
  linkedAccounts: readonly DirectoryAccount[],
): Promise<LinkedAccount[]> {
  const ids = linkedAccounts.map(({ accountId }) => accountId);
  const accounts = new Map((await readAccounts(reader, ids)).map((account) => [account.id, account]));
  return linkedAccounts.flatMap((entry) => {
    const account = accounts.get(entry.accountId);
    return account && !account.isBot && !account.isDeleted ? [{ ...entry, account }] : [];
  });
}

/**
 * Checks every account that belongs to the directory.
 * @throws SignInError if the directory cannot be read or has no people
 */
export async function planDirectorySync(
  reader: Reader,
  directory: DirectoryClient,
  sync: DirectorySync,
): Promise<SyncPlan> {
  const linkedAccounts = await accountsOfDirectory(reader, directory.issuer);
  const deactivatedAccounts = sync.reactivates ? await deactivatedByDirectory(reader, directory.issuer) : [];
  const subjects = [...linkedAccounts, ...deactivatedAccounts].map(({ subject }) => subject);
  const listedSubjects = await directory.presentSubjects([...new Set(subjects)], sync);
  return {
    accounts: linkedAccounts.length,
    leaving: await withAccounts(
      reader,
      linkedAccounts.filter(({ subject }) => !listedSubjects.has(subject)),
    ),
    returning: await withAccounts(
      reader,
      deactivatedAccounts.filter(({ subject }) => listedSubjects.has(subject)),
    ),
    deactivationLimit: deactivationLimit(sync, linkedAccounts.length),
  };
}

/** The changes that a run made. */
export interface SyncOutcome {
  readonly deactivated: readonly Account[];
  readonly reactivated: readonly Account[];
  /** Owners who stay active, because the organization would have no owner without them. */
  readonly kept: readonly Account[];
}

/** Applies the parts of a plan that are still valid, one account per unit of work. */
export async function applyDirectorySync(
  database: ParleyDatabase,
  organizationId: number,
  { issuer }: Pick<DirectoryClient, 'issuer'>,
  { leaving, returning }: Pick<SyncPlan, 'leaving' | 'returning'>,
): Promise<SyncOutcome> {
  const outcome = { deactivated: [] as Account[], reactivated: [] as Account[], kept: [] as Account[] };
  for (const entry of leaving) {
    const result = await database.write(organizationId, deactivate(entry, issuer), 'directory_sync');
    if (result) outcome[result].push(entry.account);
  }
  for (const entry of returning) {
    const isBack = await database.write(organizationId, reactivate(entry, issuer), 'directory_sync');
    if (isBack) outcome.reactivated.push(entry.account);
  }
  return outcome;
}

function deactivate(entry: DirectoryAccount, issuer: string): Unit<'kept' | 'deactivated' | undefined> {
  return async (writer) => {
    const account = await accountById(writer, entry.accountId);
    const [link] = await accountsOfDirectory(writer, issuer, entry.accountId);
    const isLinked = link?.subject === entry.subject;
    if (!account?.isActive || !isLinked) return undefined;
    if (account.role === Role.owner && (await countOtherOwners(writer, account.id)) === 0) return 'kept';
    await deactivateWithBots(writer, await readOrganization(writer), account);
    await recordDirectoryDeactivation(writer, entry, issuer);
    return 'deactivated';
  };
}

function reactivate(entry: DirectoryAccount, issuer: string): Unit<boolean> {
  return async (writer) => {
    const deactivated = await deactivatedByDirectory(writer, issuer);
    const account = await accountById(writer, entry.accountId);
    if (!account || account.isDeleted || !deactivated.some(({ accountId }) => accountId === account.id))
      return false;
    await reactivateAccount(writer, await readOrganization(writer), account);
    const identity = { issuer, subject: entry.subject };
    if ((await accountIdOfSubject(writer, identity)) === undefined)
      await insertIdentity(writer, account.id, identity);
    return true;
  };
}
