// Finds the conversations of an import's messages during the first reading.

import { textKey } from '../../model/text-key.ts';
import type { ImportedConversation } from '../records/directory.ts';

/** A conversation, with ids of the archive. */
export interface SurveyedConversation {
  /** The id of the channel; null for direct messages. */
  readonly channelId: number | null;
  readonly topicKey: string;
  /** The name of the topic in its newest message. */
  topicName: string;
  /** The participants in ascending order; empty for topics. */
  readonly accountIds: readonly number[];
  readonly firstId: number;
  lastId: number;
}

/** The key of a conversation, the same for all of its messages. */
export function conversationKey(
  conversation: ImportedConversation,
  account: (id: number) => number = (id) => id,
): string {
  if ('channelId' in conversation) return `${conversation.channelId} ${textKey(conversation.topic)}`;
  return `with ${peopleOf(conversation, account).join(',')}`;
}

/** The distinct people of a direct conversation, in ascending order. */
export function peopleOf(
  conversation: { readonly accountIds: readonly number[] },
  account: (id: number) => number,
): number[] {
  return [...new Set(conversation.accountIds.map(account))].sort((a, b) => a - b);
}

export class ConversationCollector {
  readonly #found = new Map<string, SurveyedConversation>();
  readonly #account: (id: number) => number;

  /** `account` resolves aliases of accounts. */
  constructor(account: (id: number) => number) {
    this.#account = account;
  }

  /** Adds a message; ids must ascend. */
  add(id: number, conversation: ImportedConversation): void {
    const key = conversationKey(conversation, this.#account);
    const existing = this.#found.get(key);
    if (existing) {
      existing.lastId = id;
      if ('channelId' in conversation) existing.topicName = conversation.topic;
      return;
    }
    const isTopic = 'channelId' in conversation;
    this.#found.set(key, {
      channelId: isTopic ? conversation.channelId : null,
      topicKey: isTopic ? textKey(conversation.topic) : '',
      topicName: isTopic ? conversation.topic : '',
      accountIds: isTopic ? [] : peopleOf(conversation, this.#account),
      firstId: id,
      lastId: id,
    });
  }

  /** The conversations by key, in the order in which they began. */
  get found(): ReadonlyMap<string, SurveyedConversation> {
    return this.#found;
  }
}
