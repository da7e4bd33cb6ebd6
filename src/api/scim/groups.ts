// SCIM groups: created, changed and removed by an identity provider. They are ordinary groups; system groups
// are neither shown nor changed.

import {
  addToGroup,
  changeDeactivatedMembers,
  removeFromGroup,
} from '../../actions/groups/change-members.ts';
import { insertGroupWithMembers } from '../../actions/groups/create.ts';
import { deactivateUnusedGroup, reactivateGroup, renameGroup } from '../../actions/groups/update.ts';
import { ApiError } from '../../api-contract/error.ts';
import { checkedGroupName } from '../../model/groups/group-rules.ts';
import type { UserGroup } from '../../model/groups/user-group.ts';
import { type GroupChange, parseGroup, parseGroupChanges } from '../../model/scim/group-change.ts';
import { invalidValue, resourceNotFound, scimError } from '../../model/scim/scim-errors.ts';
import { groupIdIn, isVisibleGroup } from '../../model/scim/scim-resources.ts';
import type { ScimBody } from '../../model/scim/scim-values.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { activeAmong, peopleAmong } from '../../stores/accounts/account-store.ts';
import { groupById, groupIdByName } from '../../stores/groups/group-store.ts';
import { putExternalGroupId } from '../../stores/scim/scim-store.ts';
import { type ScimRequestContext, type ScimUnit, writeScim } from './scim-context.ts';

function nameTaken(name: string): ApiError {
  return scimError(409, 'uniqueness', `A group named "${name}" already exists.`);
}

/**
 * A group by its SCIM id.
 * @throws 404
 */
async function groupNamed(writer: Writer, id: string): Promise<UserGroup> {
  const groupId = groupIdIn(id);
  const group = groupId === undefined ? undefined : await groupById(writer, groupId);
  if (!group || !isVisibleGroup(group)) throw resourceNotFound(id);
  return group;
}

/** Rejects unknown ids, and those of bots, which belong to people and not to a directory. */
async function checkAreUsers(writer: Writer, ids: readonly number[]): Promise<void> {
  const peopleIds = await peopleAmong(writer, ids);
  const invalidId = ids.find((id) => !peopleIds.has(id));
  if (invalidId !== undefined)
    throw invalidValue(`"${invalidId}" is not the ID of a user. Only users can be members.`);
}

/** Adds and removes members. Deactivated accounts change without events. Bots, which SCIM does not show, stay. */
async function updateMembers(writer: Writer, group: UserGroup, newIds: ReadonlySet<number>): Promise<void> {
  const addedIds = [...newIds].filter((id) => !group.memberIds.has(id));
  await checkAreUsers(writer, addedIds);
  const unwanted = [...group.memberIds].filter((id) => !newIds.has(id));
  const removedIds = [...(await peopleAmong(writer, unwanted))];
  const active = await activeAmong(writer, [...addedIds, ...removedIds]);
  const activeOf = (ids: readonly number[]) => ids.filter((id) => active.has(id));
  const inactiveOf = (ids: readonly number[]) => ids.filter((id) => !active.has(id));
  if (activeOf(addedIds).length > 0) await addToGroup(writer, group, activeOf(addedIds));
  if (activeOf(removedIds).length > 0) await removeFromGroup(writer, group, activeOf(removedIds));
  await changeDeactivatedMembers(writer, group, {
    added: inactiveOf(addedIds),
    removed: inactiveOf(removedIds),
  });
}

async function updateName(writer: Writer, group: UserGroup, name: string | undefined): Promise<void> {
  if (name === undefined || name === group.name) return;
  const holderId = await groupIdByName(writer, checkedGroupName(name));
  if (holderId !== undefined && holderId !== group.id) throw nameTaken(name);
  await renameGroup(writer, group, name);
}

async function applyForm(
  { writer }: ScimUnit,
  group: UserGroup,
  { displayName, externalId, memberIds }: GroupChange,
): Promise<void> {
  await updateName(writer, group, displayName);
  if (memberIds) await updateMembers(writer, group, memberIds);
  if (externalId !== undefined) await putExternalGroupId(writer, group.id, externalId);
}

/**
 * The deactivated group of a name, reactivated, or a new group.
 * @throws 409 if an active group has the name
 */
async function newOrReactivatedGroup(unit: ScimUnit, name: string): Promise<UserGroup> {
  const { writer } = unit;
  const holderId = await groupIdByName(writer, checkedGroupName(name));
  const before = holderId === undefined ? undefined : await groupById(writer, holderId);
  if (before) {
    if (before.isSystem || !before.isDeactivated) throw nameTaken(name);
    return reactivateGroup(unit, before);
  }
  const empty = { name, description: '', memberIds: [], subgroupIds: [], settings: {} };
  const createdGroup = await groupById(writer, await insertGroupWithMembers(unit, empty, undefined));
  if (!createdGroup) throw new Error('the new group was not found after insert');
  return createdGroup;
}

/** Creates a group; returns its id. */
export function createGroup(context: ScimRequestContext, body: ScimBody): Promise<number> {
  const form = parseGroup(body);
  const { displayName } = form;
  if (displayName === undefined) throw invalidValue('"displayName" is required.');
  return writeScim(context, async (unit) => {
    const group = await newOrReactivatedGroup(unit, displayName);
    await applyForm(unit, group, { externalId: null, memberIds: new Set(), ...form });
    return group.id;
  });
}

/** Replaces all attributes of a group; returns its id. */
export function replaceGroup(context: ScimRequestContext, id: string, body: ScimBody): Promise<number> {
  const form = parseGroup(body);
  if (form.displayName === undefined) throw invalidValue('"displayName" is required.');
  return writeScim(context, async (unit) => {
    const group = await groupNamed(unit.writer, id);
    await applyForm(unit, group, form);
    return group.id;
  });
}

/** Changes some attributes of a group; returns its id. */
export function changeGroup(context: ScimRequestContext, id: string, body: ScimBody): Promise<number> {
  return writeScim(context, async (unit) => {
    const group = await groupNamed(unit.writer, id);
    await applyForm(unit, group, parseGroupChanges(body, group.memberIds));
    return group.id;
  });
}

/**
 * Removes a group by deactivating it.
 * @throws 409 if it is in use
 */
export function removeGroup(context: ScimRequestContext, id: string): Promise<void> {
  return writeScim(context, async ({ writer }) => {
    const group = await groupNamed(writer, id);
    try {
      await deactivateUnusedGroup(writer, group);
    } catch (error) {
      const isInUse = error instanceof ApiError && error.code === 'CANNOT_DEACTIVATE_GROUP_IN_USE';
      if (!isInUse) throw error;
      throw scimError(409, undefined, `"${group.name}" is used by permissions or other groups.`);
    }
    await putExternalGroupId(writer, group.id, null);
  });
}
