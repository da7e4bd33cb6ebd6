// Enforcing quotas inside the unit of work that creates what they count. Units of an organization follow each other on both
// engines, so two requests at the same moment cannot both pass the last place.

import { noSuchUser } from '../../api-contract/error.ts';
import {
  ADMINISTRATOR_FACTOR,
  type QuotaKind,
  type QuotaKindWith,
} from '../../api-contract/limits/quotas.ts';
import type { Account } from '../../model/accounts/account.ts';
import { Role } from '../../model/accounts/roles.ts';
import { type ChosenQuotas, quotaValue } from '../../model/quotas/quota.ts';
import { quotaExceeded } from '../../model/quotas/refusal.ts';
import type { Writer } from '../../storage/session.ts';
import { accountById } from '../accounts/account-store.ts';
import type { Acting } from '../acting.ts';
import { readOrganization } from '../organizations/organization-store.ts';
import {
  countOfAccount,
  countOfOrganization,
  isCountedByAccount,
  isCountedByOrganization,
} from './counts.ts';
import { countUse } from './daily-use.ts';

/** What is asked of who creates something. */
export type Creator = Pick<Account, 'id' | 'role' | 'botOwnerId' | 'isSystemBot'>;

/** Who acts, as of now, for what needs nothing else of them. @throws `No such user` for an id of no account */
export async function creatorIn(writer: Writer, accountId: number): Promise<Acting> {
  const organization = await readOrganization(writer);
  const account = await accountById(writer, accountId);
  if (!account) throw noSuchUser();
  return { writer, organization, account };
}

/** Whose daily quota counts: a bot's things count for its owner, so that more bots create no more. */
async function holderOf(writer: Writer, account: Creator): Promise<Creator> {
  if (account.botOwnerId === null) return account;
  return (await accountById(writer, account.botOwnerId)) ?? account;
}

async function takeOfDay(
  { writer, organization, account }: Acting<Creator>,
  kind: QuotaKind,
  amount: number,
): Promise<void> {
  const ofMembers = quotaValue(organization.settings.quotas, kind, 'per_day');
  if (ofMembers === undefined || organization.isDemo || account.isSystemBot) return;
  const holder = await holderOf(writer, account);
  const factor = Math.min(holder.role, account.role) <= Role.administrator ? ADMINISTRATOR_FACTOR : 1;
  const limit = ofMembers * factor;
  if ((await countUse(writer, holder.id, kind, amount)) > limit)
    throw quotaExceeded(account, kind, 'per_day', limit);
}

/** Whether an account has room for so much more of a kind under the maximum of each account. */
export async function hasRoom(
  writer: Writer,
  chosen: ChosenQuotas,
  accountId: number,
  kind: QuotaKindWith<'per_account'>,
  amount = 1,
): Promise<boolean> {
  const limit = quotaValue(chosen, kind, 'per_account') ?? Number.POSITIVE_INFINITY;
  return (await countOfAccount(writer, accountId, kind, writer.now)) + amount <= limit;
}

/** @throws `QUOTA_EXCEEDED` where the account has no room for so much more, if there is a maximum for each account */
export async function requireAccountRoom(
  { writer, organization, account }: Acting<Creator>,
  kind: QuotaKind,
  amount = 1,
): Promise<void> {
  const limit = quotaValue(organization.settings.quotas, kind, 'per_account');
  if (limit === undefined || !isCountedByAccount(kind)) return;
  if ((await countOfAccount(writer, account.id, kind, writer.now)) + amount > limit)
    throw quotaExceeded(account, kind, 'per_account', limit);
}

/**
 * Checks the maximum of the organization alone: for what comes back, such as a channel that is unarchived.
 * @throws `QUOTA_EXCEEDED` where the organization has no room for so much more
 */
export async function requireOrganizationRoom(
  { writer, organization, account }: Acting<Creator>,
  kind: QuotaKind,
  amount = 1,
): Promise<void> {
  const limit = quotaValue(organization.settings.quotas, kind, 'per_organization');
  if (limit === undefined || !isCountedByOrganization(kind)) return;
  if ((await countOfOrganization(writer, kind, writer.now)) + amount > limit)
    throw quotaExceeded(account, kind, 'per_organization', limit);
}

/**
 * Counts what an account is about to create, and refuses it beyond a quota; the unit of work is taken back then, with what it
 * counted. The demo organization has no daily quotas, nor have the accounts of the service.
 * @param amount how many; nothing is checked for 0
 * @throws `QUOTA_EXCEEDED` with the name of the quota and its limit
 * @example
 * await takeQuota({ writer, organization, account }, 'channels', missing.length);
 */
export async function takeQuota(acting: Acting<Creator>, kind: QuotaKind, amount = 1): Promise<void> {
  if (amount === 0) return;
  await requireAccountRoom(acting, kind, amount);
  await requireOrganizationRoom(acting, kind, amount);
  await takeOfDay(acting, kind, amount);
}

/** The same after the rows were inserted, where only that shows how many are new. */
export async function takeQuotaOfInserted(
  acting: Acting<Creator>,
  kind: QuotaKind,
  inserted: number,
): Promise<void> {
  if (inserted === 0) return;
  await requireAccountRoom(acting, kind, 0);
  await requireOrganizationRoom(acting, kind, 0);
  await takeOfDay(acting, kind, inserted);
}
