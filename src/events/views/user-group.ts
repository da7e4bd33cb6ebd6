// The view of the `user_group` event, for clients that know deactivated groups and for those that see them as
// removed.

import type { GroupEventExtra, groupEvent } from '../../model/groups/group-events.ts';
import type { ViewOf } from './event-view.ts';

export const userGroupView: ViewOf<typeof groupEvent> = ({ payload, extra }, viewer) => {
  if (viewer.options.capabilities.include_deactivated_groups) return payload;
  const { isOfDeactivated, reactivated }: GroupEventExtra = extra ?? {};
  if (isOfDeactivated) return undefined;
  if (reactivated) return { op: 'add', group: reactivated };
  if (payload.op === 'update' && payload.data.deactivated)
    return { op: 'remove', group_id: payload.group_id };
  return payload;
};
