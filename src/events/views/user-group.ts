// The view of the `user_group` event, for clients that know deactivated groups and for those that see them as
// removed.

import type { GroupEventExtra } from '../../model/groups/group-events.ts';
import type { View } from './event-view.ts';

function isDeactivation(payload: Readonly<Record<string, unknown>>): boolean {
  const data = payload.data as { readonly deactivated?: boolean } | undefined;
  return payload.op === 'update' && data?.deactivated === true;
}

export const userGroupView: View = ({ payload, extra }, viewer) => {
  if (viewer.options.capabilities.include_deactivated_groups) return payload;
  const { isOfDeactivated, reactivated }: GroupEventExtra = extra ?? {};
  if (isOfDeactivated) return undefined;
  if (reactivated) return { op: 'add', group: reactivated };
  if (isDeactivation(payload)) return { op: 'remove', group_id: payload.group_id };
  return payload;
};
