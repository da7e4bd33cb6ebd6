// People and groups come into a group and leave it, inside a unit of work. Each step sees what the one before it
// did. (Reference behaviour: whoever manages a group may all of it, others by its permissions.)

import { activeAmong } from '../accounts/store.ts';
import { channelSightsBefore, tellChannelSights } from '../channels/sight-by-groups.ts';
import { type GroupEditor, groupToChange } from './access.ts';
import { membersAdded, membersRemoved, subgroupsAdded, subgroupsRemoved } from './events.ts';
import type { UserGroup } from './group.ts';
import { addMembers, addSubgroups, removeMembers, removeSubgroups } from './membership-store.ts';
import {
  checkAccountsExist,
  checkAreMembers,
  checkAreSubgroups,
  checkMayNest,
  checkNotMembers,
  checkSubgroupsExist,
} from './rules.ts';
import { groupHeads, reachableGroups } from './store.ts';

function isSelfAlone({ account }: GroupEditor, ids: readonly number[]): boolean {
  return ids.length === 1 && ids[0] === account.id;
}

/** Adds people; one who adds only themselves may also be allowed to join. */
export async function addPeople(
  editor: GroupEditor,
  groupId: number,
  ids: readonly number[],
): Promise<UserGroup> {
  const { writer } = editor;
  const group = isSelfAlone(editor, ids)
    ? await groupToChange(editor, groupId, 'can_join_group', 'can_add_members_group')
    : await groupToChange(editor, groupId, 'can_add_members_group');
  checkAccountsExist(ids, await activeAmong(writer, ids));
  checkNotMembers(group, ids);
  const sights = await channelSightsBefore(writer, group.id);
  const sequence = writer.nextSequence();
  await addMembers(writer, group.id, ids, sequence);
  writer.emit(membersAdded(group, ids), sequence);
  await tellChannelSights(writer, sights);
  return group;
}

/** Removes people; one who removes only themselves may also be allowed to leave. */
export async function removePeople(
  editor: GroupEditor,
  groupId: number,
  ids: readonly number[],
): Promise<UserGroup> {
  const { writer } = editor;
  const group = isSelfAlone(editor, ids)
    ? await groupToChange(editor, groupId, 'can_leave_group', 'can_remove_members_group')
    : await groupToChange(editor, groupId, 'can_remove_members_group');
  checkAccountsExist(ids, await activeAmong(writer, ids));
  checkAreMembers(group, ids);
  const sights = await channelSightsBefore(writer, group.id);
  const sequence = writer.nextSequence();
  await removeMembers(writer, group.id, ids, sequence);
  writer.emit(membersRemoved(group, ids), sequence);
  await tellChannelSights(writer, sights);
  return group;
}

/** Puts groups into a group; none of them may contain it. */
export async function nestGroups(
  editor: GroupEditor,
  groupId: number,
  ids: readonly number[],
): Promise<void> {
  const { writer } = editor;
  const group = await groupToChange(editor, groupId, 'can_add_members_group');
  checkSubgroupsExist(ids, await groupHeads(writer, ids));
  checkMayNest(group, ids, await reachableGroups(writer, ids));
  const sights = await channelSightsBefore(writer, group.id);
  const sequence = writer.nextSequence();
  await addSubgroups(writer, group.id, ids, sequence);
  writer.emit(subgroupsAdded(group, ids), sequence);
  await tellChannelSights(writer, sights);
}

/** Takes groups out of a group. */
export async function unnestGroups(
  editor: GroupEditor,
  groupId: number,
  ids: readonly number[],
): Promise<void> {
  const { writer } = editor;
  const group = await groupToChange(editor, groupId, 'can_remove_members_group');
  checkSubgroupsExist(ids, await groupHeads(writer, ids));
  checkAreSubgroups(group, ids);
  const sights = await channelSightsBefore(writer, group.id);
  const sequence = writer.nextSequence();
  await removeSubgroups(writer, group.id, ids, sequence);
  writer.emit(subgroupsRemoved(group, ids), sequence);
  await tellChannelSights(writer, sights);
}
