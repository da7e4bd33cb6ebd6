// Changing, deactivating and reactivating a user group inside a unit of work; one event for each property.

import { groupChanged, groupDeactivatedEvent, groupReactivatedEvent } from '../../model/groups/events.ts';
import type { UserGroup } from '../../model/groups/group.ts';
import { groupDeactivated, namedIds, type PermissionUpdate } from '../../model/groups/permission-rules.ts';
import { type UserGroupSetting, userGroupPermissions } from '../../model/groups/permission-settings.ts';
import { checkedGroupName, checkNameIsFree } from '../../model/groups/rules.ts';
import { userGroupSettingNames, type WireGroup, wireGroup } from '../../model/groups/view.ts';
import { activeAmong } from '../../stores/accounts/store.ts';
import { checkNotInUse } from '../../stores/group-usage/usage.ts';
import { type GroupEditor, groupToChange } from '../../stores/groups/access.ts';
import { groupIdByName, updateGroup } from '../../stores/groups/store.ts';
import { validateSettingChange } from '../../stores/groups/validate-setting.ts';

export interface GroupChanges {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** `false` brings a deactivated group back; `true` does nothing. */
  readonly deactivated?: boolean | undefined;
  readonly settings: Partial<Record<UserGroupSetting, PermissionUpdate>>;
}

/** A group on the wire, without deactivated people, by the tables. */
async function shownGroup({ writer, organization }: GroupEditor, group: UserGroup): Promise<WireGroup> {
  const named = Object.values(group.settings).flatMap((value) => namedIds(value).accountIds);
  const active = await activeAmong(writer, [...group.memberIds, ...named]);
  const members = [...group.memberIds].filter((id) => active.has(id)).sort((a, b) => a - b);
  const nobody = organization.systemGroupIds['role:nobody'];
  return wireGroup(group, members, (id) => active.has(id), nobody);
}

async function reactivate(editor: GroupEditor, group: UserGroup): Promise<UserGroup> {
  const active = { ...group, isDeactivated: false };
  await updateGroup(editor.writer, group.id, { is_deactivated: 0 });
  editor.writer.emit(groupReactivatedEvent(await shownGroup(editor, active)));
  return active;
}

async function changeSettings(
  { writer, organization }: GroupEditor,
  group: UserGroup,
  updates: GroupChanges['settings'],
): Promise<void> {
  const settings = { ...group.settings };
  const changed: UserGroupSetting[] = [];
  for (const name of userGroupSettingNames) {
    const update = updates[name];
    if (update === undefined) continue;
    const value = await validateSettingChange(
      writer,
      organization,
      { name, setting: userGroupPermissions[name], present: group.settings[name] },
      update,
    );
    if (value === undefined) continue;
    settings[name] = value;
    changed.push(name);
  }
  if (changed.length === 0) return;
  await updateGroup(writer, group.id, { group_settings: JSON.stringify(settings) });
  for (const name of changed) writer.emit(groupChanged(group, { [name]: settings[name] }));
}

/** Changes properties of a group; what is the same as before is passed over. */
export async function changeGroup(
  editor: GroupEditor,
  groupId: number,
  changes: GroupChanges,
): Promise<void> {
  const { writer } = editor;
  let group = await groupToChange(editor, groupId);
  if (changes.deactivated === false && group.isDeactivated) group = await reactivate(editor, group);
  const { name, description } = changes;
  if (name !== undefined && name !== group.name) {
    const checked = checkedGroupName(name);
    checkNameIsFree(checked, await groupIdByName(writer, checked), group.id);
    if (checked !== group.name) {
      await updateGroup(writer, group.id, { name: checked });
      writer.emit(groupChanged(group, { name: checked }));
    }
  }
  if (description !== undefined && description !== group.description) {
    await updateGroup(writer, group.id, { description });
    writer.emit(groupChanged(group, { description }));
  }
  await changeSettings(editor, group, changes.settings);
}

/** @throws `User group is deactivated.`, `CANNOT_DEACTIVATE_GROUP_IN_USE` */
export async function deactivateGroup(editor: GroupEditor, groupId: number): Promise<void> {
  const { writer } = editor;
  const group = await groupToChange(editor, groupId);
  if (group.isDeactivated) throw groupDeactivated();
  await checkNotInUse(writer, group.id);
  await updateGroup(writer, group.id, { is_deactivated: 1 });
  writer.emit(groupDeactivatedEvent(group.id));
}
