// `user_group` events. Changes of deactivated groups are sent only to clients that know deactivated groups.

import type { NewEvent } from '../../api-contract/event.ts';
import type { UserGroup } from './user-group.ts';
import type { WireGroup } from './wire-group.ts';

/** What the per-queue view of these events needs in addition to the payload. */
export interface GroupEventExtra {
  /** Whether the group is deactivated both before and after the change. */
  readonly isOfDeactivated?: boolean;
  /** The reactivated group, for clients that received its deactivation as a removal. */
  readonly reactivated?: WireGroup;
}

function groupEvent(
  groupId: number,
  payload: Readonly<Record<string, unknown>>,
  extra: GroupEventExtra = {},
): NewEvent {
  return {
    type: 'user_group',
    audience: { kind: 'everyone' },
    payload,
    extra: { ...extra },
    touches: { groups: [groupId] },
  };
}

type Subject = Pick<UserGroup, 'id' | 'isDeactivated'>;

export function groupAdded(group: WireGroup): NewEvent {
  return groupEvent(group.id, { op: 'add', group });
}

/** @param data changed properties other than `deactivated` */
export function groupChanged(group: Subject, data: Readonly<Record<string, unknown>>): NewEvent {
  const payload = { op: 'update', group_id: group.id, data };
  return groupEvent(group.id, payload, { isOfDeactivated: group.isDeactivated });
}

/** The group can no longer be used. */
export function groupDeactivatedEvent(groupId: number): NewEvent {
  return groupEvent(groupId, { op: 'update', group_id: groupId, data: { deactivated: true } });
}

/** The group can be used again. Clients that do not see deactivated groups receive it as a new one. */
export function groupReactivatedEvent(group: WireGroup): NewEvent {
  const payload = { op: 'update', group_id: group.id, data: { deactivated: false } };
  return groupEvent(group.id, payload, { reactivated: group });
}

/** @param ids people who became direct members */
export function membersAdded(group: Subject, ids: readonly number[]): NewEvent {
  const payload = { op: 'add_members', group_id: group.id, user_ids: ids };
  return groupEvent(group.id, payload, { isOfDeactivated: group.isDeactivated });
}

/** @param ids people who are no longer direct members */
export function membersRemoved(group: Subject, ids: readonly number[]): NewEvent {
  const payload = { op: 'remove_members', group_id: group.id, user_ids: ids };
  return groupEvent(group.id, payload, { isOfDeactivated: group.isDeactivated });
}

export function subgroupsAdded(group: Subject, ids: readonly number[]): NewEvent {
  const payload = { op: 'add_subgroups', group_id: group.id, direct_subgroup_ids: ids };
  return groupEvent(group.id, payload, { isOfDeactivated: group.isDeactivated });
}

export function subgroupsRemoved(group: Subject, ids: readonly number[]): NewEvent {
  const payload = { op: 'remove_subgroups', group_id: group.id, direct_subgroup_ids: ids };
  return groupEvent(group.id, payload, { isOfDeactivated: group.isDeactivated });
}
