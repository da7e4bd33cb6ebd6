// An organization as an import brings it, without its messages: what every reader of a format makes of its archive, and all
// that the writer knows. Ids are those of the archive; the writer decides what they become.

import type { GroupSettingValue } from '../../api-contract/group-setting.ts';
import type { Picture } from '../../model/organizations/picture-files.ts';
import type { ArchiveFile } from '../archive/archive-folder.ts';

/** A file of the archive, or where it lies on the web. */
export type FileSource = ArchiveFile | { readonly address: string };

export interface ImportedOrganization {
  /** Its own id, where the archive has one. */
  readonly id: number | undefined;
  readonly uuid: string | undefined;
  readonly stringId: string;
  readonly name: string;
  readonly createdAt: number;
  /** By our names; permissions and channels with ids of the archive. What is left out begins as it does for anyone. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** What new accounts begin with. */
  readonly defaultSettings: Readonly<Record<string, unknown>>;
}

export interface ImportedAccount {
  readonly id: number;
  readonly email: string;
  readonly fullName: string;
  readonly role: number;
  readonly isActive: boolean;
  /** Stands for somebody who never had an account. */
  readonly isStub: boolean;
  readonly botType: number | null;
  readonly botOwnerId: number | null;
  /** One of the service's own bots, by its key. */
  readonly systemBot?: string;
  readonly dateJoined: number;
  readonly lastLoginAt: number | null;
  readonly timezone: string;
  readonly avatarSource: string;
  readonly avatarVersion: number;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly canCreateUsers: boolean;
  readonly canChangeUserEmails: boolean;
  readonly canForgeSender: boolean;
  readonly defaultSendingChannelId: number | null;
  readonly defaultEventsChannelId: number | null;
  readonly defaultAllPublicChannels: boolean;
  /** Up to which message receipts tell what was received; undefined: all. What came later is unread. */
  readonly receivedThrough?: number | undefined;
}

export interface ImportedGroup {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly isSystem: boolean;
  readonly creatorId: number | null;
  readonly createdAt: number | null;
  readonly isDeactivated: boolean;
  readonly settings: Readonly<Record<string, GroupSettingValue>>;
  readonly memberIds: readonly number[];
  readonly subgroupIds: readonly number[];
}

export interface ImportedChannel {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly createdAt: number;
  readonly creatorId: number | null;
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  readonly isHistoryPublic: boolean;
  readonly isArchived: boolean;
  readonly isDefault: boolean;
  readonly isRecentlyActive: boolean;
  readonly retentionDays: number | null;
  readonly topicsPolicy: string;
  readonly folderId: number | null;
  readonly settings: Readonly<Record<string, GroupSettingValue>>;
}

export interface ImportedFolder {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly creatorId: number | null;
  readonly createdAt: number;
  readonly position: number;
  readonly isArchived: boolean;
}

export interface ImportedSubscription {
  readonly accountId: number;
  readonly channelId: number;
  readonly isActive: boolean;
  readonly color: string;
  readonly isMuted: boolean;
  readonly isPinned: boolean;
  /** True, false, or null: as the person's own setting says. */
  readonly notifications: Readonly<
    Record<'desktop' | 'audible' | 'push' | 'email' | 'wildcard', boolean | null>
  >;
}

export interface ImportedEmoji {
  readonly id: number;
  readonly name: string;
  readonly authorId: number | null;
  readonly isDeactivated: boolean;
  readonly file: ArchiveFile | undefined;
}

export interface ImportedLinkifier {
  readonly id: number;
  readonly position: number;
  readonly pattern: string;
  readonly urlTemplate: string;
}

export interface ImportedProfileField {
  readonly id: number;
  readonly name: string;
  readonly hint: string;
  readonly type: number;
  /** JSON of the choices or the kind of account; empty for other types. */
  readonly data: string;
  readonly position: number;
  readonly isInSummary: boolean;
  readonly isRequired: boolean;
  readonly isEditableByUser: boolean;
}

export interface ImportedProfileValue {
  readonly accountId: number;
  readonly fieldId: number;
  readonly value: string;
}

export interface ImportedUserTopic {
  readonly accountId: number;
  readonly channelId: number;
  readonly topic: string;
  readonly policy: number;
  readonly updatedAt: number;
}

export interface ImportedStatus {
  readonly accountId: number;
  readonly text: string;
  readonly emojiName: string;
  readonly emojiCode: string;
  readonly reactionType: string;
}

/** Where something is written to: a topic of a channel, or people. */
export type ImportedPlace =
  | { readonly channelId: number; readonly topic: string }
  | { readonly accountIds: readonly number[] };

export interface ImportedScheduled {
  readonly senderId: number;
  readonly place: ImportedPlace;
  readonly content: string;
  readonly dueAt: number;
  readonly client: string;
  readonly isReadBySender: boolean;
}

export interface ImportedDraft {
  readonly accountId: number;
  /** Undefined while it is for nobody. */
  readonly place: ImportedPlace | undefined;
  readonly content: string;
  readonly editedAt: number;
}

export interface ImportedUpload {
  readonly ownerId: number;
  /** As addresses in messages have it, below `/user_uploads/`. */
  readonly pathId: string;
  readonly name: string;
  readonly createdAt: number;
  readonly contentType: string | undefined;
  readonly file: FileSource;
}

export interface ImportedBotService {
  readonly accountId: number;
  readonly name: string;
  readonly baseUrl: string;
  readonly interface: number;
  readonly token: string;
}

/** All of an organization but what there may be very much of. */
export interface ImportedDirectory {
  readonly organization: ImportedOrganization;
  readonly accounts: readonly ImportedAccount[];
  /** Ids that stand for another account: of service bots that are one here. */
  readonly aliases: ReadonlyMap<number, number>;
  readonly groups: readonly ImportedGroup[];
  readonly folders: readonly ImportedFolder[];
  readonly channels: readonly ImportedChannel[];
  readonly emoji: readonly ImportedEmoji[];
  readonly linkifiers: readonly ImportedLinkifier[];
  readonly playgrounds: readonly {
    readonly name: string;
    readonly language: string;
    readonly urlTemplate: string;
  }[];
  readonly domains: readonly { readonly domain: string; readonly allowSubdomains: boolean }[];
  readonly profileFields: readonly ImportedProfileField[];
  readonly profileValues: readonly ImportedProfileValue[];
  readonly alertWords: readonly { readonly accountId: number; readonly word: string }[];
  readonly mutedUsers: readonly {
    readonly accountId: number;
    readonly mutedId: number;
    readonly mutedAt: number;
  }[];
  readonly userTopics: readonly ImportedUserTopic[];
  readonly statuses: readonly ImportedStatus[];
  readonly onboardingSteps: readonly { readonly accountId: number; readonly step: string }[];
  readonly snippets: readonly {
    readonly accountId: number;
    readonly title: string;
    readonly content: string;
    readonly createdAt: number;
  }[];
  readonly scheduled: readonly ImportedScheduled[];
  readonly drafts: readonly ImportedDraft[];
  readonly botServices: readonly ImportedBotService[];
  readonly avatars: readonly { readonly accountId: number; readonly file: FileSource }[];
  /** The organization's own. */
  readonly pictures: readonly { readonly picture: Picture; readonly file: ArchiveFile }[];
  /** Whether the archive tells who received each message and read it; else everybody subscribed has read all. */
  readonly hasReceipts: boolean;
}
