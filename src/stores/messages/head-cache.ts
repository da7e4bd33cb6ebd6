// Heads of messages in memory: what decides access, flags and place is the same for every reader, and pages are
// mostly of messages that were read lately. Kept and dropped like prepared JSON (`fragment-cache.ts`): what was
// read before a change is not kept after it.

import type { MessageHead } from '../../model/messages/row.ts';
import type { Reader } from '../../storage/session.ts';
import { messageHeads } from './message-store.ts';

/** The heads of one organization's messages; `limit` is their number. */
export class HeadCache {
  readonly #limit: number;
  readonly #heads = new Map<number, MessageHead>();
  #stamp = 0;

  /** At most `limit` heads; those kept longest go first. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Drops what is kept of some messages; of all of them for an empty list. */
  drop(messageIds: readonly number[]): void {
    this.#stamp++;
    if (messageIds.length === 0) this.#heads.clear();
    for (const id of messageIds) this.#heads.delete(id);
  }

  /** The heads of messages in the order of their ids in the list; those that are gone are missing. */
  async heads(reader: Reader, ids: readonly number[]): Promise<MessageHead[]> {
    const readAt = this.#stamp;
    const missing = ids.filter((id) => !this.#heads.has(id));
    const fresh = new Map<number, MessageHead>();
    for (const head of await messageHeads(reader, missing)) fresh.set(head.id, head);
    const result: MessageHead[] = [];
    for (const id of ids) {
      const head = fresh.get(id) ?? this.#heads.get(id);
      if (head) result.push(head);
    }
    if (readAt === this.#stamp) for (const head of fresh.values()) this.#keep(head);
    return result;
  }

  #keep(head: MessageHead): void {
    this.#heads.set(head.id, head);
    if (this.#heads.size <= this.#limit) return;
    for (const oldest of this.#heads.keys()) {
      this.#heads.delete(oldest);
      return;
    }
  }
}
