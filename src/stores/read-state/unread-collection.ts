// Unread messages, collected by conversation from several queries, and the newest of them.

import type { ConversationOfUnread } from './unread-heads.ts';

/** The unread messages of one conversation. */
export interface UnreadConversation {
  readonly channelId: number | null;
  readonly directKey: string | null;
  /** Empty for direct messages. */
  readonly topic: string;
  /** Ascending. */
  readonly messageIds: readonly number[];
}

/** The newest unread messages of an account. */
export interface NewestUnread {
  readonly conversations: readonly UnreadConversation[];
  /** Messages not older than those that mention a channel, a topic or a group, perhaps the account; some may be read. */
  readonly mentioning: readonly number[];
  /** Undefined if there are none. */
  readonly oldestId: number | undefined;
  /** Whether older ones are left out. */
  readonly isTruncated: boolean;
}

/** Messages of one conversation, in no order. */
interface Found {
  readonly conversation: ConversationOfUnread;
  readonly ids: number[];
}

/** Collects unread messages. */
export class UnreadCollection {
  readonly #found = new Map<number, Found>();
  readonly #mentioning: number[] = [];
  #size = 0;

  /** The number of messages. */
  get size(): number {
    return this.#size;
  }

  /** Adds messages of a conversation that were not added before. */
  add(conversation: ConversationOfUnread, ids: readonly number[]): void {
    if (ids.length === 0) return;
    this.#size += ids.length;
    const found = this.#found.get(conversation.conversation_id);
    if (found) for (const id of ids) found.ids.push(id);
    else this.#found.set(conversation.conversation_id, { conversation, ids: [...ids] });
  }

  /** Notes messages that mention a channel, a topic or a group, whether or not they are unread. */
  noteMentions(ids: readonly number[]): void {
    for (const id of ids) this.#mentioning.push(id);
  }

  /** The newest messages, at most `limit`. */
  newest(limit: number): NewestUnread {
    const oldestId = this.#oldestOf(limit);
    if (oldestId === undefined) return nothingUnread;
    const conversations: UnreadConversation[] = [];
    for (const { conversation, ids } of this.#found.values()) {
      const messageIds = ids.filter((id) => id >= oldestId).sort((a, b) => a - b);
      if (messageIds.length === 0) continue;
      conversations.push({
        channelId: conversation.channel_id,
        directKey: conversation.direct_key,
        topic: conversation.topic_name,
        messageIds,
      });
    }
    const mentioning = this.#mentioning.filter((id) => id >= oldestId);
    return { conversations, mentioning, oldestId, isTruncated: this.#size > limit };
  }

  /** The oldest of the newest messages; undefined if there are none. */
  #oldestOf(limit: number): number | undefined {
    const lists = [...this.#found.values()].map(({ ids }) => ids);
    if (this.#size > limit) return lists.flat().sort((a, b) => b - a)[limit - 1];
    const oldest = lists.flat().reduce((least, id) => Math.min(least, id), Number.POSITIVE_INFINITY);
    return Number.isFinite(oldest) ? oldest : undefined;
  }
}

const nothingUnread: NewestUnread = {
  conversations: [],
  mentioning: [],
  oldestId: undefined,
  isTruncated: false,
};
