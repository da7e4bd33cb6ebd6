// The conversations that messages of an import belong to, found while they are read for the first time.

import { textKey } from '../../model/text-key.ts';
import type { ImportedPlace } from '../records/directory.ts';

/** A conversation, with ids of the archive. */
export interface FoundConversation {
  /** Null for direct messages. */
  readonly channelId: number | null;
  readonly topicKey: string;
  /** As the newest of its messages has it. */
  topicName: string;
  /** Ascending; empty for topics. */
  readonly accountIds: readonly number[];
  readonly firstId: number;
  lastId: number;
}

/** The key of a conversation, the same for all messages of it. */
export function conversationKey(place: ImportedPlace, account: (id: number) => number = (id) => id): string {
  if ('channelId' in place) return `${place.channelId} ${textKey(place.topic)}`;
  return `with ${peopleOf(place, account).join(',')}`;
}

/** The people of a direct conversation, once each and ascending. */
export function peopleOf(
  place: { readonly accountIds: readonly number[] },
  account: (id: number) => number,
): number[] {
  return [...new Set(place.accountIds.map(account))].sort((a, b) => a - b);
}

/** Gathers conversations. */
export class Conversations {
  readonly #found = new Map<string, FoundConversation>();
  readonly #account: (id: number) => number;

  /** `account` says whom an id stands for. */
  constructor(account: (id: number) => number) {
    this.#account = account;
  }

  /** Notes a message; those with higher ids come later. */
  add(id: number, place: ImportedPlace): void {
    const key = conversationKey(place, this.#account);
    const present = this.#found.get(key);
    if (present) {
      present.lastId = id;
      if ('channelId' in place) present.topicName = place.topic;
      return;
    }
    const isTopic = 'channelId' in place;
    this.#found.set(key, {
      channelId: isTopic ? place.channelId : null,
      topicKey: isTopic ? textKey(place.topic) : '',
      topicName: isTopic ? place.topic : '',
      accountIds: isTopic ? [] : peopleOf(place, this.#account),
      firstId: id,
      lastId: id,
    });
  }

  /** By their keys, in the order in which they began. */
  get found(): ReadonlyMap<string, FoundConversation> {
    return this.#found;
  }
}
