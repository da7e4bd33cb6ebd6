// Messages as an import brings them, in batches: each with what hangs on it alone, and beside them who received which.

import type { ImportedPlace } from './directory.ts';

export interface ImportedEdit {
  readonly editorId: number;
  readonly editedAt: number;
  readonly prevContent: string | null;
  readonly prevTopic: string | null;
  readonly topic: string | null;
  readonly prevChannelId: number | null;
  readonly channelId: number | null;
}

/** A file that a text links; `url` is where it lies where it did not come. */
export interface LinkedFile {
  /** As the text has it, below `/user_uploads/`. */
  readonly pathId: string;
  readonly url: string;
}

export interface ImportedMessage {
  readonly id: number;
  readonly senderId: number;
  readonly place: ImportedPlace;
  /** The channel that it was sent to, where it was moved to another. */
  readonly firstChannelId: number | undefined;
  readonly content: string;
  readonly sentAt: number;
  readonly client: string;
  /** Newest first. */
  readonly edits: readonly ImportedEdit[];
  readonly submessages: readonly ImportedSubmessage[];
  /** When it was last edited, where the archive tells that and no more of its edits. */
  readonly editedAt?: number | undefined;
  /** Who starred it, where the archive tells nothing more of receipts. */
  readonly starredBy?: readonly number[] | undefined;
  /** Files that may have come, or not. */
  readonly files?: readonly LinkedFile[] | undefined;
}

export interface ImportedSubmessage {
  readonly senderId: number;
  readonly type: string;
  readonly content: string;
}

/** What there is between one person and one message. */
export interface ImportedReceipt {
  readonly accountId: number;
  readonly messageId: number;
  readonly isRead: boolean;
  /** Of `FlagBit`; historical: it was not received. */
  readonly bits: number;
  /** By a word for everybody in the channel, which may be gone from the text since. */
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

/** Messages in the order of their ids, each above all of the batches before; or receipts of messages that came before. */
export interface ImportedBatch {
  readonly messages: readonly ImportedMessage[];
  readonly receipts: readonly ImportedReceipt[];
}
