// `user_group` events. What happens to a deactivated group is only for clients that know deactivated groups.

import type { NewEvent } from '../../api-contract/event.ts';
import type { UserGroup } from './group.ts';
import type { WireGroup } from './wire-group.ts';

/** What the view of these events needs beyond the payload. */
export interface GroupEventExtra {
  /** The group was deactivated before the change and is after it. */
  readonly isOfDeactivated?: boolean;
  /** The group that comes back, for clients that were told it was gone. */
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

/** A new group. */
export function groupAdded(group: WireGroup): NewEvent {
  return groupEvent(group.id, { op: 'add', group });
}

/** A changed property other than `deactivated`. */
export function groupChanged(group: Subject, data: Readonly<Record<string, unknown>>): NewEvent {
  const payload = { op: 'update', group_id: group.id, data };
  return groupEvent(group.id, payload, { isOfDeactivated: group.isDeactivated });
}

/** A group that can no longer be used. */
export function groupDeactivatedEvent(groupId: number): NewEvent {
  return groupEvent(groupId, { op: 'update', group_id: groupId, data: { deactivated: true } });
}

/** A group that can be used again; clients that are not shown deactivated ones get it as a new one. */
export function groupReactivatedEvent(group: WireGroup): NewEvent {
  const payload = { op: 'update', group_id: group.id, data: { deactivated: false } };
  return groupEvent(group.id, payload, { reactivated: group });
}

/** People who came into a group itself. */
export function membersAdded(group: Subject, ids: readonly number[]): NewEvent {
  const payload = { op: 'add_members', group_id: group.id, user_ids: ids };
  return groupEvent(group.id, payload, { isOfDeactivated: group.isDeactivated });
}

/** People who left a group itself. */
export function membersRemoved(group: Subject, ids: readonly number[]): NewEvent {
  const payload = { op: 'remove_members', group_id: group.id, user_ids: ids };
  return groupEvent(group.id, payload, { isOfDeactivated: group.isDeactivated });
}

/** Groups that came into a group. */
export function subgroupsAdded(group: Subject, ids: readonly number[]): NewEvent {
  const payload = { op: 'add_subgroups', group_id: group.id, direct_subgroup_ids: ids };
  return groupEvent(group.id, payload, { isOfDeactivated: group.isDeactivated });
}

/** Groups that left a group. */
export function subgroupsRemoved(group: Subject, ids: readonly number[]): NewEvent {
  const payload = { op: 'remove_subgroups', group_id: group.id, direct_subgroup_ids: ids };
  return groupEvent(group.id, payload, { isOfDeactivated: group.isDeactivated });
}
