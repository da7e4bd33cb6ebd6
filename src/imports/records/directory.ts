// An imported organization without its messages: the result of every format's reader, and the only input of the
// writer. Ids are those of the archive; the writer maps them.

import type { GroupSettingValue } from '../../api-contract/group-setting.ts';
import type { OrganizationPicture } from '../../model/organizations/picture-files.ts';
import type { ArchiveFile } from '../archive/archive-folder.ts';

/** A file of the archive, or an address on the web. */
export type FileSource = ArchiveFile | { readonly address: string };

export interface ImportedOrganization {
  /** The archive's id, if it has one. */
  readonly id: number | undefined;
  readonly uuid: string | undefined;
  readonly stringId: string;
  readonly name: string;
  readonly createdAt: number;
  /**
   * The settings by Parley's names. Permissions and channels contain ids of the archive. Missing settings get the
   * defaults.
   */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Defaults for new accounts. */
  readonly defaultSettings: Readonly<Record<string, unknown>>;
}

export interface ImportedAccount {
  readonly id: number;
  readonly email: string;
  readonly fullName: string;
  readonly role: number;
  readonly isActive: boolean;
  /** A placeholder for a person who never had an account. */
  readonly isStub: boolean;
  readonly botType: number | null;
  readonly botOwnerId: number | null;
  /** The key of one of the service's own bots. */
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
  /** The newest message covered by receipts; undefined if all are. Later messages are unread. */
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
  /** True, false, or null for the person's global setting. */
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

/** A conversation: a topic of a channel, or a set of accounts. */
export type ImportedConversation =
  | { readonly channelId: number; readonly topic: string }
  | { readonly accountIds: readonly number[] };

export interface ImportedScheduled {
  readonly senderId: number;
  readonly conversation: ImportedConversation;
  readonly content: string;
  readonly dueAt: number;
  readonly client: string;
  readonly isReadBySender: boolean;
}

export interface ImportedDraft {
  readonly accountId: number;
  /** The recipients; undefined while the draft has none. */
  readonly conversation: ImportedConversation | undefined;
  readonly content: string;
  readonly editedAt: number;
}

export interface ImportedUpload {
  readonly ownerId: number;
  /** The path in the addresses of messages, below `/user_uploads/`. */
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

/** Everything in an organization except the parts that may be very large. */
export interface ImportedDirectory {
  readonly organization: ImportedOrganization;
  readonly accounts: readonly ImportedAccount[];
  /** Ids that stand for another account: service bots that are merged here. */
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
  /** The organization's own pictures. */
  readonly pictures: readonly { readonly picture: OrganizationPicture; readonly file: ArchiveFile }[];
  /** Whether the archive has receipts of who received and read each message. If not, subscribers have read everything. */
  readonly hasReceipts: boolean;
}
