// Whether push notifications work for an organization, as last reported by the relay.

import { entriesOf } from '../../api-contract/typed-records.ts';
import { organizationSettingChanged } from '../../model/organizations/organization-events.ts';
import type { PushStatus } from '../../model/push/push-relay.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { changeSettings } from '../../stores/organizations/setting-store.ts';

/** The status without a relay, or while the relay rejects the organization. */
export const pushUnavailable: PushStatus = { canPush: false, expectedEnd: null };

/** Stores the relay's report, and emits the settings that differ. */
export async function storePushStatus(writer: Writer, { canPush, expectedEnd }: PushStatus): Promise<void> {
  const { settings } = await readOrganization(writer);
  const changes = {
    ...(settings.push_notifications_enabled !== canPush && { push_notifications_enabled: canPush }),
    ...(settings.push_notifications_enabled_end_timestamp !== expectedEnd && {
      push_notifications_enabled_end_timestamp: expectedEnd,
    }),
  };
  if (Object.keys(changes).length === 0) return;
  await changeSettings(writer, changes);
  for (const [name, value] of entriesOf(changes)) writer.emit(organizationSettingChanged(name, value));
}
