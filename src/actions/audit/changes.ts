// What changed, as details of the audit log. Ids stand under names that tell what they are of, which an import gives
// others by (`imports/own/values.ts`).

import type { GroupSettingValue } from '../../api-contract/group-setting.ts';
import type { AuditDetails } from '../../model/audit/details.ts';

/** A value before and after. */
interface Change<T> {
  readonly old: T;
  readonly new: T;
}

/** A property whose values are no ids. */
export function valueChange(property: string, change: Change<unknown>): AuditDetails {
  return { property, old: change.old ?? null, new: change.new ?? null };
}

/** A property that says who may. */
export function permissionChange(property: string, change: Change<GroupSettingValue>): AuditDetails {
  return { property, old_permission: change.old, new_permission: change.new };
}

/** A property that names a channel; -1 or null where there is none. */
export function channelChange(property: string, change: Change<unknown>): AuditDetails {
  return { property, old_stream_id: change.old, new_stream_id: change.new };
}
