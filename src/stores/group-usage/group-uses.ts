// The uses of a group that prevent its deactivation.

import { ApiError } from '../../api-contract/error.ts';
import type { GroupSettingValue } from '../../api-contract/group-setting.ts';
import { keysOf } from '../../api-contract/typed-records.ts';
import { organizationPermissions } from '../../model/groups/permission-settings.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { readChannels } from '../channels/channel-store.ts';
import { readGroups } from '../groups/group-store.ts';
import { readOrganization } from '../organizations/organization-store.ts';

export type GroupUse =
  | { readonly type: 'subgroup'; readonly supergroup_ids: readonly number[] }
  | { readonly type: 'channel'; readonly channel_id: number; readonly settings: readonly string[] }
  | { readonly type: 'user_group'; readonly group_id: number; readonly settings: readonly string[] }
  | { readonly type: 'realm'; readonly settings: readonly string[] };

function refersTo(value: GroupSettingValue, groupId: number): boolean {
  return typeof value === 'number' ? value === groupId : value.direct_subgroups.includes(groupId);
}

function settingsNaming(settings: Readonly<Record<string, GroupSettingValue>>, groupId: number): string[] {
  return Object.keys(settings).filter((name) => {
    const value = settings[name];
    return value !== undefined && refersTo(value, groupId);
  });
}

/**
 * The uses of a group: within other groups, and in permissions of active channels, of groups and of the
 * organization, directly or within an anonymous group. Deactivated groups count, since they keep their
 * permissions and may be reactivated.
 */
async function usesOf(reader: Reader, groupId: number): Promise<GroupUse[]> {
  const uses: GroupUse[] = [];
  const groups = [...(await readGroups(reader)).values()];
  const supergroups = groups.filter((group) => group.subgroupIds.has(groupId)).map(({ id }) => id);
  if (supergroups.length > 0) uses.push({ type: 'subgroup', supergroup_ids: supergroups });
  for (const channel of await readChannels(reader)) {
    const settings = channel.isArchived ? [] : settingsNaming(channel.groupSettings, groupId);
    if (settings.length > 0) uses.push({ type: 'channel', channel_id: channel.id, settings });
  }
  for (const group of groups) {
    const settings = settingsNaming(group.settings, groupId);
    if (settings.length > 0) uses.push({ type: 'user_group', group_id: group.id, settings });
  }
  const { settings: all } = await readOrganization(reader);
  const settings = keysOf(organizationPermissions).filter((name) => refersTo(all[name], groupId));
  if (settings.length > 0) uses.push({ type: 'realm', settings });
  return uses;
}

/** @throws `CANNOT_DEACTIVATE_GROUP_IN_USE` with all uses of the group */
export async function checkNotInUse(reader: Reader, groupId: number): Promise<void> {
  const uses = await usesOf(reader, groupId);
  if (uses.length === 0) return;
  throw new ApiError(400, 'CANNOT_DEACTIVATE_GROUP_IN_USE', 'Cannot deactivate user group in use.', {
    objections: uses,
  });
}
