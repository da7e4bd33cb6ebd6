// Enforces quotas inside the unit of work that creates the counted things. Units of one organization are
// serialized on both engines, so two concurrent requests cannot both take the last unit of a quota.

import { noSuchUser } from '../../api-contract/error.ts';
import {
  ADMINISTRATOR_FACTOR,
  type QuotaKind,
  type QuotaKindWith,
} from '../../api-contract/limits/quotas.ts';
import type { Account } from '../../model/accounts/account.ts';
import { Role } from '../../model/accounts/roles.ts';
import { type ChosenQuotas, quotaValue } from '../../model/quotas/quota.ts';
import { quotaExceeded } from '../../model/quotas/quota-exceeded.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountById } from '../accounts/account-store.ts';
import type { ActorContext } from '../actor-context.ts';
import { readOrganization } from '../organizations/organization-store.ts';
import { countUse } from './daily-use.ts';
import {
  countOfAccount,
  countOfOrganization,
  isCountedByAccount,
  isCountedByOrganization,
} from './quota-counts.ts';

/** The fields needed of the account that creates something. */
export type Creator = Pick<Account, 'id' | 'role' | 'botOwnerId' | 'isSystemBot'>;

/**
 * The acting account and its organization, read from the tables.
 * @throws `No such user` if the account does not exist
 */
export async function readCreator(writer: Writer, accountId: number): Promise<ActorContext> {
  const organization = await readOrganization(writer);
  const account = await accountById(writer, accountId);
  if (!account) throw noSuchUser();
  return { writer, organization, account };
}

/** The account whose daily quota counts: a bot's owner, so that more bots do not create more. */
async function holderOf(writer: Writer, account: Creator): Promise<Creator> {
  if (account.botOwnerId === null) return account;
  return (await accountById(writer, account.botOwnerId)) ?? account;
}

async function takeDailyQuota(
  { writer, organization, account }: ActorContext<Creator>,
  kind: QuotaKind,
  amount: number,
): Promise<void> {
  const memberLimit = quotaValue(organization.settings.quotas, kind, 'per_day');
  if (memberLimit === undefined || organization.isDemo || account.isSystemBot) return;
  const holder = await holderOf(writer, account);
  const factor = Math.min(holder.role, account.role) <= Role.administrator ? ADMINISTRATOR_FACTOR : 1;
  const limit = memberLimit * factor;
  if ((await countUse(writer, holder.id, kind, amount)) > limit)
    throw quotaExceeded(account, kind, 'per_day', limit);
}

/** Whether an account may have `amount` more of a kind under the maximum per account. */
export async function isWithinAccountQuota(
  writer: Writer,
  chosenQuotas: ChosenQuotas,
  accountId: number,
  kind: QuotaKindWith<'per_account'>,
  amount = 1,
): Promise<boolean> {
  const limit = quotaValue(chosenQuotas, kind, 'per_account') ?? Number.POSITIVE_INFINITY;
  return (await countOfAccount(writer, accountId, kind, writer.now)) + amount <= limit;
}

/** @throws `QUOTA_EXCEEDED` if `amount` more would exceed the maximum per account, if there is one */
export async function requireAccountQuota(
  { writer, organization, account }: ActorContext<Creator>,
  kind: QuotaKind,
  amount = 1,
): Promise<void> {
  const limit = quotaValue(organization.settings.quotas, kind, 'per_account');
  if (limit === undefined || !isCountedByAccount(kind)) return;
  if ((await countOfAccount(writer, account.id, kind, writer.now)) + amount > limit)
    throw quotaExceeded(account, kind, 'per_account', limit);
}

/**
 * Checks only the maximum of the organization, for things that exist already and count again, such as an
 * unarchived channel.
 * @throws `QUOTA_EXCEEDED` if `amount` more would exceed it
 */
export async function requireOrganizationQuota(
  { writer, organization, account }: ActorContext<Creator>,
  kind: QuotaKind,
  amount = 1,
): Promise<void> {
  const limit = quotaValue(organization.settings.quotas, kind, 'per_organization');
  if (limit === undefined || !isCountedByOrganization(kind)) return;
  if ((await countOfOrganization(writer, kind, writer.now)) + amount > limit)
    throw quotaExceeded(account, kind, 'per_organization', limit);
}

/**
 * Counts what an account is about to create, and refuses it beyond a quota; the unit of work and its counts
 * are then rolled back. The demo organization and system bots have no daily quotas.
 * @param amount how many; 0 checks nothing
 * @throws `QUOTA_EXCEEDED` with the name of the quota and its limit
 * @example
 * await takeQuota({ writer, organization, account }, 'channels', missing.length);
 */
export async function takeQuota(acting: ActorContext<Creator>, kind: QuotaKind, amount = 1): Promise<void> {
  if (amount === 0) return;
  await requireAccountQuota(acting, kind, amount);
  await requireOrganizationQuota(acting, kind, amount);
  await takeDailyQuota(acting, kind, amount);
}

/** Like `takeQuota`, called after the rows were inserted, when only that shows how many are new. */
export async function takeQuotaOfInserted(
  acting: ActorContext<Creator>,
  kind: QuotaKind,
  inserted: number,
): Promise<void> {
  if (inserted === 0) return;
  await requireAccountQuota(acting, kind, 0);
  await requireOrganizationQuota(acting, kind, 0);
  await takeDailyQuota(acting, kind, inserted);
}
