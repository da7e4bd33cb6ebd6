// Imported messages in batches, each with its own edits and submessages, and the receipts of messages.

import type { ImportedConversation } from './directory.ts';

export interface ImportedEdit {
  readonly editorId: number;
  readonly editedAt: number;
  readonly prevContent: string | null;
  readonly prevTopic: string | null;
  readonly topic: string | null;
  readonly prevChannelId: number | null;
  readonly channelId: number | null;
}

/** A file that a text links; `url` replaces the link if the file is not imported. */
export interface LinkedFile {
  /** The path in the text, below `/user_uploads/`. */
  readonly pathId: string;
  readonly url: string;
}

/** Says that a message is pinned for everyone in its conversation, and what the archive knows of that. */
export interface ImportedPin {
  /** Who pinned it; the sender of the message if this is missing. */
  readonly accountId?: number | undefined;
  /** When it was pinned, in seconds since 1970; when it was sent if this is missing. */
  readonly pinnedAt?: number | undefined;
}

export interface ImportedMessage {
  readonly id: number;
  readonly senderId: number;
  readonly conversation: ImportedConversation;
  /** The channel that it was originally sent to, if it was moved to another. */
  readonly firstChannelId: number | undefined;
  readonly content: string;
  readonly sentAt: number;
  readonly client: string;
  readonly edits: readonly ImportedEdit[];
  readonly submessages: readonly ImportedSubmessage[];
  /** When it was last edited, if the archive has no other data about edits. */
  readonly editedAt?: number | undefined;
  /** The accounts that starred it, if the archive has no receipts. */
  readonly starredBy?: readonly number[] | undefined;
  /** Missing for messages that are not pinned. */
  readonly pin?: ImportedPin | undefined;
  /** Linked files, which may or may not have been imported. */
  readonly files?: readonly LinkedFile[] | undefined;
}

export interface ImportedSubmessage {
  readonly senderId: number;
  readonly type: string;
  readonly content: string;
}

/** The state between one person and one message. */
export interface ImportedReceipt {
  readonly accountId: number;
  readonly messageId: number;
  readonly isRead: boolean;
  /** Flags of `FlagBit`; historical: the message was not received. */
  readonly bits: number;
  /** Mentioned by a wildcard for everyone in the channel, which may since have been edited out of the text. */
  readonly isMentionedByChannel: boolean;
  readonly isMentionedByTopic: boolean;
}

export interface ImportedReaction {
  readonly messageId: number;
  readonly accountId: number;
  readonly emojiName: string;
  readonly emojiCode: string;
  readonly reactionType: string;
}

/** Messages in ascending order of ids across all batches; or receipts of messages of earlier batches. */
export interface ImportedBatch {
  readonly messages: readonly ImportedMessage[];
  readonly receipts: readonly ImportedReceipt[];
}
