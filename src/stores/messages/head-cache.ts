// Caches the heads of recently read messages: access, flags and conversation are decided by the same columns
// for every viewer. Invalidated like prepared JSON (`fragment-cache.ts`): a head read before a change is not
// cached after it.

import type { MessageHead } from '../../model/messages/message-row.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { messageHeads } from './message-store.ts';

/** The heads of one organization's messages. */
export class HeadCache {
  readonly #limit: number;
  readonly #heads = new Map<number, MessageHead>();
  #stamp = 0;

  /** Holds at most `limit` heads; the oldest are evicted first. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Drops the heads of the given messages, or all of them if the list is empty. */
  drop(messageIds: readonly number[]): void {
    this.#stamp++;
    if (messageIds.length === 0) this.#heads.clear();
    for (const id of messageIds) this.#heads.delete(id);
  }

  /** The heads of messages in the order of `ids`; deleted ones are left out. */
  async heads(reader: Reader, ids: readonly number[]): Promise<MessageHead[]> {
    const readAt = this.#stamp;
    const missing = ids.filter((id) => !this.#heads.has(id));
    const readHeads = new Map<number, MessageHead>();
    for (const head of await messageHeads(reader, missing)) readHeads.set(head.id, head);
    const result: MessageHead[] = [];
    for (const id of ids) {
      const head = readHeads.get(id) ?? this.#heads.get(id);
      if (head) result.push(head);
    }
    if (readAt === this.#stamp) for (const head of readHeads.values()) this.#cache(head);
    return result;
  }

  #cache(head: MessageHead): void {
    this.#heads.set(head.id, head);
    if (this.#heads.size <= this.#limit) return;
    for (const oldest of this.#heads.keys()) {
      this.#heads.delete(oldest);
      return;
    }
  }
}
