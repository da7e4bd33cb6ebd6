// The list of user groups as JSON, which is the same for all viewers; with very many people, most of it is lists of
// members. It is serialized again when people, groups or the organization change, or when a member's waiting period
// ends.

import { nowSeconds } from '../../api-contract/time.ts';
import { JsonWriter, sharedByAnswers } from '../../api-contract/written-json.ts';
import type { Account } from '../../model/accounts/account.ts';
import { Role } from '../../model/accounts/roles.ts';
import { fullMemberAt, isFullMember, type UserGroup } from '../../model/groups/user-group.ts';
import { wireGroups } from '../../model/groups/wire-group.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { OrganizationView } from '../state/organization-view.ts';

interface CachedList {
  readonly accounts: ReadonlyMap<number, Account>;
  readonly groups: ReadonlyMap<number, UserGroup>;
  readonly organization: Organization;
  /** When the next member becomes a full member. */
  readonly until: number;
  readonly json: Buffer;
}

/** By organization in memory: without deactivated groups, and with them. */
const cache = new WeakMap<object, Map<boolean, CachedList>>();

function cachedLists({ origin }: OrganizationView): Map<boolean, CachedList> {
  const cached = cache.get(origin);
  if (cached) return cached;
  const lists = new Map<boolean, CachedList>();
  cache.set(origin, lists);
  return lists;
}

/** When the next member's waiting period ends. */
function nextFullMember({ accounts, waitingPeriodDays }: OrganizationView, now: number): number {
  let next = Number.POSITIVE_INFINITY;
  if (waitingPeriodDays === 0) return next;
  for (const account of accounts.values()) {
    if (account.role !== Role.member || isFullMember(account, waitingPeriodDays, now)) continue;
    next = Math.min(next, fullMemberAt(account, waitingPeriodDays));
  }
  return next;
}

/** All groups, as a JSON list. `view` is immutable. */
export function groupsJson(
  view: OrganizationView,
  { includeDeactivated }: { readonly includeDeactivated: boolean },
): JsonWriter {
  return new JsonWriter(async (yielder) => {
    const lists = cachedLists(view);
    const { accounts, groups, organization } = view;
    const cached = lists.get(includeDeactivated);
    const now = nowSeconds();
    const isCurrent =
      cached?.accounts === accounts &&
      cached.groups === groups &&
      cached.organization === organization &&
      now < cached.until;
    if (isCurrent) return [cached.json];
    await yielder.yieldIfDue();
    const until = nextFullMember(view, now);
    const texts: string[] = [];
    for (const group of wireGroups(view, { includeDeactivated })) {
      texts.push(JSON.stringify(group));
      await yielder.yieldIfDue();
    }
    const json = sharedByAnswers(Buffer.from(`[${texts.join()}]`));
    lists.set(includeDeactivated, { accounts, groups, organization, until, json });
    return [json];
  });
}
