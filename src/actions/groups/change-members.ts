// Adds people and groups to a group and removes them, inside a unit of work. Each step sees the result of the
// one before. (As in the reference server: managers of a group may do everything, others what its permissions
// allow.)

import type { NewEvent } from '../../api-contract/event.ts';
import {
  membersAdded,
  membersRemoved,
  subgroupsAdded,
  subgroupsRemoved,
} from '../../model/groups/group-events.ts';
import {
  checkAccountsExist,
  checkAreMembers,
  checkAreSubgroups,
  checkMayNest,
  checkNotMembers,
  checkSubgroupsExist,
} from '../../model/groups/group-rules.ts';
import type { UserGroup } from '../../model/groups/user-group.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { activeAmong } from '../../stores/accounts/account-store.ts';
import { type GroupEditor, groupToChange } from '../../stores/groups/group-editor.ts';
import { groupHeads, reachableGroups } from '../../stores/groups/group-store.ts';
import {
  addMembers,
  addSubgroups,
  removeMembers,
  removeSubgroups,
} from '../../stores/groups/membership-store.ts';
import { takeQuota } from '../../stores/quotas/take-quota.ts';
import { audit } from '../audit/audit.ts';
import { channelVisibilityBefore, emitChannelVisibility } from '../channels/group-visibility.ts';

/** The permissions for changing members: the actor's own account, or any account. */
interface PeoplePermissions {
  readonly self: 'can_join_group' | 'can_leave_group';
  readonly others: 'can_add_members_group' | 'can_remove_members_group';
}

/** The group, if the account may change the membership of these people and they exist. */
async function groupForPeople(
  editor: GroupEditor,
  groupId: number,
  ids: readonly number[],
  { self, others }: PeoplePermissions,
): Promise<UserGroup> {
  const isSelfAlone = ids.length === 1 && ids[0] === editor.account.id;
  const group = await groupToChange(editor, groupId, ...(isSelfAlone ? [self, others] : [others]));
  checkAccountsExist(ids, await activeAmong(editor.writer, ids));
  return group;
}

/**
 * Makes one change of a group's members, and emits it along with the channels that people can see, or no longer see,
 * because of it.
 */
async function changeMembers(
  writer: Writer,
  group: UserGroup,
  change: (sequence: number) => Promise<void>,
  event: NewEvent,
): Promise<void> {
  const visibility = await channelVisibilityBefore(writer, group.id);
  const sequence = writer.nextSequence();
  await change(sequence);
  writer.emit(event, sequence);
  await emitChannelVisibility(writer, visibility);
}

/** Adds people; accounts that add only themselves may use the permission to join. */
export async function addPeople(
  editor: GroupEditor,
  groupId: number,
  ids: readonly number[],
): Promise<UserGroup> {
  const { writer } = editor;
  const group = await groupForPeople(editor, groupId, ids, {
    self: 'can_join_group',
    others: 'can_add_members_group',
  });
  checkNotMembers(group, ids);
  await takeQuota(editor, 'group_memberships', ids.filter((id) => id !== editor.account.id).length);
  await addToGroup(writer, group, ids);
  return group;
}

/** Adds people to a group that they are not in. The caller checks permissions. */
export async function addToGroup(writer: Writer, group: UserGroup, ids: readonly number[]): Promise<void> {
  const change = (sequence: number) => addMembers(writer, group.id, ids, sequence);
  await audit(writer, { kind: 'group_members_added', groupId: group.id, details: { user_ids: ids } });
  await changeMembers(writer, group, change, membersAdded(group, ids));
}

/**
 * Adds people with deactivated accounts to a group, or removes them. No event is sent, since they are not
 * visible there until they are reactivated.
 */
export async function changeDeactivatedMembers(
  writer: Writer,
  group: UserGroup,
  { added, removed }: { readonly added: readonly number[]; readonly removed: readonly number[] },
): Promise<void> {
  if (added.length + removed.length === 0) return;
  const sequence = writer.nextSequence();
  await addMembers(writer, group.id, added, sequence);
  await removeMembers(writer, group.id, removed, sequence);
  if (added.length > 0)
    await audit(writer, { kind: 'group_members_added', groupId: group.id, details: { user_ids: added } });
  if (removed.length > 0)
    await audit(writer, { kind: 'group_members_removed', groupId: group.id, details: { user_ids: removed } });
  const touches = { groups: [group.id] };
  writer.emit({ type: '_changed', audience: { kind: 'nobody' }, payload: {}, touches }, sequence);
}

/** Removes people from a group that they are in. The caller checks permissions. */
export async function removeFromGroup(
  writer: Writer,
  group: UserGroup,
  ids: readonly number[],
): Promise<void> {
  const change = (sequence: number) => removeMembers(writer, group.id, ids, sequence);
  await audit(writer, { kind: 'group_members_removed', groupId: group.id, details: { user_ids: ids } });
  await changeMembers(writer, group, change, membersRemoved(group, ids));
}

/** Removes people; accounts that remove only themselves may use the permission to leave. */
export async function removePeople(
  editor: GroupEditor,
  groupId: number,
  ids: readonly number[],
): Promise<UserGroup> {
  const { writer } = editor;
  const group = await groupForPeople(editor, groupId, ids, {
    self: 'can_leave_group',
    others: 'can_remove_members_group',
  });
  checkAreMembers(group, ids);
  await removeFromGroup(writer, group, ids);
  return group;
}

/** Adds groups to a group. None of them may contain it. */
export async function nestGroups(
  editor: GroupEditor,
  groupId: number,
  ids: readonly number[],
): Promise<void> {
  const { writer } = editor;
  const group = await groupToChange(editor, groupId, 'can_add_members_group');
  checkSubgroupsExist(ids, await groupHeads(writer, ids));
  checkMayNest(group, ids, await reachableGroups(writer, ids));
  await takeQuota(editor, 'group_memberships', ids.length);
  const change = (sequence: number) => addSubgroups(writer, group.id, ids, sequence);
  await audit(writer, { kind: 'group_subgroups_added', groupId: group.id, details: { group_ids: ids } });
  await changeMembers(writer, group, change, subgroupsAdded(group, ids));
}

export async function unnestGroups(
  editor: GroupEditor,
  groupId: number,
  ids: readonly number[],
): Promise<void> {
  const { writer } = editor;
  const group = await groupToChange(editor, groupId, 'can_remove_members_group');
  checkSubgroupsExist(ids, await groupHeads(writer, ids));
  checkAreSubgroups(group, ids);
  const change = (sequence: number) => removeSubgroups(writer, group.id, ids, sequence);
  await audit(writer, { kind: 'group_subgroups_removed', groupId: group.id, details: { group_ids: ids } });
  await changeMembers(writer, group, change, subgroupsRemoved(group, ids));
}
