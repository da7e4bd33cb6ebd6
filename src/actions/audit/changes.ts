// Changes as details of audit entries. Property names tell what kind of id a value is, because an import
// translates ids by these names (`imports/own/values.ts`).

import type { GroupSettingValue } from '../../api-contract/group-setting.ts';
import type { AuditDetails } from '../../model/audit/audit-details.ts';

interface Change<T> {
  readonly old: T;
  readonly new: T;
}

/** A property whose values are not ids. */
export function valueChange(property: string, change: Change<unknown>): AuditDetails {
  return { property, old: change.old ?? null, new: change.new ?? null };
}

/** A permission. */
export function permissionChange(property: string, change: Change<GroupSettingValue>): AuditDetails {
  return { property, old_permission: change.old, new_permission: change.new };
}

/** A property that names a channel; -1 or null for none. */
export function channelChange(property: string, change: Change<unknown>): AuditDetails {
  return { property, old_stream_id: change.old, new_stream_id: change.new };
}
