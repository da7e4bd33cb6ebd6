// Groups of SCIM: made, changed and removed by an identity provider. They are groups like those that people make here; the
// groups of roles are neither told of nor changed.

import { changeUnseenMembers, placeInGroup, takeOutOfGroup } from '../../actions/groups/change-members.ts';
import { makeGroup } from '../../actions/groups/create.ts';
import { putGroupOutOfUse, reactivateGroup, renameGroup } from '../../actions/groups/update.ts';
import { ApiError } from '../../api-contract/error.ts';
import type { UserGroup } from '../../model/groups/group.ts';
import { checkedGroupName } from '../../model/groups/group-rules.ts';
import type { ScimBody } from '../../model/scim/body-values.ts';
import { changedGroup, type GroupForm, wholeGroup } from '../../model/scim/group-form.ts';
import { invalidValue, noSuchResource, scimRefusal } from '../../model/scim/refusals.ts';
import { groupIdIn, isShownGroup } from '../../model/scim/resources.ts';
import type { Writer } from '../../storage/session.ts';
import { activeAmong, peopleAmong } from '../../stores/accounts/account-store.ts';
import { groupById, groupIdByName } from '../../stores/groups/group-store.ts';
import { keepExternalGroupId } from '../../stores/scim/scim-store.ts';
import { type ScimUnit, type ScimWork, written } from './place.ts';

function nameTaken(name: string): ApiError {
  return scimRefusal(409, 'uniqueness', `There is a group "${name}" already.`);
}

/** A group by the id that SCIM calls it. @throws 404 */
async function groupNamed(writer: Writer, id: string): Promise<UserGroup> {
  const groupId = groupIdIn(id);
  const group = groupId === undefined ? undefined : await groupById(writer, groupId);
  if (!group || !isShownGroup(group)) throw noSuchResource(id);
  return group;
}

/** Refuses ids of nobody, and those of bots, which belong to people and not to a directory. */
async function checkAreUsers(writer: Writer, ids: readonly number[]): Promise<void> {
  const known = await peopleAmong(writer, ids);
  const odd = ids.find((id) => !known.has(id));
  if (odd !== undefined) throw invalidValue(`Members are users: "${odd}" is the id of none.`);
}

/** Who is deactivated comes and goes unseen; bots, which are not told of, stay. */
async function bringMembers(writer: Writer, group: UserGroup, wanted: ReadonlySet<number>): Promise<void> {
  const coming = [...wanted].filter((id) => !group.memberIds.has(id));
  await checkAreUsers(writer, coming);
  const unwanted = [...group.memberIds].filter((id) => !wanted.has(id));
  const leaving = [...(await peopleAmong(writer, unwanted))];
  const active = await activeAmong(writer, [...coming, ...leaving]);
  const seen = (ids: readonly number[]) => ids.filter((id) => active.has(id));
  const unseen = (ids: readonly number[]) => ids.filter((id) => !active.has(id));
  if (seen(coming).length > 0) await placeInGroup(writer, group, seen(coming));
  if (seen(leaving).length > 0) await takeOutOfGroup(writer, group, seen(leaving));
  await changeUnseenMembers(writer, group, { coming: unseen(coming), leaving: unseen(leaving) });
}

async function bringName(writer: Writer, group: UserGroup, name: string | undefined): Promise<void> {
  if (name === undefined || name === group.name) return;
  const holder = await groupIdByName(writer, checkedGroupName(name));
  if (holder !== undefined && holder !== group.id) throw nameTaken(name);
  await renameGroup(writer, group, name);
}

async function applyForm(
  { writer }: ScimUnit,
  group: UserGroup,
  { displayName, externalId, memberIds }: GroupForm,
): Promise<void> {
  await bringName(writer, group, displayName);
  if (memberIds) await bringMembers(writer, group, memberIds);
  if (externalId !== undefined) await keepExternalGroupId(writer, group.id, externalId);
}

/** The group of a name that was deactivated, active again; a new one where there is none. @throws 409 for one in use */
async function freshGroup(unit: ScimUnit, name: string): Promise<UserGroup> {
  const { writer } = unit;
  const holder = await groupIdByName(writer, checkedGroupName(name));
  const before = holder === undefined ? undefined : await groupById(writer, holder);
  if (before) {
    if (before.isSystem || !before.isDeactivated) throw nameTaken(name);
    return reactivateGroup(unit, before);
  }
  const empty = { name, description: '', memberIds: [], subgroupIds: [], settings: {} };
  const made = await groupById(writer, await makeGroup(unit, empty, undefined));
  if (!made) throw new Error('a new group was not read');
  return made;
}

/** Makes a group; gives its id. */
export function createGroup(work: ScimWork, body: ScimBody): Promise<number> {
  const form = wholeGroup(body);
  const { displayName } = form;
  if (displayName === undefined) throw invalidValue('"displayName" must be there.');
  return written(work, async (unit) => {
    const group = await freshGroup(unit, displayName);
    await applyForm(unit, group, { externalId: null, memberIds: new Set(), ...form });
    return group.id;
  });
}

/** Brings a group to what is said of it as a whole; gives its id. */
export function replaceGroup(work: ScimWork, id: string, body: ScimBody): Promise<number> {
  const form = wholeGroup(body);
  if (form.displayName === undefined) throw invalidValue('"displayName" is required.');
  return written(work, async (unit) => {
    const group = await groupNamed(unit.writer, id);
    await applyForm(unit, group, form);
    return group.id;
  });
}

/** Changes a group; gives its id. */
export function changeGroup(work: ScimWork, id: string, body: ScimBody): Promise<number> {
  return written(work, async (unit) => {
    const group = await groupNamed(unit.writer, id);
    await applyForm(unit, group, changedGroup(body, group.memberIds));
    return group.id;
  });
}

/** Removes a group: it can no longer be used. @throws 409 where it is used for something */
export function removeGroup(work: ScimWork, id: string): Promise<void> {
  return written(work, async ({ writer }) => {
    const group = await groupNamed(writer, id);
    try {
      await putGroupOutOfUse(writer, group);
    } catch (error) {
      const isInUse = error instanceof ApiError && error.code === 'CANNOT_DEACTIVATE_GROUP_IN_USE';
      if (!isInUse) throw error;
      throw scimRefusal(
        409,
        undefined,
        `"${group.name}" is used in permissions or within other groups here.`,
      );
    }
    await keepExternalGroupId(writer, group.id, null);
  });
}
