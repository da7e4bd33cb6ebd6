// SCIM users from memory, with the data that the database stores only for identity providers.

import type { Account } from '../../model/accounts/account.ts';
import {
  accountIdIn,
  isRemovedUser,
  isUser,
  type ScimResource,
  userResource,
} from '../../model/scim/scim-resources.ts';
import { accountByEmail } from '../../stores/accounts/account-store.ts';
import { accountIdsOfExternal, removedAccountIds, scimUsers } from '../../stores/scim/scim-store.ts';
import { shownGroups } from './groups.ts';
import type { ResourceKind, ScimQueryContext } from './kind.ts';

async function resources(
  context: ScimQueryContext,
  ids: readonly number[],
  needs: (name: string) => boolean,
): Promise<ReadonlyMap<number, ScimResource>> {
  const { state, reader, resourceContext } = context;
  const scimFields = await scimUsers(reader, ids);
  const groups = needs('groups') ? shownGroups(context) : undefined;
  const found = new Map<number, ScimResource>();
  for (const id of ids) {
    const account = state.account(id);
    if (!account || !isUser(account) || isRemovedUser(account, scimFields.get(id))) continue;
    const own = groups?.filter((group) => group.memberIds.has(id));
    found.set(id, userResource(account, scimFields.get(id), own, resourceContext));
  }
  return found;
}

async function indexedIds(
  { reader }: ScimQueryContext,
  name: string,
  value: string,
): Promise<readonly number[] | undefined> {
  if (name === 'id') return [accountIdIn(value) ?? []].flat();
  if (name === 'externalid') return accountIdsOfExternal(reader, value);
  if (!['username', 'emails', 'emails.value'].includes(name)) return undefined;
  const account = await accountByEmail(reader, value);
  return account ? [account.id] : [];
}

export const users: ResourceKind = {
  async ids({ state, reader }) {
    const removed = await removedAccountIds(reader);
    const isShown = (account: Account) => isUser(account) && (account.isActive || !removed.has(account.id));
    const ids = [...state.accounts.values()].filter(isShown).map(({ id }) => id);
    return ids.sort((a, b) => a - b);
  },
  indexedIds,
  containing: () => new Set(),
  resources,
  countFitting: (_context, ids) => ids.length,
};
