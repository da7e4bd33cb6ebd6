// Changes, deactivates and reactivates a user group inside a unit of work, with one event for each property.

import {
  groupChanged,
  groupDeactivatedEvent,
  groupReactivatedEvent,
} from '../../model/groups/group-events.ts';
import { checkedGroupName, checkGroupNameIsFree } from '../../model/groups/group-rules.ts';
import {
  countGrantedAccounts,
  groupDeactivated,
  namedIds,
  type PermissionUpdate,
} from '../../model/groups/permission-rules.ts';
import { type UserGroupSetting, userGroupPermissions } from '../../model/groups/permission-settings.ts';
import type { UserGroup } from '../../model/groups/user-group.ts';
import { userGroupSettingNames, type WireGroup, wireGroup } from '../../model/groups/wire-group.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { activeAmong } from '../../stores/accounts/account-store.ts';
import type { UnitContext } from '../../stores/actor-context.ts';
import { checkNotInUse } from '../../stores/group-usage/group-uses.ts';
import { type GroupEditor, groupToChange } from '../../stores/groups/group-editor.ts';
import { groupIdByName, updateGroup } from '../../stores/groups/group-store.ts';
import { validateSettingChange } from '../../stores/groups/validate-setting.ts';
import { requireOrganizationQuota, takeQuota } from '../../stores/quotas/take-quota.ts';
import { audit } from '../audit/audit.ts';
import { permissionChange, valueChange } from '../audit/changes.ts';

export interface GroupChanges {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** `false` reactivates the group; `true` does nothing. */
  readonly deactivated?: boolean | undefined;
  readonly settings: Partial<Record<UserGroupSetting, PermissionUpdate>>;
}

/** A group on the wire without deactivated people, read from the database. */
async function shownGroup({ writer, organization }: UnitContext, group: UserGroup): Promise<WireGroup> {
  const permittedIds = Object.values(group.settings).flatMap((value) => namedIds(value).accountIds);
  const active = await activeAmong(writer, [...group.memberIds, ...permittedIds]);
  const members = [...group.memberIds].filter((id) => active.has(id)).sort((a, b) => a - b);
  const nobody = organization.systemGroupIds['role:nobody'];
  return wireGroup(group, members, (id) => active.has(id), nobody);
}

/** Reactivates a group. The caller checks permissions. */
export async function reactivateGroup(context: UnitContext, group: UserGroup): Promise<UserGroup> {
  const { writer } = context;
  const active = { ...group, isDeactivated: false };
  await updateGroup(writer, group.id, { is_deactivated: 0 });
  await audit(writer, { kind: 'group_reactivated', groupId: group.id });
  writer.emit(groupReactivatedEvent(await shownGroup(context, active)));
  return active;
}

/** Renames a group. The caller checks permissions. */
export async function renameGroup(writer: Writer, group: UserGroup, name: string): Promise<void> {
  const checked = checkedGroupName(name);
  checkGroupNameIsFree(checked, await groupIdByName(writer, checked), group.id);
  if (checked === group.name) return;
  await updateGroup(writer, group.id, { name: checked });
  const details = valueChange('name', { old: group.name, new: checked });
  await audit(writer, { kind: 'group_changed', groupId: group.id, details });
  writer.emit(groupChanged(group, { name: checked }));
}

async function changeSettings(
  editor: GroupEditor,
  group: UserGroup,
  updates: GroupChanges['settings'],
): Promise<void> {
  const { writer, organization } = editor;
  const settings = { ...group.settings };
  const changed: UserGroupSetting[] = [];
  for (const name of userGroupSettingNames) {
    const update = updates[name];
    if (update === undefined) continue;
    const value = await validateSettingChange(
      writer,
      organization,
      { name, setting: userGroupPermissions[name], oldValue: group.settings[name] },
      update,
    );
    if (value === undefined) continue;
    await takeQuota(editor, 'permission_members', countGrantedAccounts([value]));
    settings[name] = value;
    changed.push(name);
  }
  if (changed.length === 0) return;
  await updateGroup(writer, group.id, { group_settings: JSON.stringify(settings) });
  for (const name of changed) {
    const details = permissionChange(name, { old: group.settings[name], new: settings[name] });
    await audit(writer, { kind: 'group_changed', groupId: group.id, details });
    writer.emit(groupChanged(group, { [name]: settings[name] }));
  }
}

/** Changes properties of a group; unchanged ones are skipped. */
export async function changeGroup(
  editor: GroupEditor,
  groupId: number,
  changes: GroupChanges,
): Promise<void> {
  const { writer } = editor;
  let group = await groupToChange(editor, groupId);
  if (changes.deactivated === false && group.isDeactivated) {
    await requireOrganizationQuota(editor, 'user_groups');
    group = await reactivateGroup(editor, group);
  }
  const { name, description } = changes;
  if (name !== undefined && name !== group.name) await renameGroup(writer, group, name);
  if (description !== undefined && description !== group.description) {
    await updateGroup(writer, group.id, { description });
    const details = valueChange('description', { old: group.description, new: description });
    await audit(writer, { kind: 'group_changed', groupId: group.id, details });
    writer.emit(groupChanged(group, { description }));
  }
  await changeSettings(editor, group, changes.settings);
}

/** @throws `User group is deactivated.`, `CANNOT_DEACTIVATE_GROUP_IN_USE` */
export async function deactivateGroup(editor: GroupEditor, groupId: number): Promise<void> {
  const { writer } = editor;
  const group = await groupToChange(editor, groupId);
  if (group.isDeactivated) throw groupDeactivated();
  await deactivateUnusedGroup(writer, group);
}

/**
 * Deactivates a group that is not in use. The caller checks permissions. @throws
 * `CANNOT_DEACTIVATE_GROUP_IN_USE`
 */
export async function deactivateUnusedGroup(writer: Writer, group: UserGroup): Promise<void> {
  await checkNotInUse(writer, group.id);
  await updateGroup(writer, group.id, { is_deactivated: 1 });
  await audit(writer, { kind: 'group_deactivated', groupId: group.id });
  writer.emit(groupDeactivatedEvent(group.id));
}
