// `user_group` events. Changes of deactivated groups are sent only to clients that know deactivated groups.

import { type Decoded, described, id, list } from '../../api-contract/codec.ts';
import type { DeepReadonly } from '../../api-contract/deep-readonly.ts';
import type { NewEvent } from '../../api-contract/event.ts';
import { eventTypeWithOps, newEvent, type PayloadOf } from '../../api-contract/event-declaration.ts';
import { changedGroupSchema, groupSchema } from './group-schema.ts';
import type { UserGroup } from './user-group.ts';
import type { WireGroup } from './wire-group.ts';

/** Data that the per-queue view of these events needs in addition to the payload. */
export interface GroupEventExtra {
  /** Whether the group is deactivated both before and after the change. */
  readonly isOfDeactivated?: boolean;
  /** The reactivated group, for clients that received its deactivation as a removal. */
  readonly reactivated?: WireGroup;
}

const membersFields = { group_id: id, user_ids: list(id) };
const subgroupsFields = { group_id: id, direct_subgroup_ids: list(id) };

export const groupEvent = eventTypeWithOps(
  'user_group',
  'A user group, its members or its subgroups changed.',
  {
    add: { group: groupSchema },
    update: { group_id: id, data: changedGroupSchema },
    add_members: membersFields,
    remove_members: membersFields,
    add_subgroups: subgroupsFields,
    remove_subgroups: subgroupsFields,
    remove: {
      group_id: described(
        id,
        'A group that was deactivated, for clients without the capability `include_deactivated_groups`.',
      ),
    },
  },
);

function event(
  groupId: number,
  payload: PayloadOf<typeof groupEvent>,
  extra: GroupEventExtra = {},
): NewEvent {
  return newEvent(groupEvent, payload, {
    audience: { kind: 'everyone' },
    extra: { ...extra },
    touches: { groups: [groupId] },
  });
}

type Subject = Pick<UserGroup, 'id' | 'isDeactivated'>;

export function groupAdded(group: WireGroup): NewEvent {
  return event(group.id, { op: 'add', group });
}

/** @param data changed properties other than `deactivated` */
export function groupChanged(
  group: Subject,
  data: DeepReadonly<Decoded<typeof changedGroupSchema>>,
): NewEvent {
  const payload = { op: 'update', group_id: group.id, data } as const;
  return event(group.id, payload, { isOfDeactivated: group.isDeactivated });
}

/** The group can no longer be used. */
export function groupDeactivatedEvent(groupId: number): NewEvent {
  return event(groupId, { op: 'update', group_id: groupId, data: { deactivated: true } });
}

/** The group can be used again. Clients that do not see deactivated groups receive it as a new one. */
export function groupReactivatedEvent(group: WireGroup): NewEvent {
  const payload = { op: 'update', group_id: group.id, data: { deactivated: false } } as const;
  return event(group.id, payload, { reactivated: group });
}

/** @param ids people who became direct members */
export function membersAdded(group: Subject, ids: readonly number[]): NewEvent {
  const payload = { op: 'add_members', group_id: group.id, user_ids: ids } as const;
  return event(group.id, payload, { isOfDeactivated: group.isDeactivated });
}

/** @param ids people who are no longer direct members */
export function membersRemoved(group: Subject, ids: readonly number[]): NewEvent {
  const payload = { op: 'remove_members', group_id: group.id, user_ids: ids } as const;
  return event(group.id, payload, { isOfDeactivated: group.isDeactivated });
}

export function subgroupsAdded(group: Subject, ids: readonly number[]): NewEvent {
  const payload = { op: 'add_subgroups', group_id: group.id, direct_subgroup_ids: ids } as const;
  return event(group.id, payload, { isOfDeactivated: group.isDeactivated });
}

export function subgroupsRemoved(group: Subject, ids: readonly number[]): NewEvent {
  const payload = { op: 'remove_subgroups', group_id: group.id, direct_subgroup_ids: ids } as const;
  return event(group.id, payload, { isOfDeactivated: group.isDeactivated });
}
