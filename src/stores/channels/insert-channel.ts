// Inserts a channel with its default settings within a unit of work. Callers check permissions, emit events
// and subscribe accounts.

import type { GroupSettingValue } from '../../api-contract/group-setting.ts';
import { keysOf, recordOf } from '../../api-contract/typed-records.ts';
import type { ChannelGroupSettings, TopicsPolicy } from '../../model/channels/channel.ts';
import { type ChannelGroupSetting, channelPermissions } from '../../model/groups/permission-settings.ts';
import { isSystemGroupName } from '../../model/groups/system-groups.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { textKey } from '../../model/text-key.ts';
import type { Writer } from '../../storage/reader-writer.ts';

export interface NewChannel {
  readonly name: string;
  readonly description: string;
  readonly renderedDescription: string;
  readonly creatorId: number | null;
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  readonly isHistoryPublic: boolean;
  readonly isDefault?: boolean;
  readonly messageRetentionDays?: number | null;
  readonly topicsPolicy?: TopicsPolicy;
  readonly folderId?: number | null;
  readonly defaultPushNotifications?: boolean;
  /** In canonical form; missing ones get their defaults. */
  readonly groupSettings?: Partial<Record<ChannelGroupSetting, GroupSettingValue>>;
}

/** The defaults of all group settings of a new channel. */
export function defaultChannelGroupSettings(
  organization: Pick<Organization, 'systemGroupIds'>,
  creatorId: number | null,
): ChannelGroupSettings {
  const nobody = organization.systemGroupIds['role:nobody'];
  const creator: GroupSettingValue =
    creatorId === null ? nobody : { direct_members: [creatorId], direct_subgroups: [] };
  return recordOf(keysOf(channelPermissions), (name) => {
    const { defaultGroup } = channelPermissions[name];
    return isSystemGroupName(defaultGroup) ? organization.systemGroupIds[defaultGroup] : creator;
  });
}

/** Stores a new channel and returns its id. */
export async function insertChannel(
  writer: Writer,
  organization: Organization,
  channel: NewChannel,
): Promise<number> {
  const { id } = await writer.db
    .insertInto('channel')
    .values({
      organization_id: writer.organizationId,
      name: channel.name,
      name_key: textKey(channel.name),
      description: channel.description,
      rendered_description: channel.renderedDescription,
      created_at: writer.now,
      creator_id: channel.creatorId,
      is_private: channel.isPrivate ? 1 : 0,
      is_web_public: channel.isWebPublic ? 1 : 0,
      is_history_public: channel.isHistoryPublic ? 1 : 0,
      is_archived: 0,
      is_default: channel.isDefault ? 1 : 0,
      message_retention_days: channel.messageRetentionDays ?? null,
      topics_policy: channel.topicsPolicy ?? 'inherit',
      folder_id: channel.folderId ?? null,
      group_settings: JSON.stringify({
        ...defaultChannelGroupSettings(organization, channel.creatorId),
        ...channel.groupSettings,
      }),
      default_push_notifications: channel.defaultPushNotifications ? 1 : 0,
      subscriber_count: 0,
      first_message_id: null,
      is_recently_active: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
