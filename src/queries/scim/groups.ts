// Groups from memory, with what the tables keep of them for identity providers alone.

import { limits } from '../../api-contract/limits.ts';
import type { UserGroup } from '../../model/groups/group.ts';
import {
  accountIdIn,
  groupIdIn,
  groupIdOf,
  groupResource,
  isShownGroup,
  isUser,
  type Resource,
} from '../../model/scim/resources.ts';
import { groupIdByName } from '../../stores/groups/group-store.ts';
import { externalIdsOfGroups, groupIdsOfExternal } from '../../stores/scim/scim-store.ts';
import type { ResourceKind, ScimSight } from './kind.ts';

/** The groups that are told of. */
export function shownGroups({ state }: ScimSight): readonly UserGroup[] {
  return [...state.groups.values()].filter(isShownGroup);
}

function membersOf({ state }: ScimSight, group: UserGroup) {
  return [...group.memberIds]
    .sort((a, b) => a - b)
    .flatMap((id) => {
      const account = state.account(id);
      return account && isUser(account) ? [account] : [];
    });
}

async function resources(
  sight: ScimSight,
  ids: readonly number[],
  needs: (name: string) => boolean,
): Promise<ReadonlyMap<number, Resource>> {
  const external = await externalIdsOfGroups(sight.reader, ids);
  const found = new Map<number, Resource>();
  for (const id of ids) {
    const group = sight.state.groups.get(id);
    if (!group || !isShownGroup(group)) continue;
    const members = needs('members') ? membersOf(sight, group) : undefined;
    found.set(id, groupResource(group, external.get(id) ?? null, members, sight.shown));
  }
  return found;
}

async function indexed(
  sight: ScimSight,
  name: string,
  value: string,
): Promise<readonly number[] | undefined> {
  if (name === 'id') return [groupIdIn(value) ?? []].flat();
  if (name === 'externalid') return groupIdsOfExternal(sight.reader, value);
  if (name === 'displayname') return [(await groupIdByName(sight.reader, value)) ?? []].flat();
  if (name !== 'members' && name !== 'members.value') return undefined;
  return groupsHolding(sight, value)
    .map(({ id }) => id)
    .sort((a, b) => a - b);
}

function groupsHolding(sight: ScimSight, member: string | undefined): readonly UserGroup[] {
  const isShown = (id: number) => {
    const account = sight.state.account(id);
    return account !== undefined && isUser(account);
  };
  const groups = shownGroups(sight);
  if (member === undefined) return groups.filter(({ memberIds }) => memberIds.values().some(isShown));
  const id = accountIdIn(member);
  return id !== undefined && isShown(id) ? groups.filter(({ memberIds }) => memberIds.has(id)) : [];
}

export const groups: ResourceKind = {
  ids: async (sight) =>
    shownGroups(sight)
      .map(({ id }) => id)
      .sort((a, b) => a - b),
  indexed,
  holding: (sight, member) => new Set(groupsHolding(sight, member).map(({ id }) => groupIdOf(id))),
  resources,
  fitting({ state }, ids) {
    let members = 0;
    const end = ids.findIndex((id) => {
      members += state.groups.get(id)?.memberIds.size ?? 0;
      return members > limits.scimMembersPerPage;
    });
    return end < 0 ? ids.length : Math.max(1, end);
  },
};
