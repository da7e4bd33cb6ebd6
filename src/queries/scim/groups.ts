// SCIM groups from memory, with the data that the database stores only for identity providers.

import { limits } from '../../api-contract/limits.ts';
import type { UserGroup } from '../../model/groups/user-group.ts';
import {
  accountIdIn,
  groupIdIn,
  groupIdOf,
  groupResource,
  isUser,
  isVisibleGroup,
  type ScimResource,
} from '../../model/scim/scim-resources.ts';
import { groupIdByName } from '../../stores/groups/group-store.ts';
import { externalIdsOfGroups, groupIdsOfExternal } from '../../stores/scim/scim-store.ts';
import type { ResourceKind, ScimQueryContext } from './kind.ts';

/** The groups that SCIM includes. */
export function shownGroups({ state }: ScimQueryContext): readonly UserGroup[] {
  return [...state.groups.values()].filter(isVisibleGroup);
}

function membersOf({ state }: ScimQueryContext, group: UserGroup) {
  return [...group.memberIds]
    .sort((a, b) => a - b)
    .flatMap((id) => {
      const account = state.account(id);
      return account && isUser(account) ? [account] : [];
    });
}

async function resources(
  context: ScimQueryContext,
  ids: readonly number[],
  needs: (name: string) => boolean,
): Promise<ReadonlyMap<number, ScimResource>> {
  const external = await externalIdsOfGroups(context.reader, ids);
  const found = new Map<number, ScimResource>();
  for (const id of ids) {
    const group = context.state.groups.get(id);
    if (!group || !isVisibleGroup(group)) continue;
    const members = needs('members') ? membersOf(context, group) : undefined;
    found.set(id, groupResource(group, external.get(id) ?? null, members, context.resourceContext));
  }
  return found;
}

async function indexedIds(
  context: ScimQueryContext,
  name: string,
  value: string,
): Promise<readonly number[] | undefined> {
  if (name === 'id') return [groupIdIn(value) ?? []].flat();
  if (name === 'externalid') return groupIdsOfExternal(context.reader, value);
  if (name === 'displayname') return [(await groupIdByName(context.reader, value)) ?? []].flat();
  if (name !== 'members' && name !== 'members.value') return undefined;
  return groupsContaining(context, value)
    .map(({ id }) => id)
    .sort((a, b) => a - b);
}

function groupsContaining(context: ScimQueryContext, member: string | undefined): readonly UserGroup[] {
  const isShown = (id: number) => {
    const account = context.state.account(id);
    return account !== undefined && isUser(account);
  };
  const groups = shownGroups(context);
  if (member === undefined) return groups.filter(({ memberIds }) => memberIds.values().some(isShown));
  const id = accountIdIn(member);
  return id !== undefined && isShown(id) ? groups.filter(({ memberIds }) => memberIds.has(id)) : [];
}

export const groups: ResourceKind = {
  ids: async (context) =>
    shownGroups(context)
      .map(({ id }) => id)
      .sort((a, b) => a - b),
  indexedIds,
  containing: (context, member) => new Set(groupsContaining(context, member).map(({ id }) => groupIdOf(id))),
  resources,
  countFitting({ state }, ids) {
    let members = 0;
    const end = ids.findIndex((id) => {
      members += state.groups.get(id)?.memberIds.size ?? 0;
      return members > limits.scimMembersPerPage;
    });
    return end < 0 ? ids.length : Math.max(1, end);
  },
};
