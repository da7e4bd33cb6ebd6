// A channel as the server holds it in memory.

import type { GroupSettingValue } from '../../api-contract/group-setting.ts';
import { parseColumn } from '../../api-contract/parse-column.ts';
import type { Row } from '../../storage/schema.ts';
import type { ChannelGroupSetting } from '../groups/permission-settings.ts';

export type ChannelRow = Row<'channel'>;
export type TopicsPolicy = 'inherit' | 'allow_empty_topic' | 'disable_empty_topic' | 'empty_topic_only';
export type ChannelGroupSettings = Readonly<Record<ChannelGroupSetting, GroupSettingValue>>;

export interface Channel {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly renderedDescription: string;
  readonly createdAt: number;
  readonly creatorId: number | null;
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  /** Whether new subscribers can read older messages. */
  readonly isHistoryPublic: boolean;
  readonly isArchived: boolean;
  readonly isDefault: boolean;
  /** Days; null for the organization's value, -1 for forever. */
  readonly messageRetentionDays: number | null;
  readonly topicsPolicy: TopicsPolicy;
  readonly folderId: number | null;
  readonly groupSettings: ChannelGroupSettings;
  readonly defaultPushNotifications: boolean;
  readonly subscriberCount: number;
  readonly firstMessageId: number | null;
  readonly isRecentlyActive: boolean;
}

export function channelOf(row: ChannelRow): Channel {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    renderedDescription: row.rendered_description,
    createdAt: row.created_at,
    creatorId: row.creator_id,
    isPrivate: row.is_private === 1,
    isWebPublic: row.is_web_public === 1,
    isHistoryPublic: row.is_history_public === 1,
    isArchived: row.is_archived === 1,
    isDefault: row.is_default === 1,
    messageRetentionDays: row.message_retention_days,
    topicsPolicy: row.topics_policy as TopicsPolicy,
    folderId: row.folder_id,
    groupSettings: parseColumn<ChannelGroupSettings>(row.group_settings),
    defaultPushNotifications: row.default_push_notifications === 1,
    subscriberCount: row.subscriber_count,
    firstMessageId: row.first_message_id,
    isRecentlyActive: row.is_recently_active === 1,
  };
}
