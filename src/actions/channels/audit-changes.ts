// Audit log entries for a changed channel: one for each property that differs.

import { sameGroupSetting } from '../../api-contract/group-setting.ts';
import { entriesOf } from '../../api-contract/typed-records.ts';
import type { AuditDetails } from '../../model/audit/audit-details.ts';
import type { AuditKind } from '../../model/audit/audit-kinds.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { privacyName } from '../../model/channels/channel-privacy.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { audit } from '../audit/audit.ts';
import { permissionChange, valueChange } from '../audit/changes.ts';

function* changedDetails(before: Channel, after: Channel): Generator<AuditDetails> {
  const plainChanges = [
    ['name', before.name, after.name],
    ['description', before.description, after.description],
    ['privacy', privacyName(before), privacyName(after)],
    ['message_retention_days', before.messageRetentionDays, after.messageRetentionDays],
    ['topics_policy', before.topicsPolicy, after.topicsPolicy],
    ['default_push_notifications', before.defaultPushNotifications, after.defaultPushNotifications],
  ] as const;
  for (const [property, old, value] of plainChanges)
    if (old !== value) yield valueChange(property, { old, new: value });
  if (before.folderId !== after.folderId)
    yield { property: 'folder_id', old_folder_id: before.folderId, new_folder_id: after.folderId };
  for (const [property, value] of entriesOf(after.groupSettings)) {
    const old = before.groupSettings[property];
    if (!sameGroupSetting(old, value)) yield permissionChange(property, { old, new: value });
  }
}

function* toggledKinds(before: Channel, after: Channel): Generator<AuditKind> {
  if (before.isArchived !== after.isArchived)
    yield after.isArchived ? 'channel_archived' : 'channel_unarchived';
  if (before.isDefault !== after.isDefault)
    yield after.isDefault ? 'default_channel_added' : 'default_channel_removed';
}

export async function auditChannelChanges(writer: Writer, before: Channel, after: Channel): Promise<void> {
  const channelId = after.id;
  for (const kind of toggledKinds(before, after)) await audit(writer, { kind, channelId });
  for (const details of changedDetails(before, after))
    await audit(writer, { kind: 'channel_changed', channelId, details });
}
